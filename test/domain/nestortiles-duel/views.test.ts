import { describe, expect, it, test } from 'vitest';
import type { Viewer } from '../../../domain/engine/engine.ts';
import { engine } from '../../../domain/games/nestortiles-duel/index.ts';
import type { Event } from '../../../domain/games/nestortiles-duel/types.ts';
import { accept, build, discard, draw, given, played, rolled, some } from './support.ts';

const viewers: Viewer[] = ['spectator', { seat: 0 }, { seat: 1 }];

describe('views', () => {
  const start = given({ hands: ['red-2', 'pink-4'], faceDown: 'blue-1 blue-2 blue-3' });

  test.each(viewers)('%j sees the whole table', (viewer) => {
    const view = engine.view(played(start, discard('red-2')), viewer);
    expect(engine.schemas.view.parse(view)).toEqual(view);
    expect(view).toEqual({
      firstSeat: 0,
      pending: { seat: 1, kind: 'turn' },
      area: { size: 2, faceDown: some('red-2 blue-3'), faceUp: [] },
      seats: [
        { hand: some('blue-1 blue-2'), dice: [] },
        { hand: some('pink-4'), dice: [] },
      ],
      setAside: null,
      drawsLeft: 0,
      oneDiscardRun: 0,
      turn: { number: 2, seat: 1, discarded: null, drawn: [], built: null },
      lastTurn: { number: 1, seat: 0, discarded: 'red-2', drawn: some('blue-1 blue-2'), built: null },
      combat: null,
    });
  });

  it('the face-down tiles are listed sorted, so that their order tells nothing', () => {
    const state = played(
      given({ hands: ['black-1', ''], faceDown: 'red-1 red-2' }),
      discard('black-1'),
      draw(),
    );
    expect(engine.view(state, 'spectator').area.faceDown).toEqual(some('black-1'));
    const back = played(given({ hands: ['red-1', ''], faceDown: 'blue-1 blue-2' }), discard('red-1'));
    expect(engine.view(back, 'spectator').area.faceDown).toEqual(some('red-1 blue-2'));
  });

  it('a view of the end shows the combat', () => {
    const view = engine.view(rolled('red-1', 'blue-2'), { seat: 1 });
    expect(engine.schemas.view.parse(view)).toEqual(view);
    expect(view).toMatchObject({ pending: null, combat: { points: [1, 1], pips: [1, 2] } });
  });
});

describe('events', () => {
  const hand = 'red-1 red-2 red-3 red-4 red-5';
  const discarded = accept(
    given({ hands: [hand, ''], faceDown: 'blue-1 blue-2 blue-3 blue-4' }),
    discard('red-3'),
  );
  const built = accept(discarded.state, build('red-1 red-2 red-4 red-5 blue-1 blue-2'));
  const named = accept(given({ faceUp: 'pink-6', options: { faceUpDiscards: true } }), draw('pink-6'));
  const rolls: Event = { type: 'dice-rolled', v: 1, rolls: [some('red-1 blue-2'), []] };
  const begun: Event = { type: 'game-started', v: 1, options: engine.initial().options, firstSeat: 1 };
  const [discards, draws, returns] = discarded.events;
  const [builds, ends] = built.events;

  test.each<[string | undefined, Event | undefined]>([
    ['Seat 1 begins; all 60 tiles lie face down.', begun],
    ['Seat 0 discards red-3.', discards],
    ['Seat 0 draws blue-1, blue-2, blue-3.', draws],
    [undefined, returns],
    ['Seat 0 builds a die of red-1, red-2, red-4, red-5, blue-1, blue-2 and puts back blue-3.', builds],
    [undefined, ends],
    ['Seat 0 takes face-up pink-6.', named.events[0]],
    ['The dice are rolled. Seat 0: red-1, blue-2. Seat 1: no dice.', rolls],
  ])('%s', (line, event) => {
    if (event === undefined) return expect.fail('no event');
    for (const viewer of viewers) {
      expect(engine.summarize(event, viewer)).toBe(line);
      expect(engine.redact(event, viewer)).toEqual(event);
    }
    expect(engine.schemas.event.parse(event)).toEqual(event);
  });
});
