import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../domain/engine/random.ts';
import {
  type NobleCard,
  nobleCards,
  sorted,
  supportCards,
} from '../../../domain/games/dueling-nobles/cards.ts';
import { engine } from '../../../domain/games/dueling-nobles/index.ts';
import { type Move, optionsSchema } from '../../../domain/games/dueling-nobles/types.ts';
import {
  accept,
  cards,
  court,
  declare,
  dice,
  endPhase,
  given,
  listed,
  nobles,
  noChance,
  played,
  refusal,
  reversing,
  skipDuel,
  type Turn,
} from './support.ts';

const defaults = optionsSchema.parse({});
const begun = (options = defaults, random = createRandom('d0', 0)) =>
  engine.start(options, 2, random).reduce(engine.evolve, engine.initial());
const choose = (...chosen: NobleCard[]): Move => ({ type: 'choose-nobles', nobles: chosen });

describe('DN-1, starting court', () => {
  const state = begun();
  const [mine, theirs] = state.players.map(({ dealt }) => dealt) as [NobleCard[], NobleCard[]];
  const [first, second, third, fourth] = mine as [NobleCard, NobleCard, NobleCard, NobleCard];

  test('DN-1 all twelve Nobles are dealt, six to each seat', () => {
    expect(mine).toHaveLength(6);
    expect(sorted([...mine, ...theirs])).toEqual(nobleCards);
  });

  test('DN-1 both choose three of their six at the same time, in either order', () => {
    expect(engine.progress(state)).toEqual({
      kind: 'awaiting',
      decisions: [
        { seat: 0, kind: 'choose-nobles' },
        { seat: 1, kind: 'choose-nobles' },
      ],
    });
    expect(engine.legalMoves(state, 0)).toHaveLength(20);
    const chosen = accept(state, 1, choose(...theirs.slice(3))).state;
    expect(engine.progress(chosen)).toEqual({
      kind: 'awaiting',
      decisions: [{ seat: 0, kind: 'choose-nobles' }],
    });
    expect(engine.legalMoves(chosen, 0)).toEqual(engine.legalMoves(state, 0));
    expect(refusal(chosen, 1, choose(...theirs.slice(0, 3)))).toEqual(['not-awaited']);
  });

  test('DN-1 a choice is three different Nobles of one’s own six', () => {
    expect(refusal(state, 0, choose(first, second, second))).toEqual(['not-three-dealt', 'DN-1']);
    expect(refusal(state, 0, choose(first, second, ...theirs.slice(0, 1)))).toEqual([
      'not-three-dealt',
      'DN-1',
    ]);
    expect(refusal(state, 0, choose(third, first, fourth))).toBeUndefined();
  });

  test('DN-1 once both have chosen, courts are open at full stamina and the rejected six are the Noble pile', () => {
    const chosen = accept(state, 0, choose(first, second, third)).state;
    const { state: open, events } = accept(chosen, 1, choose(...theirs.slice(3)), reversing);
    expect(events.map(({ type }) => type)).toEqual([
      'nobles-chosen',
      'courts-revealed',
      'hands-dealt',
      'turn-started',
    ]);
    expect(open.players[0].court).toEqual(court(`${first} ${second} ${third}`));
    expect(open.players[1].court).toEqual(court(theirs.slice(3).join(' ')));
    expect(open.noblePile).toEqual([...mine.slice(3), ...theirs.slice(0, 3)].reverse());
    expect(open.players.map(({ dealt, chosen: choice }) => [dealt, choice])).toEqual([
      [[], null],
      [[], null],
    ]);
  });

  test('DN-2 six Support cards each, first to seat 0 and then to seat 1, and no tokens but the first income', () => {
    const chosen = accept(state, 0, choose(first, second, third)).state;
    const open = accept(chosen, 1, choose(...theirs.slice(3)), reversing).state;
    const shuffled = [...supportCards].reverse();
    expect(open.players.map(({ hand }) => hand)).toEqual([shuffled.slice(0, 6), shuffled.slice(6, 12)]);
    expect(open.supportPile).toEqual(shuffled.slice(12));
    expect(open.supportDiscard).toEqual([]);
    expect(open.players.map(({ tokens }) => tokens)).toEqual(open.firstSeat === 0 ? [1, 0] : [0, 1]);
  });
});

