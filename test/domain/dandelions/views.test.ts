import { describe, expect, it, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { engine } from '../../../domain/games/dandelions/index.ts';
import type { Event } from '../../../domain/games/dandelions/types.ts';
import { accept, given, rolls } from './support.ts';

const state = given(
  [
    { token: 12, pool: [1, 3], planted: { 1: [4], 5: [6] } },
    { token: 9, pool: [2], planted: { 1: [4], 8: [1, 2] } },
    { token: null, planted: { 2: [5] }, discarded: [6, 6] },
  ],
  { lastPlanted: { seat: 1, face: 4, bumped: [12], space: 9, card: 3 } },
);

describe('views', () => {
  test.each<Viewer>(['spectator', { seat: 0 }, { seat: 1 }, { seat: 2 }])(
    '%j sees the whole table',
    (viewer) => {
      const view = engine.view(state, viewer);
      expect(view).toEqual(engine.view(state, 'spectator'));
      expect(engine.schemas.view.parse(view)).toEqual(view);
      expect(view).toMatchObject({
        firstSeat: 0,
        turn: 29,
        pending: { seat: 0, kind: 'turn' },
        seats: [
          { token: 12, pool: [1, 3] },
          { token: 9, pool: [2] },
          { token: null, pool: [], discarded: [6, 6] },
        ],
        lastPlanted: { seat: 1, face: 4, bumped: [12], space: 9, card: 3 },
      });
      expect(view.cards[0]).toMatchObject({
        card: 1,
        dice: [[4], [4], []],
        seed: { seats: [0, 1], points: { numerator: 2, denominator: 1, decimal: '2' } },
      });
    },
  );

  it('the turn is counted from 1 and stays while its reroll is open', () => {
    const fresh = given(Array(2).fill({ pool: Array(11).fill(1) }));
    expect(engine.view(fresh, 'spectator').turn).toBe(1);
    const reroll = accept(state, { type: 'use', face: 3 }).state;
    expect(engine.view(state, 'spectator').turn).toBe(engine.view(reroll, 'spectator').turn);
  });
});

describe('events', () => {
  const gusted: Event = {
    type: 'dice-gusted',
    v: 1,
    seat: 0,
    face: 4,
    from: 1,
    to: 2,
    moved: [0, 1, 0],
    pending: null,
  };
  const used = accept(state, { type: 'use', face: 3 });
  const bumped: Event = { ...used.event, bumped: [12, 9] } as Event;

  test.each<[string, Event]>([
    ['Seat 0 uses a 3 and plants it on card 1 (space 0).', used.event],
    ['Seat 0 uses a 3, bumped on from space 12 and space 9, and plants it on card 1 (space 0).', bumped],
    ['Seat 0 rerolls its unused dice: 5.', accept(used.state, { type: 'reroll' }, rolls(5)).event],
    ['Seat 0 keeps its unused dice.', accept(used.state, { type: 'keep' }).event],
    ['Seat 0 blows the opposing dice that show a 4 from card 1 to card 2.', gusted],
    [
      'Seat 1 leaves; its token and its unused dice leave with it.',
      { type: 'seat-left', v: 1, seat: 1, pending: null },
    ],
  ])('%s', (line, event) => {
    for (const viewer of ['spectator', { seat: 0 }, { seat: 1 }] as const) {
      expect(engine.summarize(event, viewer)).toBe(line);
      expect(engine.redact(event, viewer)).toEqual(event);
    }
    expect(engine.schemas.event.parse(event)).toEqual(event);
  });
});
