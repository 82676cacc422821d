import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../domain/engine/random.ts';
import { allCards, type Face, faces, sorted } from '../../../domain/games/district-noir/cards.ts';
import { engine } from '../../../domain/games/district-noir/index.ts';
import { judge, score } from '../../../domain/games/district-noir/scoring.ts';
import type { Event, Options, State } from '../../../domain/games/district-noir/types.ts';
import { deriveSeed } from '../../support/seed.ts';
import { accept, afterTurns, cards, given, lastTurn, play, refusal, take } from './support.ts';

const startWith = (options: Options, label: string | number): { events: readonly Event[]; draws: number } => {
  const random = createRandom(deriveSeed('district-noir', label), 0);
  return { events: engine.start(options, 2, random), draws: random.drawn() };
};

const startOf = (label: string | number, options: Options = { firstSeat: 'random' }): State =>
  startWith(options, label).events.reduce(engine.evolve, engine.initial());

/** Plays a match to its end: everyone plays the first card that it may, and takes only when it must. */
const playOut = (start: State): { readonly states: readonly State[]; readonly final: State } => {
  const states: State[] = [];
  let state = start;
  for (;;) {
    states.push(state);
    const progress = engine.progress(state);
    if (progress.kind === 'over') return { states, final: state };
    const seat = progress.decisions[0]?.seat ?? expect.fail('nobody is awaited');
    const move = engine.legalMoves(state, seat)[0] ?? expect.fail('no legal move');
    state = accept(state, seat, move).state;
  }
};

test('DI-R0: the 45 cards bear the faces of the ruling', () => {
  expect(allCards).toEqual(
    cards('5x5 6x6 7x7 8x8 +2x4 +3x2 +4 -1x3 -2x4 -3x2 city-docks city-police city-hall'),
  );
  expect(allCards).toHaveLength(45);
});

describe('DI-R1: the first seat is random', () => {
  test('either seat may start', () => {
    const seats = Array.from({ length: 40 }, (_, index) => startOf(index).firstSeat);
    expect(new Set(seats)).toEqual(new Set([0, 1]));
  });

  test('it is the first draw of the match, before the one shuffle', () => {
    expect(startWith({ firstSeat: 'random' }, 'draws').draws).toBe(1 + 44);
    expect(createRandom(deriveSeed('district-noir', 'draws'), 0).int(2)).toBe(startOf('draws').firstSeat);
  });

  test.each([0, 1])('seat %i starts if the option says so, without a draw', (firstSeat) => {
    const { events, draws } = startWith({ firstSeat }, 'pinned');
    expect(draws).toBe(44);
    expect(events).toMatchObject([{ firstSeat }, { starter: firstSeat }]);
  });
});

test.each([0, 1])('DI-R2: with first seat %i the seats start the rounds by turns', (firstSeat) => {
  const { states } = playOut(startOf('rounds', { firstSeat }));
  const openings = states.filter((state) => state.turn === 1);
  expect(openings.map((state) => state.starter)).toEqual([
    firstSeat,
    1 - firstSeat,
    firstSeat,
    1 - firstSeat,
  ]);
  for (const state of openings)
    expect(engine.progress(state)).toMatchObject({ decisions: [{ seat: state.starter, kind: 'turn' }] });
});

test('DI-R2: whoever makes turn 12 makes the first turn of the next round', () => {
  const { states } = playOut(startOf('twice'));
  const last = states.find((state) => state.turn === 12) ?? expect.fail('no turn 12');
  expect(engine.progress(last)).toMatchObject({ decisions: [{ seat: 1 - last.firstSeat }] });
  expect(states.find((state) => state.round === 2)?.starter).toBe(1 - last.firstSeat);
});

test('DI-R3: a round has twelve turns, six for each seat', () => {
  const { states, final } = playOut(startOf('turns'));
  expect(states.filter((state) => state.round === 1).map((state) => state.turn)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
  ]);
  expect(final.round).toBe(4);
});

test('DI-R4: nothing is drawn from the deck during a round', () => {
  const { states } = playOut(startOf('deck'));
  expect(states.map((state) => state.deck.length)).toEqual(states.map((state) => (4 - state.round) * 10));
});

describe('DI-R5: the newest cards are taken', () => {
  test('a play goes to the right end of the row', () => {
    const dealt = given({ row: cards('7 -2'), hands: [cards('8 5'), cards('6')] });
    expect(accept(dealt, 0, play('8')).state.row).toEqual(cards('7 -2 8'));
  });

  test('a take removes the right end and leaves the left', () => {
    const { state } = accept(
      given({ row: cards('5 6 7 8 +2 +3 +4'), hands: [cards('5'), cards('5')] }),
      0,
      take,
    );
    expect(state.row).toEqual(cards('5 6'));
    expect(state.piles[0]).toEqual(cards('7 8 +2 +3 +4'));
  });
});