describe('DN-3, who starts', () => {
  const rolled = (...faces: number[]) =>
    engine.start(defaults, 2, { ...reversing, die: dice(...faces).die })[0];

  test.each([
    [[2, 5], [[2, 5]], 1],
    [[6, 1], [[6, 1]], 0],
    [
      [3, 3, 4, 4, 1, 2],
      [
        [3, 3],
        [4, 4],
        [1, 2],
      ],
      1,
    ],
  ])(
    'DN-3 after dice %j the seat with the lower last die deals and the other starts',
    (faces, rolls, firstSeat) => {
      expect(rolled(...faces)).toMatchObject({ type: 'table-set', rolls, firstSeat });
    },
  );

  test.each([0, 1])('DN-3 a pinned first seat %i rolls no dice and takes the first turn', (firstSeat) => {
    const state = begun({ ...defaults, firstSeat }, reversing);
    expect(engine.firstSeat(state)).toBe(firstSeat);
    const six = state.players.map(({ dealt }) => dealt.slice(0, 3)) as [NobleCard[], NobleCard[]];
    const open = played(state, [1, choose(...six[1])], [0, choose(...six[0]), reversing]);
    expect(engine.progress(open)).toEqual({
      kind: 'awaiting',
      decisions: [{ seat: firstSeat, kind: 'income' }],
    });
    expect(open.players[firstSeat]?.tokens).toBe(1);
  });

  test('DN-3 in a series the first turn alternates', () => {
    const outcome = { kind: 'drawn', reason: 'turn-limit' } as const;
    expect([0, 1].map((firstSeat) => engine.nextFirstSeat({ firstSeat, seats: 2, outcome }))).toEqual([1, 0]);
  });

  test('DN-3 a first seat that is not at the table is refused', () => {
    expect(engine.checkOptions({ ...defaults, firstSeat: 1 }, 2)).toBeUndefined();
    expect(engine.checkOptions({ ...defaults, firstSeat: 2 }, 2)).toMatchObject({ reason: 'no-such-seat' });
  });
});

describe('DN-4, turns', () => {
  test('DN-4 the active player passes through all phases, then the other seat’s turn begins with 1 token', () => {
    let state = given();
    const seen: string[] = [];
    for (const move of [endPhase, endPhase, endPhase, endPhase, skipDuel]) {
      seen.push(state.phase);
      state = accept(state, 0, move).state;
    }
    expect(seen).toEqual(['income', 'reinforce', 'weapon', 'suit', 'duel']);
    expect(state).toMatchObject({ active: 1, phase: 'income', turn: 6 });
    expect(state.players.map(({ tokens }) => tokens)).toEqual([0, 1]);
  });

  test('DN-4 a move of another phase, of the other seat or after the end is refused in general terms', () => {
    expect(refusal(given(), 0, { type: 'recruit' })).toEqual(['wrong-phase']);
    expect(refusal({ ...given(), phase: 'duel' }, 0, endPhase)).toEqual(['wrong-phase']);
    expect(refusal(given(), 1, endPhase)).toEqual(['not-awaited']);
    expect(refusal(given(), 7, endPhase)).toEqual(['not-awaited']);
    const lost = played(given({ court: 'KH/1' }), [0, { type: 'tax', king: 'KH' }]);
    expect(refusal(lost, 0, endPhase)).toEqual(['game-over']);
    expect(engine.legalMoves(lost, 0)).toEqual([]);
  });
});

