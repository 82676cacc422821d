import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { engine } from '../../../domain/games/district-noir/index.ts';
import type { Event } from '../../../domain/games/district-noir/types.ts';
import { accept, cards, given, lastTurn, play, take } from './support.ts';

const viewers: readonly Viewer[] = ['spectator', { seat: 0 }, { seat: 1 }];

const dealt = given({
  row: cards('7 -2'),
  hands: [cards('5 8 8 +3 Cd'), cards('6 7 +2 -1 Cp')],
  piles: [cards('8 5'), cards('-1 +4')],
});

describe('views', () => {
  test('a seat sees its own hand and of the other one only the count', () => {
    expect(engine.view(dealt, { seat: 0 })).toEqual({
      phase: 'turn',
      round: 1,
      turn: 1,
      firstSeat: 0,
      starter: 0,
      toMove: 0,
      row: cards('7 -2'),
      deckCount: 30,
      removedCount: 3,
      seats: [
        {
          handCount: 5,
          hand: cards('5 8 8 +3 Cd'),
          pile: cards('5 8'),
          hasTaken: false,
          score: { majority: 13, sets: 0, faces: 0, total: 13 },
        },
        {
          handCount: 5,
          hand: null,
          pile: cards('+4 -1'),
          hasTaken: false,
          score: { majority: 0, sets: 0, faces: 3, total: 3 },
        },
      ],
      lastTurn: null,
      outcome: null,
    });
  });

  test('a spectator sees no hand', () => {
    expect(engine.view(dealt, 'spectator').seats.map((seat) => seat.hand)).toEqual([null, null]);
  });

  test.each(viewers)('what is hidden from %o changes nothing in its view', (viewer) => {
    const own = viewer === 'spectator' ? undefined : viewer.seat;
    const other = {
      ...dealt,
      hands: [
        own === 0 ? dealt.hands[0] : cards('-3x2 -2x3'),
        own === 1 ? dealt.hands[1] : cards('6x5'),
      ] as const,
      deck: cards('8x30'),
      removed: cards('Cd Cp Ch'),
    };
    expect(engine.view(other, viewer)).toEqual(engine.view(dealt, viewer));
  });

  test('the last turn is shown: the card played, or the cards taken', () => {
    const played = accept(dealt, 0, play('8')).state;
    expect(engine.view(played, 'spectator').lastTurn).toEqual({ seat: 0, type: 'play', cards: ['8'] });
    const taken = accept(played, 1, take).state;
    expect(engine.view(taken, 'spectator').lastTurn).toEqual({
      seat: 1,
      type: 'take',
      cards: cards('7 -2 8'),
    });
  });

  test('after the end what was hidden stays hidden', () => {
    const won = accept(given({ ...dealt, piles: [cards('Cp Ch'), []], row: cards('Cd') }), 0, take).state;
    const view = engine.view(won, { seat: 1 });
    expect(view).toMatchObject({ phase: 'over', turn: null, toMove: null, outcome: won.outcome });
    expect(view.seats.map((seat) => seat.hand)).toEqual([null, cards('6 7 +2 -1 Cp')]);
    expect(view).toMatchObject({ deckCount: 30, removedCount: 3 });
  });
});

describe('redacted events and summaries', () => {
  const laid: Event = {
    type: 'table-laid',
    v: 1,
    firstSeat: 0,
    removed: cards('5 Ch 8'),
    row: cards('7 Cd'),
    deck: cards('5x4 6x6 7x6 8x7 +2x4 -1x3'),
  };
  const round: Event = {
    type: 'round-dealt',
    v: 1,
    round: 2,
    starter: 1,
    hands: [cards('5 6 7 8 Cp'), cards('-3x2 -2x3')],
  };

  test.each(viewers)('%o sees the row, but of the removed cards and the deck only the counts', (viewer) => {
    expect(engine.redact(laid, viewer)).toEqual({ ...laid, removed: 3, deck: 30 });
    expect(engine.summarize(laid, viewer)).toBe(
      'Three cards are removed unseen. The row starts with 7, City Docks.',
    );
  });

  test.each([
    { viewer: 'spectator', hands: [5, 5], line: '' },
    {
      viewer: { seat: 0 },
      hands: [cards('5 6 7 8 Cp'), 5],
      line: ' Seat 0 gets 5, 6, 7, 8, City Police Station.',
    },
    { viewer: { seat: 1 }, hands: [5, cards('-3x2 -2x3')], line: ' Seat 1 gets -3, -3, -2, -2, -2.' },
  ] as const)('$viewer sees no hand but its own in a deal', ({ viewer, hands, line }) => {
    const redacted = engine.redact(round, viewer);
    expect(redacted).toEqual({ ...round, hands });
    expect(engine.schemas.event.parse(redacted)).toEqual(redacted);
    expect(engine.summarize(round, viewer)).toBe(`Round 2 is dealt. Seat 1 starts.${line}`);
  });

  test.each(viewers)('%o sees plays, takes and the end as they are', (viewer) => {
    const { events } = accept(lastTurn({ piles: [cards('8'), []] }), 1, take);
    expect(events.map((event) => engine.redact(event, viewer))).toEqual(events);
    expect(engine.summarize({ type: 'card-played', v: 1, seat: 0, card: 'city-hall' }, viewer)).toBe(
      'Seat 0 plays City Hall.',
    );
    expect(engine.summarize({ type: 'row-taken', v: 1, seat: 1, cards: cards('7 -2') }, viewer)).toBe(
      'Seat 1 takes 7, -2.',
    );
  });

  test.each([
    { piles: ['5', 'Cp Ch'], row: 'Cd', line: 'Seat 1 has all three City cards and wins at once.' },
    { piles: ['8', '7 6'], row: '-1', line: 'Seat 1 wins by 12 points to 8.' },
    { piles: ['5', '6'], row: '-1', line: 'Both have 5 points. Seat 1 wins with more sixes.' },
    { piles: ['5 Cd', '5'], row: 'Cp Ch', line: 'Both have 0 points. Seat 1 wins with more City cards.' },
    {
      piles: ['+2', '+4'],
      row: '-2',
      line: 'Both have 2 points and every tie-break is equal: the victory is shared.',
    },
  ])('the end is told: $line', ({ piles: [first = '', second = ''], row, line }) => {
    const { events } = accept(lastTurn({ piles: [cards(first), cards(second)], row: cards(row) }), 1, take);
    expect(events.map((event) => engine.summarize(event, 'spectator')).at(-1)).toBe(line);
  });
});

test('only whole events are folded: a redacted deal is a fault', () => {
  const redacted: Event = { type: 'round-dealt', v: 1, round: 1, starter: 0, hands: [5, 5] };
  expect(() => engine.evolve(dealt, redacted)).toThrow('never redacted ones');
});
