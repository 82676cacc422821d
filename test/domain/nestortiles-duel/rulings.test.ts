import { describe, expect, it, test } from 'vitest';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import { laws } from '../../../domain/games/nestortiles-duel/laws.ts';
import { colours, tiles } from '../../../domain/games/nestortiles-duel/tiles.ts';
import { optionsSchema } from '../../../domain/games/nestortiles-duel/types.ts';
import { randomFor } from '../../support/seed.ts';
import {
  accept,
  areaOf,
  build,
  chance,
  discard,
  draw,
  given,
  open,
  played,
  refusal,
  rolled,
  some,
} from './support.ts';

const options = optionsSchema.parse({});

describe('NT-1: the tiles', () => {
  it('NT-1: are ten colours by six values, one of each, all in the drawing area at first', () => {
    expect(colours).toHaveLength(10);
    expect(new Set(tiles).size).toBe(60);
    const state = engine.start(options, 2, chance()).reduce(engine.evolve, engine.initial());
    expect(state.faceDown).toEqual(tiles);
    expect(state.hands).toEqual([[], []]);
    expect(laws.inventory(state)).toEqual(tiles);
  });
});

describe('NT-2: what may be discarded', () => {
  test.each([
    { value: 1, area: 2, legal: true },
    { value: 1, area: 1, legal: false },
    { value: 3, area: 4, legal: true },
    { value: 3, area: 3, legal: false },
    { value: 6, area: 7, legal: true },
    { value: 6, area: 6, legal: false },
  ])(
    'NT-2: a $value with $area tiles in the area, counted before the discard: $legal',
    ({ value, area, legal }) => {
      const move = discard(`red-${value}`);
      const state = given({ hands: [`red-${value}`, ''], faceDown: area });
      expect(refusal(state, 0, move)).toEqual(legal ? undefined : ['value-too-high', 'NT-2']);
      expect(engine.legalMoves(state, 0)).toEqual(legal ? [draw(), move] : [draw()]);
    },
  );

  it('NT-2: face-up tiles count as well', () => {
    const state = given({
      hands: ['red-3', ''],
      faceDown: 2,
      faceUp: 'blue-1 blue-2',
      options: { faceUpDiscards: true },
    });
    expect(refusal(state, 0, discard('red-3'))).toBeUndefined();
  });

  it('NT-2: only a tile of the own hand', () => {
    const state = given({ hands: ['red-1', 'red-2'] });
    expect(refusal(state, 0, discard('red-2'))).toEqual(['tile-not-in-hand', 'NT-2']);
    expect(refusal(state, 0, discard('black-6'))).toEqual(['tile-not-in-hand', 'NT-2']);
  });

  it('NT-2: an empty hand can only draw', () => {
    expect(engine.legalMoves(given({}), 0)).toEqual([draw()]);
  });
});

describe('NT-3: drawing', () => {
  it('NT-3: one tile is drawn, each face-down tile with the same chance', () => {
    const drawn = [0, 1, 2].map(
      (number) => accept(given({ faceDown: 'red-1 blue-4 pink-2' }), draw(), chance(number)).state.hands[0],
    );
    expect(drawn).toEqual([some('red-1'), some('blue-4'), some('pink-2')]);
  });

  it('NT-3: a discard draws as many tiles as its value, each from those that are left', () => {
    const state = given({ hands: ['white-3', ''], faceDown: 'red-1 red-2 red-3 red-4' });
    const { events } = accept(state, discard('white-3'), chance(3, 0, 1));
    expect(events[1]).toMatchObject({ type: 'tiles-drawn', tiles: some('red-4 red-1 red-3') });
  });

  it('NT-3a: a discarded tile is never among the tiles drawn for it, whatever the chance', () => {
    for (let match = 0; match < 200; match++) {
      const state = given({ hands: ['white-3', ''], faceDown: 4 });
      const { state: next } = accept(state, discard('white-3'), randomFor('NT-3a', match));
      expect(next.hands[0]).not.toContain('white-3');
      expect(next.faceDown).toContain('white-3');
    }
  });

  it('NT-3a: from the next turn on it may be drawn like any other', () => {
    const state = played(given({ hands: ['red-1', ''], faceDown: 'white-3 white-4' }), discard('red-1'));
    expect(state.faceDown).toEqual(some('red-1 white-4'));
    expect(accept(state, draw(), chance(0)).state.hands[1]).toEqual(some('red-1'));
  });

  it('NT-3b: the tiles of a hand are seen by everyone, those drawn for a discard too', () => {
    const state = played(
      given({ hands: ['red-2', ''], faceDown: 'white-3 white-4 white-5' }),
      discard('red-2'),
    );
    for (const viewer of ['spectator', { seat: 0 }, { seat: 1 }] as const) {
      expect(engine.view(state, viewer).seats[0].hand).toEqual(some('white-3 white-4'));
    }
  });
});

