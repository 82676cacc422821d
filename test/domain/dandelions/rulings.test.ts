import { describe, expect, it, test } from 'vitest';
import { createRandom } from '../../../domain/engine/random.ts';
import { engine } from '../../../domain/games/dandelions/index.ts';
import {
  type Card,
  cards,
  type Direction,
  type Event,
  type Face,
  type Move,
  optionsSchema,
  type State,
} from '../../../domain/games/dandelions/types.ts';
import { accept, ended, given, landing, refusal, rolls, scoresOf } from './support.ts';

const seed = 'd0'.repeat(32);
const started = (seats: number, options: Parameters<typeof optionsSchema.parse>[0] = {}): State =>
  engine
    .start(optionsSchema.parse(options), seats, createRandom(seed, 0))
    .reduce(engine.evolve, engine.initial());
const use = (face: Face): Move => ({ type: 'use', face });
const gust = (direction: Direction): Move => ({ type: 'gust', direction });

describe('DA-1: the ring', () => {
  const spaces = (state: State) =>
    engine.view(state, 'spectator').cards.map((card) => [card.card, card.spaces]);

  it('DA-1: has 15 spaces, five on card 1 and one on card 8, ascending clockwise', () => {
    expect(spaces(started(2))).toEqual([
      [1, [0, 1, 2, 3, 4]],
      [2, [5, 6, 7, 8]],
      [3, [9, 10, 11]],
      [5, [12, 13]],
      [8, [14]],
    ]);
  });

  it('DA-1: takes the number of spaces of each card from the option', () => {
    const state = started(2, { spaces: { 1: 1, 2: 8, 3: 1, 5: 1, 8: 2 } });
    expect(spaces(state)).toEqual([
      [1, [0]],
      [2, [1, 2, 3, 4, 5, 6, 7, 8]],
      [3, [9]],
      [5, [10]],
      [8, [11, 12]],
    ]);
  });

  test.each([0, 9, 1.5])('DA-1: refuses %s spaces on a card', (count) => {
    expect(optionsSchema.safeParse({ spaces: { 1: 5, 2: 4, 3: 3, 5: 2, 8: count } }).success).toBe(false);
  });

  test.each<{ space: number; face: Face; to: number; card: Card }>([
    { space: 4, face: 1, to: 5, card: 2 },
    { space: 8, face: 1, to: 9, card: 3 },
    { space: 11, face: 1, to: 12, card: 5 },
    { space: 13, face: 1, to: 14, card: 8 },
    { space: 14, face: 6, to: 5, card: 2 },
  ])('DA-1: a $face from space $space leads to space $to on card $card', ({ space, face, to, card }) => {
    expect(landing(given([{ token: space, pool: [face] }, { token: 1 }]), face)).toMatchObject({
      space: to,
      card,
    });
  });
});

describe('DA-2: the tokens', () => {
  test.each([
    { seats: 2, firstSeat: 0, tokens: [0, 1] },
    { seats: 2, firstSeat: 1, tokens: [1, 0] },
    { seats: 3, firstSeat: 0, tokens: [0, 1, 2] },
    { seats: 3, firstSeat: 2, tokens: [1, 2, 0] },
  ])(
    'DA-2: $seats seats stand one behind the other from seat $firstSeat on: $tokens',
    ({ seats, firstSeat, tokens }) => {
      expect(started(seats, { firstSeat }).seats.map(({ token }) => token)).toEqual(tokens);
    },
  );

  it('DA-2: standing on the start space at the beginning is no landing', () => {
    expect(started(3, { firstSeat: 1 }).pending).toEqual({ seat: 1, kind: 'turn' });
  });
});

describe('DA-3: the bump', () => {
  it('DA-3: repeats the distance until no opponent stands there, and displaces nobody', () => {
    const { event, state } = accept(given([{ token: 3, pool: [2] }, { token: 5 }, { token: 7 }]), use(2));
    expect(event).toMatchObject({ bumped: [5, 7], space: 9, card: 3 });
    expect(state.seats.map(({ token }) => token)).toEqual([9, 5, 7]);
  });

  it('DA-3: the chain ends on the own space, which is landing on start where that is start', () => {
    const state = given([{ token: 0, pool: [5, 6] }, { token: 5 }, { token: 10 }]);
    expect(landing(state, 5)).toEqual({ space: 0, card: 1, next: { seat: 0, kind: 'reroll' } });
  });

  it('DA-3: an opponent on start bumps the token on, without a reroll', () => {
    const state = given([
      { token: 10, pool: [5, 6] },
      { token: 0, pool: [1] },
    ]);
    expect(landing(state, 5)).toEqual({ space: 5, card: 2, next: { seat: 1, kind: 'turn' } });
  });

  it('DA-3: in a ring of five a 5 returns to its own space at once', () => {
    const options = { spaces: { 1: 1, 2: 1, 3: 1, 5: 1, 8: 1 } };
    expect(landing(given([{ token: 3, pool: [5] }, { token: 4 }], { options }), 5).space).toBe(3);
  });
});