test.each([1, 2, 3, 4, 5, 6, 12, 20])('DI-R6: of a row of %i a take removes five, or all', (length) => {
  const dealt = given({ row: allCards.slice(0, length), hands: [cards('5'), cards('5')] });
  const { state } = accept(dealt, 0, take);
  expect(state.piles[0]).toHaveLength(Math.min(5, length));
  expect(state.row).toHaveLength(Math.max(0, length - 5));
});

test('DI-R7: a first take from an empty row is refused and not listed', () => {
  const dealt = given({ hands: [cards('5 6'), cards('7')] });
  expect(refusal(dealt, 0, take)).toEqual(['row-empty', 'DI-R7']);
  expect(engine.legalMoves(dealt, 0)).toEqual([play('5'), play('6')]);
});

describe('DI-R8: exactly one take for each seat in each round', () => {
  test.each([{ row: '7 7' }, { row: '' }])('a second take is refused with the row "$row"', ({ row }) => {
    const taken = given({ row: cards(row), hands: [cards('5'), cards('5')], hasTaken: [true, false] });
    expect(refusal(taken, 0, take)).toEqual(['already-taken', 'DI-R8']);
    expect(engine.legalMoves(taken, 0)).toEqual([play('5')]);
  });

  test('with an empty hand a seat must take', () => {
    const empty = given({ row: cards('7x6'), hands: [[], cards('5')] });
    expect(refusal(empty, 0, play('5'))).toEqual(['must-take', 'DI-R8']);
    expect(engine.legalMoves(empty, 0)).toEqual([take]);
  });

  test('the right to take comes back with the next round', () => {
    const last = given({ turn: 12, row: cards('7x6'), hands: [[], []], hasTaken: [true, false] });
    expect(accept(last, 1, take).state.hasTaken).toEqual([false, false]);
  });
});

describe('DI-R9: three City cards win at once', () => {
  const won = (seat: number) => ({
    kind: 'over',
    outcome: { kind: 'won', reason: 'cities', winners: [seat] },
  });
  const hands = [cards('5 5'), cards('5 5')] as const;

  test.each([
    { piles: '', row: 'Cd 5 Cp 5 Ch', when: 'taken together' },
    { piles: 'Cd', row: 'Ch Cp', when: 'one before, two now' },
    { piles: 'Cd 5 Cp', row: 'Ch', when: 'two before, one now' },
  ])('$when, in the middle of a round', ({ piles, row }) => {
    const { state } = accept(given({ row: cards(row), hands, piles: [cards(piles), []] }), 0, take);
    expect(engine.progress(state)).toEqual(won(0));
  });

  test('the win comes before the scoring, and no score is part of the outcome', () => {
    const { events } = accept(lastTurn({ piles: [cards('8x5'), cards('Cd Cp')], row: cards('Ch') }), 1, take);
    expect(events.at(-1)).toEqual({ type: 'game-ended', v: 1, outcome: won(1).outcome });
    expect(events).toHaveLength(2);
  });

  test('City cards in both piles, in the row or in a hand do not count together', () => {
    const apart = given({ row: cards('5 Cd'), hands: [cards('Ch 5'), cards('5')], piles: [cards('Cp'), []] });
    expect(afterTurns(apart, [[0, take]]).outcome).toBeNull();
    const shared = given({ row: cards('Ch'), hands, piles: [cards('Cd'), cards('Cp')] });
    expect(afterTurns(shared, [[0, take]]).outcome).toBeNull();
  });

  test('playing the third City card wins nothing', () => {
    const holding = given({
      row: cards('5'),
      hands: [cards('Ch 5'), cards('5')],
      piles: [cards('Cp Cd'), []],
    });
    expect(afterTurns(holding, [[0, play('Ch')]]).outcome).toBeNull();
  });
});

test('DI-R10: with a City card removed the game goes on to its scoring, and nobody is told', () => {
  const piles = [cards('Cd Cp 8'), cards('7')] as const;
  const removed = lastTurn({ piles, removed: cards('Ch 5 5') });
  const other = lastTurn({ piles, removed: cards('6 5 5') });
  expect(accept(removed, 1, take).state.outcome).toMatchObject({ reason: 'score' });
  for (const viewer of ['spectator', { seat: 0 }, { seat: 1 }] as const)
    expect(engine.view(removed, viewer)).toEqual(engine.view(other, viewer));
});