describe('NT-4: building', () => {
  const hand = 'red-1 red-2 blue-1 blue-2 pink-5 pink-6 white-1';
  const state = given({ hands: [hand, 'black-6'] });

  it('NT-4: all that is left goes back face down and the hand is empty', () => {
    const { state: built } = accept(state, build('red-1 red-2 blue-1 blue-2 pink-5 pink-6'));
    expect(built.dice[0]).toEqual([some('red-1 red-2 blue-1 blue-2 pink-5 pink-6')]);
    expect(built.hands).toEqual([[], some('black-6')]);
    expect(built.faceDown).toContain('white-1');
    expect([areaOf(built), built.faceUp, open(built)]).toEqual([31, [], '1 turn']);
  });

  it('NT-4: the six are accepted in any order', () => {
    const [one, other] = [
      'red-1 red-2 blue-1 blue-2 pink-5 pink-6',
      'pink-6 blue-1 red-2 pink-5 red-1 blue-2',
    ];
    expect(accept(state, build(one)).state).toEqual(accept(state, build(other)).state);
    expect(laws.normalize(build(other))).toEqual(laws.normalize(build(one)));
  });

  test.each([
    ['a tile twice', 'red-1 red-1 blue-1 blue-2 pink-5 pink-6'],
    ["the opponent's tile", 'red-1 black-6 blue-1 blue-2 pink-5 pink-6'],
    ['a tile of the area', 'red-1 black-5 blue-1 blue-2 pink-5 pink-6'],
  ])('NT-4: refuses %s', (_, codes) => {
    expect(refusal(state, 0, build(codes))).toEqual(['not-six-of-hand', 'NT-4']);
  });

  test.each([
    [6, 1],
    [7, 7],
    [8, 28],
    [9, 84],
    [10, 210],
  ])('NT-4: a hand of %i tiles has %i choices, all of them accepted', (count, choices) => {
    const full = given({ hands: [tiles.slice(0, count).join(' '), ''] });
    const moves = engine.legalMoves(full, 0);
    expect(new Set(moves.map((move) => JSON.stringify(move))).size).toBe(choices);
    for (const move of moves) expect(refusal(full, 0, move)).toBeUndefined();
  });

  it('NT-4: is compulsory with six tiles or more, and refused with fewer', () => {
    expect(open(state)).toBe('0 build');
    expect(refusal(state, 0, draw())).toEqual(['wrong-phase', undefined]);
    expect(refusal(state, 0, discard('red-1'))).toEqual(['wrong-phase', undefined]);
    expect(refusal(given({ hands: ['red-1', ''] }), 0, build(hand.slice(0, -8)))).toEqual([
      'wrong-phase',
      undefined,
    ]);
  });
});

