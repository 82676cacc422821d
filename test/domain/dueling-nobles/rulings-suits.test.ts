import { describe, expect, test } from 'vitest';
import { type NobleCard, supportCards } from '../../../domain/games/dueling-nobles/cards.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import type { Move } from '../../../domain/games/dueling-nobles/types.ts';
import { cards, court, given, listed, played, refusal, reversing, skipDuel } from './support.ts';

describe('DN-8, suit abilities', () => {
  const each: readonly [suit: string, first: Move, second: Move][] = [
    ['heart', { type: 'heart', card: '9H', noble: 'KH' }, { type: 'heart', card: '8H', noble: 'KH' }],
    ['diamond', { type: 'diamond', card: '9D' }, { type: 'diamond', card: '8D' }],
    ['club', { type: 'club', card: '9C', target: 'AH' }, { type: 'club', card: '8C', target: '7S' }],
    ['spade', { type: 'spade', card: '9S' }, { type: 'spade', card: '8S' }],
  ];
  const ready = (suitLimit: 'per-game' | 'per-turn') =>
    given(
      { court: 'KH/1', hand: '9H 8H 9D 8D 9C 8C 9S 8S' },
      { hand: '2H' },
      { phase: 'suit', supportDiscard: cards('AH 7S'), options: { suitLimit } },
    );
  test.each(each)(
    'DN-8 the ability of a %s is used once a game, and its card is discarded last',
    (suit, first, second) => {
      const used = played(ready('per-game'), [0, first]);
      expect(used.supportDiscard.at(-1)?.at(0)).toBe('9');
      expect(refusal(used, 0, second)).toEqual(['suit-used', 'DN-8']);
      expect(engine.legalMoves(used, 0).map(({ type }) => type)).not.toContain(suit);
      const skipped = played({ ...used, phase: 'duel' }, [0, skipDuel]);
      const next = { ...played({ ...skipped, phase: 'duel' }, [1, skipDuel]), phase: 'suit' as const };
      expect(refusal(next, 0, second)).toEqual(['suit-used', 'DN-8']);
    },
  );

  test.each(each)(
    'DN-8 with `per-turn` the ability of a %s comes back in the owner’s next turn',
    (_suit, first, second) => {
      const used = played(ready('per-turn'), [0, first]);
      expect(refusal(used, 0, second)).toEqual(['suit-used', 'DN-8']);
      const skipped = played({ ...used, phase: 'duel' }, [0, skipDuel]);
      // The other seat's turn renews nothing of mine.
      expect(skipped.players[0].suitsUsed).toHaveLength(1);
      const next = { ...played({ ...skipped, phase: 'duel' }, [1, skipDuel]), phase: 'suit' as const };
      expect(refusal(next, 0, second)).toBeUndefined();
    },
  );

  test('DN-8 an ability needs a card of its suit', () => {
    expect(refusal(ready('per-game'), 0, { type: 'diamond', card: '9H' })).toEqual(['wrong-suit', 'DN-8']);
    expect(refusal(ready('per-game'), 0, { type: 'diamond', card: '7D' })).toEqual(['card-not-in-hand']);
  });

  test('DN-8 with `per-turn` the game is drawn where the turn after `maxTurns` would begin', () => {
    const at = (turn: number, suitLimit: 'per-game' | 'per-turn') =>
      played(given({}, {}, { phase: 'duel', turn, options: { suitLimit, maxTurns: 50 } }), [0, skipDuel]);
    expect(at(49, 'per-turn')).toMatchObject({ turn: 50, outcome: null });
    expect(engine.progress(at(50, 'per-turn'))).toEqual({
      kind: 'over',
      outcome: {
        kind: 'drawn',
        reason: 'turn-limit',
        details: { turns: 50, nobles: [3, 3], stamina: [7, 7] },
      },
    });
    expect(at(50, 'per-game')).toMatchObject({ turn: 51, outcome: null });
  });

  test('DN-8a a heart heals one stamina of an own, damaged Noble', () => {
    const state = given({ court: 'JH QH/1', hand: 'AH' }, { court: 'KS/1' }, { phase: 'suit' });
    const heart = (noble: NobleCard): Move => ({ type: 'heart', card: 'AH', noble });
    expect(refusal(state, 0, heart('JH'))).toEqual(['full-stamina', 'DN-8a']);
    expect(refusal(state, 0, heart('KS'))).toEqual(['noble-not-in-court', 'DN-8a']);
    expect(listed(state, 0, 'heart')).toEqual([heart('QH')]);
    expect(played(state, [0, heart('QH')]).players[0].court).toEqual(court('JH QH'));
  });

  test('DN-8b a club takes any card of the discard pile, not only the top one', () => {
    const state = given({ hand: '6C' }, {}, { phase: 'suit', supportDiscard: cards('2D AS 5C') });
    expect(listed(state, 0, 'club').map((move) => move.type === 'club' && move.target)).toEqual(
      cards('2D AS 5C'),
    );
    expect(listed({ ...state, supportDiscard: [] }, 0, 'club')).toEqual([]);
  });

  test('DN-8c a spade shows its player the whole other hand, once, and the view keeps the look with its turn', () => {
    const state = given({ hand: '5S' }, { hand: '9D AH 2C' }, { phase: 'suit', turn: 7 });
    const looked = played(state, [0, { type: 'spade', card: '5S' }]);
    expect(engine.view(looked, { seat: 0 }).seats[0].lastLook).toEqual({ turn: 7, cards: cards('AH 9D 2C') });
    expect(engine.view(looked, { seat: 0 }).seats[1].hand).toBeNull();
    const empty = given({ hand: '5S' }, {}, { phase: 'suit' });
    expect(refusal(empty, 0, { type: 'spade', card: '5S' })).toEqual(['hand-empty', 'DN-8c']);
  });
});