describe('DA-4: the reroll', () => {
  const landed = accept(
    given([
      { token: 12, pool: [1, 3, 3, 6] },
      { token: 5, pool: [2] },
    ]),
    use(3),
  ).state;

  it('DA-4: rolls all unused dice and not the die just used', () => {
    const { state } = accept(landed, { type: 'reroll' }, rolls(5, 4, 2));
    expect(state.seats[0]).toMatchObject({ pool: [2, 4, 5], planted: { 1: [3] } });
    expect(state.pending).toEqual({ seat: 1, kind: 'turn' });
  });

  it('DA-4: may be declined', () => {
    const { state } = accept(landed, { type: 'keep' });
    expect(state.seats[0]?.pool).toEqual([1, 3, 6]);
    expect(state.pending).toEqual({ seat: 1, kind: 'turn' });
  });

  it('DA-4: is not offered with the last die', () => {
    expect(landing(given([{ token: 12, pool: [3] }, { pool: [2] }]), 3).next).toEqual({
      seat: 1,
      kind: 'turn',
    });
  });

  it('DA-4: is not offered off the start space', () => {
    expect(refusal(given([{ pool: [3] }, {}]), 0, { type: 'reroll' })).toEqual(['wrong-phase', undefined]);
  });
});

describe('DA-5: the gust', () => {
  // Seat 0 stands on space 3 and plants a 2 on card 2, where the others have dice.
  const position = (options: { gust?: boolean }, pool: Face[] = [2, 4]) =>
    given(
      [
        { token: 3, pool, planted: { 2: [2, 4] } },
        { token: 9, pool: [1], planted: { 2: [2, 5, 2] } },
        { token: 11, pool: [1], planted: { 2: [2, 3], 1: [2], 3: [2] } },
      ],
      { options },
    );

  it('DA-5: is not in the game by default', () => {
    expect(accept(position({}), use(2)).state.pending).toEqual({ seat: 1, kind: 'turn' });
  });

  test.each<{ direction: Direction; to: Card }>([
    { direction: 'clockwise', to: 3 },
    { direction: 'anticlockwise', to: 1 },
  ])(
    'DA-5: $direction blows all opposing dice of the face to card $to, own dice stay, no cascade',
    ({ direction, to }) => {
      const planted = accept(position({ gust: true }), use(2)).state;
      expect(planted.pending).toEqual({ seat: 0, kind: 'gust' });
      const { event, state } = accept(planted, gust(direction));
      expect(event).toMatchObject({ face: 2, from: 2, to, moved: [0, 2, 1] });
      expect(state.seats.map(({ planted }) => planted[2])).toEqual([[2, 4, 2], [5], [3]]);
      expect(state.seats.map(({ planted }) => planted[to])).toEqual([[], [2, 2], [2, 2]]);
      expect(state.pending).toEqual({ seat: 1, kind: 'turn' });
    },
  );

  test.each<{ direction: Direction; space: number; card: Card; to: Card }>([
    { direction: 'clockwise', space: 13, card: 8, to: 1 },
    { direction: 'anticlockwise', space: 2, card: 1, to: 8 },
  ])('DA-5: cards 8 and 1 are neighbours ($direction from card $card)', ({ direction, space, card, to }) => {
    const state = given(
      [
        { token: space, pool: [1] },
        { token: 7, pool: [1], planted: { [card]: [1] } },
      ],
      {
        options: { gust: true },
      },
    );
    expect(accept(accept(state, use(1)).state, gust(direction)).event).toMatchObject({ from: card, to });
  });

  it('DA-5: is not asked for where it blows nothing', () => {
    expect(accept(position({ gust: true }), use(4)).state.pending).toEqual({ seat: 1, kind: 'turn' });
  });

  it.each(['reroll', 'keep'] as const)('DA-5: comes after the reroll decision (%s)', (type) => {
    const state = given(
      [
        { token: 12, pool: [3, 6] },
        { token: 5, pool: [1], planted: { 1: [3] } },
      ],
      {
        options: { gust: true },
      },
    );
    const landed = accept(state, use(3)).state;
    expect(landed.pending).toEqual({ seat: 0, kind: 'reroll' });
    const decided = accept(landed, { type }, rolls(6)).state;
    expect(decided.pending).toEqual({ seat: 0, kind: 'gust' });
    expect(accept(decided, gust('clockwise')).state.seats[1]?.planted).toMatchObject({ 1: [], 2: [3] });
  });

  it('DA-5: the last die still gusts before scoring', () => {
    const state = given(
      [
        { token: 13, pool: [1] },
        { token: 7, planted: { 8: [1] } },
      ],
      { options: { gust: true } },
    );
    const planted = accept(state, use(1)).state;
    expect(engine.progress(planted)).toEqual({ kind: 'awaiting', decisions: [{ seat: 0, kind: 'gust' }] });
    expect(scoresOf(accept(planted, gust('clockwise')).state)).toEqual([
      { sprout: 8, seed: '1', total: '9' },
      { sprout: 1, seed: '1', total: '2' },
    ]);
  });

  it('DA-5: a move of another decision is refused while the gust is open', () => {
    const planted = accept(position({ gust: true }), use(2)).state;
    expect(refusal(planted, 0, use(4))).toEqual(['wrong-phase', undefined]);
    expect(refusal(planted, 0, { type: 'keep' })).toEqual(['wrong-phase', undefined]);
  });
});