describe('NT-5: value-1 discards', () => {
  const hands = ['red-1 red-2', 'blue-1 blue-2'] as const;

  it('NT-5: are counted over the turns of both seats', () => {
    const state = played(
      given({ hands, faceDown: 20, oneDiscardRun: 4 }),
      discard('red-1'),
      discard('blue-1'),
    );
    expect(state.oneDiscardRun).toBe(6);
  });

  it.each([draw(), discard('red-2')])('NT-5: another kind of turn (%j) starts the count anew', (move) => {
    expect(played(given({ hands, oneDiscardRun: 7 }), move).oneDiscardRun).toBe(0);
  });

  it('NT-5: after 20 in a row another is illegal, while a draw and other discards stay legal', () => {
    const at = (oneDiscardRun: number) => given({ hands, faceDown: 20, oneDiscardRun });
    expect(refusal(at(19), 0, discard('red-1'))).toBeUndefined();
    expect(refusal(at(20), 0, discard('red-1'))).toEqual(['too-many-ones', 'NT-5']);
    expect(engine.legalMoves(at(20), 0)).toEqual([draw(), discard('red-2')]);
  });

  it('NT-5: two seats that exchange the last 1s can do so 20 times', () => {
    let state = given({ hands: ['red-1', 'blue-1'], faceDown: 'pink-1 white-1' });
    for (let turn = 0; turn < 20; turn++) {
      state = played(state, ...engine.legalMoves(state, state.turn.seat).slice(1));
    }
    expect([areaOf(state), engine.legalMoves(state, state.turn.seat)]).toEqual([2, [draw()]]);
  });

  it('NT-5: after another turn a value-1 discard is legal again', () => {
    expect(
      refusal(played(given({ hands, oneDiscardRun: 20 }), draw()), 1, discard('blue-1')),
    ).toBeUndefined();
  });

  it('NT-5: the cap is an option of 1 to 100', () => {
    expect(
      refusal(given({ hands, oneDiscardRun: 1, options: { oneDiscardCap: 1 } }), 0, discard('red-1')),
    ).toEqual(['too-many-ones', 'NT-5']);
    expect(
      [0, 1, 100, 101, 1.5].map((oneDiscardCap) => optionsSchema.safeParse({ oneDiscardCap }).success),
    ).toEqual([false, true, true, false, false]);
    expect(options.oneDiscardCap).toBe(20);
  });
});

describe('the seats and the turns', () => {
  it('the first seat is drawn, or pinned by the option', () => {
    const firstSeats = [0, 1].map((number) => engine.start(options, 2, chance(number))[0]);
    expect(firstSeats).toMatchObject([{ firstSeat: 0 }, { firstSeat: 1 }]);
    const pinned = engine
      .start({ ...options, firstSeat: 1 }, 2, chance())
      .reduce(engine.evolve, engine.initial());
    expect([engine.firstSeat(pinned), open(pinned)]).toEqual([1, '1 turn']);
  });

  it('a rematch is begun by the loser, and by chance after a draw', () => {
    const won = (...winners: number[]) => ({ kind: 'won', winners, reason: 'colour-points' }) as const;
    const next = (outcome: ReturnType<typeof won> | { kind: 'drawn'; reason: string }) =>
      engine.nextFirstSeat({ firstSeat: 0, seats: 2, outcome });
    expect([next(won(0)), next(won(1)), next(won(0, 1)), next({ kind: 'drawn', reason: 'agreed' })]).toEqual([
      1,
      0,
      'random',
      'random',
    ]);
  });

  it('out of turn, in the wrong phase and after the end the general refusals hold', () => {
    const state = given({ hands: ['red-1', 'blue-1'] });
    expect(refusal(state, 1, draw())).toEqual(['not-awaited', undefined]);
    expect(refusal(state, 7, draw())).toEqual(['not-awaited', undefined]);
    expect(refusal(state, 0, build('red-1 red-2 red-3 red-4 red-5 red-6'))).toEqual([
      'wrong-phase',
      undefined,
    ]);
    expect(refusal(rolled('', ''), 0, draw())).toEqual(['game-over', undefined]);
  });

  it('a sole legal move is publicly forced, a choice is not', () => {
    expect(engine.publiclyForced(given({}))).toEqual({ seat: 0, move: draw() });
    expect(engine.publiclyForced(given({ hands: ['red-1 red-2 red-3 red-4 red-5 red-6', ''] }))).toEqual({
      seat: 0,
      move: build('red-1 red-2 red-3 red-4 red-5 red-6'),
    });
    expect(engine.publiclyForced(given({ hands: ['red-1', ''] }))).toBeUndefined();
    expect(engine.publiclyForced(rolled('', ''))).toBeUndefined();
  });

  it('a game for two has no forfeit of its own', () => {
    expect(engine.forfeit(given({}), 0)).toEqual([]);
  });
});
