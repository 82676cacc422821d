import { describe, expect, test } from 'vitest';
import { pack } from '../../../domain/games/conquian/cards.ts';
import { engine } from '../../../domain/games/conquian/index.ts';
import { melds as validMelds } from '../../../domain/games/conquian/melds.ts';
import { randomFor } from '../../support/seed.ts';
import {
  allow,
  deal,
  decline,
  discard,
  eventsOf,
  force,
  given,
  legalMelds,
  legalTypes,
  meld,
  type Position,
  play,
  playAll,
  refusal,
} from './support.ts';

const opening = (position: Position = {}) =>
  given({
    hands: ['5H 6H 2C 2D KS QS 7D 4C AS 3D', '2H 4H 6S JS KD AC 3C 5C 7C QC'],
    centre: '7H',
    phase: 'turned',
    turn: 1,
    ...position,
  });

describe('the first turn', () => {
  test('CQ-R1: the starter who melds discards as in every other turn', () => {
    const melded = playAll(opening(), [0, meld('5H 6H 7H')]);
    expect(engine.progress(melded)).toEqual({ kind: 'awaiting', decisions: [{ seat: 0, kind: 'discard' }] });
  });

  test('CQ-R2: the first card is turned up by itself, and the starter sees no other', () => {
    const dealt = deal({ firstSeat: 1 });
    expect(dealt).toMatchObject({ phase: 'turned', active: 1, turn: 1, dealer: 0 });
    expect(dealt.stock).toHaveLength(19);
    expect(eventsOf(dealt, 1, decline)).toEqual(['card-declined', 'card-passed']);
  });
});

describe('the centre card', () => {
  test('CQ-R3: only the active player may meld it; the opponent has its turn afterwards', () => {
    const turned = given({ hands: ['', '5C 6C'], centre: '7C', phase: 'turned' });
    expect(refusal(turned, 1, meld('5C 6C 7C')).reason).toBe('not-awaited');
    expect(legalMelds(playAll(turned, [0, decline]))).toEqual(['5C 6C 7C']);
  });

  test('CQ-R4: an offered card that is declined is dead, and the next one is turned up for the same player', () => {
    const declined = playAll(given({ centre: '7C', stock: 'AS 2S' }), [0, decline]);
    expect(declined).toMatchObject({ phase: 'turned', active: 0, centre: 'AS', stock: ['2S'] });
    expect(declined.dead).toContain('7C');
    expect(refusal(declined, 0, meld('5C 6C 7C')).reason).toBe('centre-card-unused');
  });

  test('CQ-R5: a turned-up card that is passed stays for the opponent; nothing else is played', () => {
    const turned = opening({ tables: ['', '3S 4S 5S'] });
    const passed = playAll(turned, [0, decline]);
    expect(passed).toMatchObject({ phase: 'offered', active: 1, turn: 2, centre: '7H' });
    expect([passed.hands, passed.tables, passed.stock, passed.dead]).toEqual([
      turned.hands,
      turned.tables,
      turned.stock,
      turned.dead,
    ]);
  });

  test('CQ-R6: with it any melds of the hand may be laid as well, never without it', () => {
    const position = given({ hands: ['5H 6H AS AD AC KC KD KH 2S', ''], centre: '7H' });
    expect(legalMelds(position)).toEqual(
      ['5H 6H 7H', 'AS AD AC | 5H 6H 7H', 'AS AD AC | 5H 6H 7H | KH KD KC', '5H 6H 7H | KH KD KC'].sort(),
    );
    expect(refusal(position, 0, meld('AS AD AC'))).toMatchObject({
      ruling: 'CQ-R6',
      reason: 'centre-card-unused',
    });
    expect(refusal(position, 0, meld('5H 6H 7H JH'))).toMatchObject({
      ruling: 'CQ-R6',
      reason: 'card-not-in-hand',
    });
  });
});