describe('DA-8: turns', () => {
  it('DA-8: the first seat is drawn, or pinned by the option', () => {
    const drawn = Array.from({ length: 60 }, (_, match) =>
      engine.start(optionsSchema.parse({}), 3, createRandom(match.toString(16).padStart(64, '0'), 0)),
    ).map(([event]) => (event?.type === 'game-started' ? event.firstSeat : -1));
    expect(new Set(drawn)).toEqual(new Set([0, 1, 2]));
    expect(started(3, { firstSeat: 2 })).toMatchObject({ firstSeat: 2, pending: { seat: 2, kind: 'turn' } });
  });

  it('DA-8: a first seat that the match does not have is refused', () => {
    expect(engine.checkOptions(optionsSchema.parse({ firstSeat: 2 }), 2)?.reason).toBe('no-such-seat');
    expect(engine.checkOptions(optionsSchema.parse({ firstSeat: 2 }), 3)).toBeUndefined();
    expect(engine.checkOptions(optionsSchema.parse({}), 2)).toBeUndefined();
  });

  it('DA-8: turns follow in the order of seats, round and round', () => {
    let state = started(3, { firstSeat: 1, spaces: { 1: 1, 2: 8, 3: 8, 5: 8, 8: 8 } });
    const turns = [state.pending?.seat];
    for (let turn = 0; turn < 4; turn++) {
      state = accept(state, engine.legalMoves(state, state.pending?.seat ?? 0)[0] ?? use(1)).state;
      turns.push(state.pending?.seat);
    }
    expect(turns).toEqual([1, 2, 0, 1, 2]);
  });

  it('DA-8: all eleven dice of all seats are rolled at the start', () => {
    expect(started(3).seats.map(({ pool }) => pool.length)).toEqual([11, 11, 11]);
  });

  it('DA-8: a face that is not in the pool is refused', () => {
    expect(refusal(given([{ pool: [1, 1, 4] }, { pool: [2] }]), 0, use(2))).toEqual([
      'face-not-in-pool',
      'DA-8',
    ]);
  });

  it('DA-8: equal faces are one move, and one such die is used', () => {
    const state = given([{ token: 5, pool: [1, 4, 4] }, { pool: [2] }]);
    expect(engine.legalMoves(state, 0)).toEqual([use(1), use(4)]);
    expect(accept(state, use(4)).state.seats[0]?.pool).toEqual([1, 4]);
  });

  it('DA-8: out of turn, in the wrong phase and after the end the general refusals hold', () => {
    const state = given([{ pool: [1] }, { pool: [2] }]);
    expect(refusal(state, 1, use(2))).toEqual(['not-awaited', undefined]);
    expect(refusal(state, 7, use(2))).toEqual(['not-awaited', undefined]);
    expect(refusal(state, 0, gust('clockwise'))).toEqual(['wrong-phase', undefined]);
    expect(refusal(ended([{}, {}]), 0, use(1))).toEqual(['game-over', undefined]);
  });

  it('DA-8: a rematch is begun by the next seat', () => {
    const outcome = { kind: 'drawn', reason: 'agreed' } as const;
    expect(engine.nextFirstSeat({ firstSeat: 0, seats: 3, outcome })).toBe(1);
    expect(engine.nextFirstSeat({ firstSeat: 2, seats: 3, outcome })).toBe(0);
  });
});

describe('degenerate situations', () => {
  it('any number of dice may lie on one card', () => {
    const dice = Array<Face>(10).fill(6);
    const { state } = accept(given([{ token: 13, pool: [1], planted: { 8: dice } }, { pool: [1] }]), use(1));
    expect(state.seats[0]?.planted[8]).toEqual([...dice, 1]);
  });

  it('a sole face is publicly forced, a choice is not', () => {
    expect(engine.publiclyForced(given([{ pool: [4, 4] }, {}]))).toEqual({ seat: 0, move: use(4) });
    expect(engine.publiclyForced(given([{ pool: [4, 5] }, {}]))).toBeUndefined();
    expect(
      engine.publiclyForced(given([{ pool: [4] }, {}], { pending: { seat: 0, kind: 'reroll' } })),
    ).toBeUndefined();
    expect(engine.publiclyForced(ended([{}, {}]))).toBeUndefined();
  });

  it('every card of the ring is named by its value', () => {
    expect(cards).toEqual([1, 2, 3, 5, 8]);
  });

  it('a start event carries all that the fold needs', () => {
    const [event, ...others] = engine.start(optionsSchema.parse({}), 2, createRandom(seed, 0));
    expect(others).toEqual([]);
    expect(engine.schemas.event.safeParse(event satisfies Event | undefined).success).toBe(true);
  });
});
