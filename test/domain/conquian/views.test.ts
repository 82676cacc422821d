import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { engine } from '../../../domain/games/conquian/index.ts';
import { laws } from '../../../domain/games/conquian/laws.ts';
import { randomFor, runSeed } from '../../support/seed.ts';
import { cards, deal, decline, endRounds, force, given, meld, melds, play, playAll } from './support.ts';

const viewers: readonly Viewer[] = [{ seat: 0 }, { seat: 1 }, 'spectator'];

const position = given({
  hands: ['KH KD 2S', 'AC 3C 5C'],
  tables: ['3H 4H 5H', 'QS QD QC'],
  centre: '6H',
  stock: 'AS 3S',
  options: { rounds: 3, extraRounds: 2 },
});

describe('a view', () => {
  test('shows a seat its own hand and the size of the other', () => {
    expect(engine.view(position, { seat: 0 }).seats).toEqual([
      { hand: cards('2S KH KD'), handCount: 3, table: melds('3H 4H 5H'), score: 0 },
      { hand: null, handCount: 3, table: melds('QS QD QC'), score: 0 },
    ]);
    expect(engine.view(position, { seat: 1 }).seats.map((seat) => seat.hand)).toEqual([
      null,
      cards('AC 3C 5C'),
    ]);
  });

  test('shows a spectator all but the hands', () => {
    const { seats, ...table } = engine.view(position, 'spectator');
    expect(seats.map((seat) => seat.hand)).toEqual([null, null]);
    expect(table).toEqual({
      phase: 'offered',
      round: 1,
      rounds: 3,
      extraRounds: 2,
      stake: 1,
      dealer: 1,
      turn: 5,
      active: 0,
      forced: false,
      centre: { card: '6H', source: 'offered' },
      stockCount: 2,
      deadCount: position.dead.length,
      results: [],
    });
    for (const viewer of viewers) expect(engine.view(position, viewer)).toMatchObject(table);
  });

  test('tells that a card is forced, and that the centre is empty after a meld', () => {
    const forced = playAll(position, [0, decline], [1, force]);
    expect(engine.view(forced, 'spectator')).toMatchObject({ phase: 'offered', forced: true });
    const melded = playAll(forced, [0, meld('3H 4H 5H 6H')]);
    expect(engine.view(melded, 'spectator')).toMatchObject({ phase: 'discard', forced: false, centre: null });
  });

  test('counts scores, and the extra rounds that may still follow', () => {
    const extra = endRounds(position, 1, null, null);
    expect(engine.view(extra, 'spectator')).toMatchObject({
      round: 4,
      extraRounds: 1,
      seats: [{ score: 0 }, { score: 1 }],
    });
  });

  test('hides after the end what was hidden before', () => {
    const over = endRounds(given({}), 0);
    expect(over.phase).toBe('over');
    expect(engine.view(over, { seat: 0 }).seats[1].hand).toBeNull();
    expect(engine.view(over, 'spectator').seats.map((seat) => seat.hand)).toEqual([null, null]);
    expect(engine.view(over, 'spectator')).toMatchObject({ stockCount: 0, deadCount: over.dead.length });
  });

  test('is the same whatever the other hand, the stock and the dead pile hold', () => {
    const random = randomFor(runSeed, 'views');
    for (const viewer of viewers) {
      const other = laws.resampleHidden(position, viewer, random);
      expect(JSON.stringify(engine.view(other, viewer)), `seed ${runSeed}`).toBe(
        JSON.stringify(engine.view(position, viewer)),
      );
    }
  });
});

describe('the log', () => {
  const dealt = () => {
    const events = engine.start(engine.schemas.options.parse({ firstSeat: 0 }), 2, randomFor('log'));
    return { events, hands: deal({ firstSeat: 0 }, randomFor('log')).hands };
  };

  test.each([
    [{ seat: 0 }, 0],
    [{ seat: 1 }, 1],
    ['spectator', undefined],
  ] as const)('tells %o of the deal only its own hand, and nothing of the stock', (viewer, own) => {
    const { events, hands } = dealt();
    expect(events.map((event) => engine.redact(event, viewer))[1]).toEqual({
      type: 'round-dealt',
      v: 1,
      round: 1,
      dealer: 1,
      stake: 1,
      hands: hands.map((hand, seat) => (seat === own ? hand : null)),
      stock: null,
    });
  });

  test('tells everything else to everybody', () => {
    const { events } = play(endRounds(position, 1), 1, decline);
    for (const viewer of viewers) expect(events.map((event) => engine.redact(event, viewer))).toEqual(events);
  });

  test('can not be folded once it is redacted', () => {
    const [, redacted] = dealt().events.map((event) => engine.redact(event, 'spectator'));
    expect(() => redacted && engine.evolve(engine.initial(), redacted)).toThrow('redacted');
  });

  test('reads as plain sentences', () => {
    const lines = (state: typeof position, ...moves: Parameters<typeof playAll>[1][]) =>
      moves.flatMap(([seat, move]) => {
        const { events, state: next } = play(state, seat, move);
        state = next;
        return events.map((event) => engine.summarize(event, 'spectator'));
      });
    expect(
      lines(
        position,
        [0, decline],
        [1, force],
        [0, meld('3H 4H 5H 6H')],
        [0, { type: 'discard', card: 'KH' }],
      ),
    ).toEqual([
      'Seat 0 declines 6H, which Seat 1 may force.',
      'Seat 1 forces Seat 0 to meld 6H.',
      'Seat 0 melds 6H: 3H 4H 5H 6H.',
      'Seat 0 discards KH.',
    ]);
    expect(lines(position, [0, decline], [1, { type: 'allow' }], [0, decline])).toEqual([
      'Seat 0 declines 6H, which Seat 1 may force.',
      'Seat 1 does not force 6H.',
      '6H goes to the dead pile.',
      'Seat 0 turns up AS.',
      'Seat 0 declines AS.',
      'Seat 0 passes; AS is offered to Seat 1.',
    ]);
    const last = given({ hands: ['5H 7H', ''], centre: '6H', options: { rounds: 2 } });
    expect(lines(last, [0, meld('5H 6H 7H')])).toEqual([
      'Seat 0 melds 6H with 5H 7H: 5H 6H 7H.',
      'Seat 0 goes out and wins 1 point.',
      'Seat 0 deals round 2, which is worth 1 point.',
      expect.stringMatching(/^Seat 1 turns up \w+\.$/),
    ]);
    expect(lines(given({ centre: '6H', stock: '' }), [0, decline]).slice(-2)).toEqual([
      'Round 1 is drawn: no card is left to turn up.',
      'The last round is over: 0 to 0.',
    ]);
  });
});