describe('melds', () => {
  test('CQ-R7: table cards are rearranged freely, and never go back to the hand', () => {
    const position = given({ tables: ['AH 2H 3H 4H | 4S 4D 4C', ''], hands: ['6H KS', ''], centre: '5H' });
    expect(legalMelds(position)).toEqual([
      'AH 2H 3H 4H 5H 6H | 4S 4D 4C',
      'AH 2H 3H 4H 5H | 4S 4D 4C',
      'AH 2H 3H | 4S 4D 4C | 4H 5H 6H',
    ]);
    expect(refusal(position, 0, meld('3H 4H 5H 6H | 4S 4D 4C'))).toMatchObject({
      ruling: 'CQ-R7',
      reason: 'table-card-missing',
    });
  });

  test('CQ-R7: a card can not lie in two melds', () => {
    const position = given({ tables: ['AH 2H 3H', ''], hands: ['4H 5H 3S 3D', ''], centre: '3C' });
    expect(refusal(position, 0, meld('AH 2H 3H | 3H 3S 3C'))).toMatchObject({
      ruling: 'CQ-R7',
      reason: 'card-twice',
    });
  });

  test('CQ-R7: a meld has three cards at least', () => {
    const position = given({ hands: ['5H', ''], centre: '6H' });
    expect(refusal(position, 0, meld('5H 6H'))).toMatchObject({ ruling: 'CQ-R7', reason: 'not-a-meld' });
  });

  test('CQ-R8: a run has eight cards at most; longer ones lie as two melds', () => {
    const position = given({ tables: ['AH 2H 3H 4H 5H 6H 7H JH', ''], hands: ['KS', ''], centre: 'QH' });
    expect(refusal(position, 0, meld('AH 2H 3H 4H 5H 6H 7H JH QH')).ruling).toBe('CQ-R8');
    expect(legalMelds(position)).toEqual([
      'AH 2H 3H 4H 5H 6H | 7H JH QH',
      'AH 2H 3H 4H 5H | 6H 7H JH QH',
      'AH 2H 3H 4H | 5H 6H 7H JH QH',
      'AH 2H 3H | 4H 5H 6H 7H JH QH',
      'AH 2H 3H | 4H 5H 6H | 7H JH QH',
    ]);
  });

  test.each([
    ['CQ-R9: the jack follows the seven', '6H 7H', 'JH', undefined],
    ['CQ-R9: seven, jack and queen are in sequence', '7H QH', 'JH', undefined],
    ['CQ-R9: a sequence has no gap', '5H 6H', 'JH', 'CQ-R9'],
    ['CQ-R10: the ace is low', '2H 3H', 'AH', undefined],
    ['CQ-R10: the ace is not high', 'QH KH', 'AH', 'CQ-R10'],
    ['CQ-R10: a sequence does not go round', 'KH 2H', 'AH', 'CQ-R10'],
    ['CQ-R11: a sequence is of one suit', '5H 6C', '7H', 'CQ-R11'],
    ['CQ-R11: a set is of one rank', '5H 5C', '6H', 'CQ-R11'],
  ])('%s', (_name, hand, centre, ruling) => {
    const position = given({ hands: [hand, ''], centre });
    const move = meld(`${hand} ${centre}`);
    if (ruling === undefined)
      expect(eventsOf({ ...position, hands: [[...position.hands[0], 'AS'], []] }, 0, move)).toEqual([
        'cards-melded',
      ]);
    else expect(refusal(position, 0, move)).toMatchObject({ ruling, reason: 'not-a-meld' });
  });

  test('II.3: there are 182 melds, 50 sets and 132 sequences', () => {
    const isSet = (meld: readonly string[]) => new Set(meld.map((card) => card.slice(0, -1))).size === 1;
    expect(validMelds).toHaveLength(182);
    expect(validMelds.filter((meld) => isSet(meld.cards))).toHaveLength(50);
    expect(new Set(validMelds.map((meld) => meld.set)).size).toBe(182);
  });

  test('CQ-R12: nothing is added to the melds of the opponent', () => {
    const position = given({ tables: ['', '3H 4H 5H'], hands: ['7H', ''], centre: '6H' });
    expect(legalMelds(position)).toEqual([]);
    expect(refusal(position, 0, meld('4H 5H 6H'))).toMatchObject({
      ruling: 'CQ-R12',
      reason: 'own-melds-only',
    });
  });
});