describe('DN-5, once per turn', () => {
  const twice: readonly [
    name: string,
    state: ReturnType<typeof given>,
    first: Turn,
    second: Move,
    refused: string[],
  ][] = [
    [
      'triple',
      given({ hand: '2H 3H 4H 5H 6H 7H' }),
      [0, { type: 'discard-triple', cards: cards('2H 3H 4H') }],
      { type: 'discard-triple', cards: cards('5H 6H 7H') },
      ['triple-done', 'DN-7'],
    ],
    [
      'tax, even of another King',
      given({ court: 'KH KD' }),
      [0, { type: 'tax', king: 'KH' }],
      { type: 'tax', king: 'KD' },
      ['tax-done', 'DN-5'],
    ],
    [
      'recruit',
      given({ tokens: 10 }, {}, { phase: 'reinforce' }),
      [0, { type: 'recruit' }],
      { type: 'recruit' },
      ['recruit-done', 'DN-5'],
    ],
    [
      'purchase',
      given({ tokens: 10 }, {}, { phase: 'reinforce' }),
      [0, { type: 'buy', count: 1 }],
      { type: 'buy', count: 1 },
      ['purchase-done', 'DN-6'],
    ],
    [
      'weapon',
      given({ hand: '2C 3C' }, {}, { phase: 'weapon' }),
      [0, { type: 'play-weapon', card: '2C', noble: 'JH' }],
      { type: 'play-weapon', card: '3C', noble: 'QH' },
      ['weapon-done', 'DN-5'],
    ],
  ];

  test.each(twice)(
    'DN-5 a second %s in a turn is refused, and legal again in the next',
    (_name, state, first, second, refused) => {
      const done = played(state, first);
      expect(refusal(done, 0, second)).toEqual(refused);
      const skipped = played({ ...done, phase: 'duel' }, [0, skipDuel]);
      const again = { ...played({ ...skipped, phase: 'duel' }, [1, skipDuel]), phase: state.phase };
      expect(refusal(again, 0, second)).toBeUndefined();
    },
  );
});

describe('DN-6, buying', () => {
  test.each([
    [1, 1],
    [2, 2],
    [3, 3],
    [9, 3],
  ])('DN-6 with %i tokens up to %i cards can be bought', (tokens, most) => {
    const counts = listed(given({ tokens }, {}, { phase: 'reinforce' }), 0, 'buy');
    expect(counts).toEqual([1, 2, 3].slice(0, most).map((count) => ({ type: 'buy', count })));
  });

  test('DN-6 the cards come from the top of the pile, for one token each', () => {
    const state = given({ tokens: 3 }, {}, { phase: 'reinforce', supportPile: cards('9S 8S 7S') });
    const bought = accept(state, 0, { type: 'buy', count: 2 });
    expect(bought.events).toEqual([
      { type: 'cards-bought', v: 1, seat: 0, cost: 2, drawn: ['9S', '8S'], reshuffled: [] },
    ]);
    expect(bought.state.players[0]).toMatchObject({ hand: ['9S', '8S'], tokens: 1 });
    expect(bought.state.supportPile).toEqual(['7S']);
  });

  test('DN-6 an exhausted pile is replaced by the reshuffled discard pile in mid-purchase (R5)', () => {
    const state = given(
      { tokens: 3 },
      {},
      { phase: 'reinforce', supportPile: cards('9S'), supportDiscard: cards('2C 3C 4C') },
    );
    const bought = accept(state, 0, { type: 'buy', count: 3 }, reversing).state;
    expect(bought.players[0].hand).toEqual(cards('9S 4C 3C'));
    expect(bought.supportPile).toEqual(cards('2C'));
    expect(bought.supportDiscard).toEqual([]);
  });

  test('DN-6 a pile that is just long enough is not reshuffled until a card is needed', () => {
    const state = given(
      { tokens: 3 },
      {},
      { phase: 'reinforce', supportPile: cards('9S'), supportDiscard: cards('2C') },
    );
    const bought = accept(state, 0, { type: 'buy', count: 1 }, noChance).state;
    expect(bought).toMatchObject({ supportPile: [], supportDiscard: ['2C'] });
  });

  test('DN-6 nobody buys more cards than are left, and none where all are gone', () => {
    const left = { phase: 'reinforce', supportPile: cards('9S'), supportDiscard: cards('2C') } as const;
    expect(refusal(given({ tokens: 3 }, {}, left), 0, { type: 'buy', count: 3 })).toEqual([
      'too-few-cards',
      'DN-6',
    ]);
    expect(listed(given({ tokens: 3 }, {}, { ...left, supportPile: [] }), 0, 'buy')).toHaveLength(1);
    const none = given({ tokens: 3, hand: supportCards.join(' ') }, {}, { phase: 'reinforce' });
    expect(listed(none, 0, 'buy')).toEqual([]);
  });
});