test.each([
  { pile: '8', other: '', majority: 8, why: 'one to none' },
  { pile: '8x3', other: '8x5', majority: 0, why: 'fewer' },
  { pile: '7x3 5', other: '7x3', majority: 5, why: 'sevens equal' },
  { pile: '', other: '', majority: 0, why: 'none to none' },
  { pile: '6x2', other: '6', majority: 6, why: 'more than the other, less than half of all' },
  { pile: '5 6 7 8', other: '', majority: 26, why: 'all four' },
])('DI-R11: "$pile" against "$other" has majorities worth $majority ($why)', ({ pile, other, majority }) => {
  expect(score(cards(pile), cards(other)).majority).toBe(majority);
});

test.each([
  { pile: '5 6 7', sets: 0 },
  { pile: '5 6 7 8', sets: 5 },
  { pile: '5 6x5 7x5 8x5', sets: 5 },
  { pile: '5x2 6x3 7x2 8x4', sets: 10 },
  { pile: '5x5 6x5 7x5 8x5', sets: 25 },
])('DI-R12: "$pile" holds sets worth $sets, and its cards count for majorities as well', ({ pile, sets }) => {
  const scored = score(cards(pile), []);
  expect(scored.sets).toBe(sets);
  expect(scored.majority).toBe(new Set(cards(pile)).has('8') ? 26 : 18);
});

test('DI-R13: the row that is left after round 4 belongs to nobody', () => {
  const { state } = accept(lastTurn({ row: cards('8 8 +4 5 5 5 5 5') }), 1, take);
  expect(state.row).toEqual(cards('8 8 +4'));
  expect(state.outcome).toMatchObject({
    winners: [1],
    details: { scores: [{ total: 0 }, { majority: 5, sets: 0, faces: 0, total: 5 }] },
  });
});

describe('DI-R14: equal scores are broken by 8, 7, 6, 5 and City cards, then shared', () => {
  test.each([
    { piles: ['8 -3', '5'], tiebreak: 'eights', winner: 0 },
    { piles: ['7', '8 -1'], tiebreak: 'eights', winner: 1 },
    { piles: ['8 7 -2', '8 5'], tiebreak: 'sevens', winner: 0 },
    { piles: ['8 7 6', '8 7 +2 +4'], tiebreak: 'sixes', winner: 0 },
    { piles: ['8 +2 +3', '8 5'], tiebreak: 'fives', winner: 1 },
    { piles: ['8 Cd', '8 Cp Ch'], tiebreak: 'cities', winner: 1 },
    { piles: ['', 'Cd'], tiebreak: 'cities', winner: 1 },
  ])(
    '"$piles" is won by seat $winner on $tiebreak',
    ({ piles: [first = '', second = ''], tiebreak, winner }) => {
      expect(judge([cards(first), cards(second)])).toMatchObject({
        kind: 'won',
        reason: 'tiebreak',
        winners: [winner],
        details: { tiebreak },
      });
    },
  );

  test('the victory is shared where all are equal', () => {
    expect(judge([cards('8 +3 -1'), cards('8 +2')])).toMatchObject({ kind: 'drawn', reason: 'shared' });
    expect(judge([[], []])).toMatchObject({ kind: 'drawn', reason: 'shared' });
  });

  test('a score decides before any tie-break, below zero too', () => {
    expect(judge([cards('-1'), cards('8 -3x2 -2x4 -1x2')])).toMatchObject({ reason: 'score', winners: [0] });
  });
});

test.each(faces.map((face): [Face, number] => [face, face.startsWith('city') ? 0 : Number(face)]))(
  'DI-R15: a lone %s in a pile scores %i',
  (face, points) => {
    expect(score([face], []).total).toBe(points);
  },
);

test('DI-R16: four rounds, and the row changes by plays and takes alone', () => {
  const { states, final } = playOut(startOf('four rounds'));
  expect(final.round).toBe(4);
  expect(states.filter((state) => state.turn === 1)).toHaveLength(4);
  const last = given({ turn: 12, row: cards('7x6'), hands: [[], cards('5')], hasTaken: [true, true] });
  const { state } = accept(last, 1, play('5'));
  expect(state).toMatchObject({ round: 2, row: cards('7x6 5') });
});

