import { describe, expect, it } from 'vitest';
import { engine } from '../../../domain/games/dandelions/index.ts';
import type { State } from '../../../domain/games/dandelions/types.ts';
import { ended, given, landing, scoresOf, winnersOf } from './support.ts';

describe('DA-9: a seat leaves a match of three', () => {
  const leave = (state: State, seat: number): State =>
    engine.forfeit(state, seat).reduce(engine.evolve, state);
  const three = given([
    { token: 3, pool: [2, 4] },
    { token: 5, pool: [1, 3], planted: { 3: [6, 6] } },
    { token: 9, pool: [4, 4] },
  ]);

  it('DA-9: its token leaves the ring, its unused dice are discarded and its planted dice stay', () => {
    const state = leave(three, 1);
    expect(state.seats[1]).toMatchObject({
      token: null,
      pool: [],
      discarded: [1, 3],
      planted: { 3: [6, 6] },
    });
    expect(landing(state, 2).space).toBe(5);
  });

  it('DA-9: the decision of another seat stays open', () => {
    expect(leave(three, 1).pending).toEqual({ seat: 0, kind: 'turn' });
  });

  it('DA-9: its turns are skipped', () => {
    expect(landing(leave(three, 1), 4).next).toEqual({ seat: 2, kind: 'turn' });
    expect(leave(three, 0).pending).toEqual({ seat: 1, kind: 'turn' });
  });

  it.each(['reroll', 'gust'] as const)('DA-9: its open %s lapses', (kind) => {
    expect(leave({ ...three, pending: { seat: 2, kind } }, 2).pending).toEqual({ seat: 0, kind: 'turn' });
  });

  it('DA-9: its dice count for majorities, but it cannot win', () => {
    const state = leave(
      given([
        { pool: [1], planted: { 8: [6, 6, 6] } },
        { planted: { 8: [5, 5], 1: [1] } },
        { planted: { 1: [2] } },
      ]),
      0,
    );
    expect(scoresOf(state)).toMatchObject([{ total: '42' }, { total: '18' }, { total: '1' }]);
    expect(winnersOf(state)).toEqual([1]);
  });

  it('DA-9: the game ends where the seat that leaves had the last die', () => {
    expect(leave(given([{ pool: [1] }, {}, {}]), 0).pending).toBeNull();
  });

  it('DA-9: has no part in a match of two, after the end, or for a seat that has left', () => {
    expect(engine.forfeit(given([{ pool: [1] }, { pool: [1] }]), 0)).toEqual([]);
    expect(engine.forfeit(ended([{}, {}, {}]), 0)).toEqual([]);
    expect(engine.forfeit(leave(three, 1), 1)).toEqual([]);
    expect(engine.forfeit(leave(three, 1), 2)).toEqual([]);
  });
});