describe('DN-9, diamond', () => {
  const diamond: Move = { type: 'diamond', card: '5D' };

  test('DN-9 draws three whatever the courts', () => {
    const state = given(
      { hand: '5D' },
      { court: 'JS' },
      { phase: 'suit', supportPile: cards('9S 8S 7S 6S') },
    );
    const drawn = played(state, [0, diamond]);
    expect(drawn.players[0].hand).toEqual(cards('9S 8S 7S'));
    expect(drawn.supportDiscard).toEqual(cards('5D'));
  });

  test('DN-9 draws what there is, and is not part of the reshuffle that it causes', () => {
    const state = given(
      { hand: '5D' },
      {},
      { phase: 'suit', supportPile: cards('9S'), supportDiscard: cards('2C') },
    );
    const drawn = played(state, [0, diamond, reversing]);
    expect(drawn.players[0].hand).toEqual(cards('9S 2C'));
    expect(drawn).toMatchObject({ supportPile: [], supportDiscard: ['5D'] });
  });

  test('DN-9 needs a card that can be drawn', () => {
    const state = given({ hand: supportCards.join(' ') }, {}, { phase: 'suit' });
    expect(refusal(state, 0, diamond)).toEqual(['too-few-cards', 'DN-9']);
  });

  test.each([
    ['JH', true],
    ['JH QH', false],
    ['JH QH KH', false],
  ])('DN-9 with `diamondNeedsFewerNobles`, %s against two Nobles: legal is %s', (mine, legal) => {
    const options = { diamondNeedsFewerNobles: true };
    const state = given({ court: mine, hand: '5D' }, { court: 'JS QS' }, { phase: 'suit', options });
    expect(refusal(state, 0, diamond)).toEqual(legal ? undefined : ['not-fewer-nobles', 'DN-9']);
    expect(listed(state, 0, 'diamond')).toHaveLength(legal ? 1 : 0);
  });
});