test.each(['spectator', { seat: 0 }, { seat: 1 }] as const)('DI-R17: both piles are open to %o', (viewer) => {
  const { seats } = engine.view(given({ piles: [cards('5 Cd'), cards('8 -1')] }), viewer);
  expect(seats.map((seat) => seat.pile)).toEqual([cards('5 Cd'), cards('8 -1')]);
});

test('DI-R18: piles are compared as multisets', () => {
  const one = given({ piles: [cards('5 Cd -2 5'), []] });
  const other = given({ piles: [cards('-2 5 5 Cd'), []] });
  expect(engine.view(one, 'spectator')).toEqual(engine.view(other, 'spectator'));
  expect(judge(one.piles)).toEqual(judge(other.piles));
});

test.each([
  { round: 1, firstSeat: 0, hands: ['5 6 7 8 +2', '-1x3 -2x2'] },
  { round: 1, firstSeat: 1, hands: ['-1x3 -2x2', '5 6 7 8 +2'] },
])(
  'DI-R19: after round $round, begun by seat $firstSeat, the new starter gets the first five cards',
  (row) => {
    const { round, firstSeat, hands } = row;
    const deck = cards('-1x3 -2x2 5 6 7 8 +2 8x20');
    const last = given({
      round,
      firstSeat,
      starter: firstSeat,
      turn: 12,
      deck,
      row: cards('7x6'),
      hasTaken: [true, true],
    });
    const mover = 1 - firstSeat;
    const { events, state } = accept({ ...last, hands: [cards('6'), cards('6')] }, mover, play('6'));
    expect(events).toEqual([
      { type: 'card-played', v: 1, seat: mover, card: '6' },
      { type: 'round-dealt', v: 1, round: 2, starter: mover, hands: hands.map(cards) },
    ]);
    expect(state.deck).toEqual(cards('8x20'));
  },
);

describe('DI-R20: equal cards are interchangeable', () => {
  const dealt = given({ row: cards('7'), hands: [cards('8 5 8 8 -1'), cards('6')] });

  test('legal moves name each face once', () => {
    expect(engine.legalMoves(dealt, 0)).toEqual([play('5'), play('8'), play('-1'), take]);
  });

  test('a play removes one card of its face', () => {
    expect(afterTurns(dealt, [[0, play('8')]]).hands[0]).toEqual(cards('5 8 8 -1'));
  });

  test('a card that the seat does not hold is refused', () => {
    expect(refusal(dealt, 0, play('6'))).toEqual(['card-not-held', 'DI-R20']);
  });
});

describe('general refusals come before those of the rules', () => {
  const dealt = given({ hands: [cards('5'), cards('6')] });

  test('it is not your turn', () => {
    expect(refusal(dealt, 1, play('6'))).toEqual(['not-awaited']);
    expect(refusal(dealt, 1, take)).toEqual(['not-awaited']);
    expect(engine.legalMoves(dealt, 1)).toEqual([]);
  });

  test('the game is over, for both seats', () => {
    const over = given({ ...dealt, outcome: { kind: 'won', reason: 'cities', winners: [0] } });
    expect([0, 1].map((seat) => refusal(over, seat, take))).toEqual([['game-over'], ['game-over']]);
    expect([0, 1].flatMap((seat) => engine.legalMoves(over, seat))).toEqual([]);
  });
});

describe('the set-up', () => {
  test('deals the shuffle in order: three removed, five to the starter, five to the other, two for the row, the deck', () => {
    const shuffled = createRandom(deriveSeed('district-noir', 'order'), 0).shuffle(allCards);
    expect(startOf('order', { firstSeat: 1 })).toMatchObject({
      removed: shuffled.slice(0, 3),
      hands: [sorted(shuffled.slice(8, 13)), sorted(shuffled.slice(3, 8))],
      row: shuffled.slice(13, 15),
      deck: shuffled.slice(15),
    });
  });

  test('a first seat outside the match is refused', () => {
    expect(engine.checkOptions({ firstSeat: 1 }, 2)).toBeUndefined();
    expect(engine.checkOptions({ firstSeat: 'random' }, 2)).toBeUndefined();
    expect(engine.checkOptions({ firstSeat: 2 }, 2)).toMatchObject({ reason: 'no-such-seat' });
    expect(engine.schemas.options.safeParse({ firstSeat: 2 }).success).toBe(false);
  });

  test('a rematch is started by the other seat', () => {
    const outcome = { kind: 'drawn', reason: 'shared' } as const;
    expect([0, 1].map((firstSeat) => engine.nextFirstSeat({ firstSeat, seats: 2, outcome }))).toEqual([1, 0]);
  });
});