describe('the discard', () => {
  const melded = playAll(given({ hands: ['5H 6H KS QS', '2C 3C'], centre: '7H' }), [0, meld('5H 6H 7H')]);

  test('CQ-R13: any card of the hand, even one that fits the opponent', () => {
    expect(engine.legalMoves(melded, 0)).toEqual([discard('QS'), discard('KS')]);
    expect(playAll(melded, [0, discard('KS')])).toMatchObject({ centre: 'KS', active: 1, phase: 'offered' });
  });

  test.each(['7H', '2C', 'AS'])('CQ-R13: never another card, such as %s', (card) => {
    expect(refusal(melded, 0, discard(card))).toMatchObject({ ruling: 'CQ-R13', reason: 'card-not-in-hand' });
  });

  test('CQ-R13: a single last card must go', () => {
    const position = given({ tables: ['AH 2H 3H | 5S 6S 7S', ''], hands: ['QC KC 2D', ''], centre: 'JC' });
    const ten = playAll(position, [0, meld('AH 2H 3H | 5S 6S 7S | JC QC KC')]);
    expect(engine.legalMoves(ten, 0)).toEqual([discard('2D')]);
    expect(playAll(ten, [0, discard('2D')]).hands[0]).toEqual([]);
  });
});

describe('going out and exhaustion', () => {
  const ten = { tables: ['AH 2H 3H 4H | 5D 6D 7D JD QD KD', ''], hands: ['', ''] } as const;

  test.each(['offered', 'turned'] as const)(
    'CQ-R17: with ten down, a card that is %s may be worked in to win',
    (phase) => {
      const won = play(given({ ...ten, centre: '5H', phase }), 0, meld('AH 2H 3H 4H 5H | 5D 6D 7D JD QD KD'));
      expect(won.events.map((event) => event.type)).toEqual([
        'cards-melded',
        'round-ended',
        'game-completed',
      ]);
    },
  );

  test('CQ-R17: also by rearrangement alone', () => {
    const position = given({ tables: ['5S 6S 7S JS | 4D 5D 6D 7D JD QD', ''], centre: 'JH' });
    expect(legalMelds(position)).toEqual([]);
    const fitting = given({ tables: ['4S 5S 6S 7S JS | 4D 5D 6D 7D JD', ''], centre: 'JH' });
    expect(playAll(fitting, [0, meld('4S 5S 6S 7S | 4D 5D 6D 7D | JS JD JH')]).phase).toBe('over');
  });

  test('CQ-R17, II.7-7: a forced meld wins too', () => {
    const forced = playAll(given({ ...ten, centre: '5H' }), [0, decline], [1, force]);
    expect(playAll(forced, [0, meld('AH 2H 3H 4H 5H | 5D 6D 7D JD QD KD')]).phase).toBe('over');
  });

  test('II.7-2, II.7-3: ten down that no card can join play on until the stock is used up', () => {
    const dead = given({ tables: ['AD 2D 3D | 4D 5D 6D 7D JD QD KD', ''], centre: '5H', stock: '6H' });
    const passed = playAll(dead, [0, decline], [0, decline]);
    expect(passed).toMatchObject({ phase: 'offered', active: 1, stock: [] });
    expect(playAll(passed, [1, decline]).phase).toBe('over');
  });

  test('II.7-4: ten melded cards in the dealt hand wait for a centre card', () => {
    const dealt = given({ hands: ['AH 2H 3H 4H 5D 6D 7D JD QD KD', ''], centre: 'KS' });
    expect(legalTypes(dealt)).toEqual(['decline']);
    const out = given({ hands: ['AH 2H 3H 4H 5D 6D 7D JD QD KD', ''], centre: '5H' });
    expect(playAll(out, [0, meld('AH 2H 3H 4H 5H | 5D 6D 7D JD QD KD')]).phase).toBe('over');
  });

  test('CQ-R18: the round is drawn only when a card is due and none is left, after the force was allowed', () => {
    const last = given({ tables: ['3H 4H 5H', ''], hands: ['KS QC', ''], centre: '6H', stock: '' });
    const asked = playAll(last, [0, decline]);
    expect(asked.phase).toBe('force');
    expect(eventsOf(asked, 1, allow)).toEqual([
      'decline-allowed',
      'card-buried',
      'round-ended',
      'game-completed',
    ]);
    expect(playAll(asked, [1, force], [0, meld('3H 4H 5H 6H')], [0, discard('KS')])).toMatchObject({
      phase: 'offered',
      active: 1,
      stock: [],
    });
  });

  test('CQ-R18: passing the last card that is turned up is no draw', () => {
    const turned = given({ centre: '6H', phase: 'turned', stock: '' });
    expect(playAll(turned, [0, decline])).toMatchObject({ phase: 'offered', active: 1, centre: '6H' });
  });
});