describe('DN-7, triples', () => {
  test('DN-7 three cards of one suit, aces too, bring 3 tokens and are discarded as they were given', () => {
    const state = accept(given({ hand: 'AS 2S 9S 2H' }), 0, {
      type: 'discard-triple',
      cards: cards('9S AS 2S'),
    }).state;
    expect(state.players[0]).toMatchObject({ tokens: 3, hand: ['2H'] });
    expect(state.supportDiscard).toEqual(['9S', 'AS', '2S']);
  });

  test.each([
    ['of one rank', '2H 2D 2C', ['not-one-suit', 'DN-7']],
    ['of two suits', '2H 3H 2C', ['not-one-suit', 'DN-7']],
    ['with one twice', '2H 3H 3H', ['card-not-in-hand']],
    ['that are not in hand', '2H 3H 4H', ['card-not-in-hand']],
    ['of which one is a weapon in the court', '2H 3H 5H', ['card-not-in-hand']],
  ])('DN-7 three cards %s are refused', (_name, text, refused) => {
    const state = given({ court: 'JH+5H', hand: '2H 3H 2D 2C' });
    expect(refusal(state, 0, { type: 'discard-triple', cards: cards(text) })).toEqual(refused);
    expect(listed(state, 0, 'discard-triple')).toEqual([]);
  });
});

describe('DN-16, recruiting', () => {
  test('DN-16 five tokens bring the top Noble at full stamina, whatever the size of the court', () => {
    const state = given({ tokens: 6 }, {}, { phase: 'reinforce', noblePile: nobles('KC JD') });
    const recruited = played(state, [0, { type: 'recruit' }]);
    expect(recruited.players[0]).toMatchObject({ tokens: 1, court: court('JH QH KH KC') });
    expect(recruited.noblePile).toEqual(['JD']);
  });

  test('DN-16 a recruit may be armed and may duel in the same turn', () => {
    const state = given({ tokens: 5, hand: '2S' }, {}, { phase: 'reinforce', noblePile: nobles('KC') });
    const armed = played(
      state,
      [0, { type: 'recruit' }],
      [0, endPhase],
      [0, { type: 'play-weapon', card: '2S', noble: 'KC' }],
    );
    expect(refusal(played(armed, [0, endPhase], [0, endPhase]), 0, declare('KC', 'JS'))).toBeUndefined();
  });

  test('DN-16 needs five tokens and a Noble in the pile; destroyed Nobles never come back', () => {
    const recruit: Move = { type: 'recruit' };
    expect(refusal(given({ tokens: 4 }, {}, { phase: 'reinforce' }), 0, recruit)).toEqual([
      'too-few-tokens',
      'DN-16',
    ]);
    const empty = given(
      { tokens: 9 },
      {},
      { phase: 'reinforce', noblePile: [], nobleDiscard: nobles('JD KC') },
    );
    expect(refusal(empty, 0, recruit)).toEqual(['noble-pile-empty', 'DN-16']);
  });
});

describe('DN-18, tax', () => {
  const tax = (king: NobleCard): Move => ({ type: 'tax', king });

  test('DN-18 takes one stamina of an own King for one token', () => {
    const taxed = played(given({ court: 'QH KH' }), [0, tax('KH')]);
    expect(taxed.players[0]).toMatchObject({ tokens: 1, court: court('QH KH/2') });
    expect(taxed.phase).toBe('income');
    expect(refusal(given(), 0, tax('QH'))).toEqual(['not-a-king', 'DN-5']);
    expect(refusal(given(), 0, tax('KS'))).toEqual(['noble-not-in-court']);
  });

  test('DN-18 may destroy him, and his weapon is discarded', () => {
    const taxed = played(given({ court: 'QH KH/1+3D' }), [0, tax('KH')]);
    expect(taxed).toMatchObject({ outcome: null, nobleDiscard: ['KH'], supportDiscard: ['3D'] });
    expect(taxed.players[0]).toMatchObject({ tokens: 1, court: court('QH') });
  });

  test('DN-18 loses the game at once where he was the last Noble', () => {
    const lost = played(given({ court: 'KH/1', tokens: 9 }), [0, tax('KH')]);
    expect(engine.progress(lost)).toMatchObject({
      kind: 'over',
      outcome: { kind: 'won', winners: [1], reason: 'court-destroyed', details: { nobles: [0, 3] } },
    });
  });
});