describe('the deal and the moves', () => {
  test('CQ-R19: the non-dealer gets the first card and every other one after it, then the stock follows', () => {
    const deck = randomFor('deal order').shuffle(pack);
    const dealt = deal({ firstSeat: 1 }, randomFor('deal order'));
    expect(new Set(dealt.hands[1])).toEqual(new Set(deck.slice(0, 20).filter((_, index) => index % 2 === 0)));
    expect(new Set(dealt.hands[0])).toEqual(new Set(deck.slice(0, 20).filter((_, index) => index % 2 === 1)));
    expect([dealt.centre, ...dealt.stock]).toEqual(deck.slice(20));
  });

  test('CQ-R20: a view counts the dead pile, and the log told its cards', () => {
    const declined = play(given({ centre: '7C', hands: ['AS', '2S'] }), 0, decline);
    expect(engine.view(declined.state, 'spectator')).toMatchObject({ deadCount: 1 });
    expect(JSON.stringify(engine.view(declined.state, 'spectator'))).not.toContain('7C');
    expect(declined.events.map((event) => engine.redact(event, 'spectator'))).toContainEqual({
      type: 'card-buried',
      v: 1,
      card: '7C',
    });
  });

  test('CQ-R21: melding and discarding are two moves, and there is no way back between them', () => {
    const melded = playAll(given({ hands: ['5H 6H KS QS', ''], centre: '7H' }), [0, meld('5H 6H 7H')]);
    expect(legalTypes(melded)).toEqual(['discard']);
    for (const move of [meld('5H 6H 7H'), decline, force, allow])
      expect(refusal(melded, 0, move).reason).toBe('wrong-phase');
  });

  test('CQ-R22: ten cards are dealt, and eleven must be melded', () => {
    const dealt = deal();
    expect(dealt.hands.map((hand) => hand.length)).toEqual([10, 10]);
    const ten = given({ tables: ['3H 4H 5H | QS QD QC | AC 2C 3C', ''], hands: ['KS', ''], centre: '6H' });
    expect(eventsOf(ten, 0, meld('3H 4H 5H 6H | QS QD QC | AC 2C 3C'))).toEqual(['cards-melded']);
  });

  test('general refusals come first: over, not awaited, another phase', () => {
    const position = given({ hands: ['5H 6H', ''], centre: '7H' });
    expect(refusal({ ...position, phase: 'over' }, 1, force).reason).toBe('game-over');
    expect(refusal(position, 1, force).reason).toBe('not-awaited');
    expect(refusal(position, 0, force).reason).toBe('wrong-phase');
    expect(refusal(position, 0, discard('5H')).reason).toBe('wrong-phase');
  });
});
