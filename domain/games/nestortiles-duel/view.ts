import type { Viewer } from '../../engine/engine.ts';
import { combatOf } from './combat.ts';
import { areaSize } from './legal.ts';
import { pendingOf } from './progress.ts';
import { tiles } from './tiles.ts';
import type { Event, State, View } from './types.ts';

/** The table. Everything is public, hands too (NT-3b), so every viewer sees the same. */
export const view = (state: State, _viewer: Viewer): View => ({
  firstSeat: state.firstSeat,
  pending: pendingOf(state),
  area: { size: areaSize(state), faceDown: state.faceDown, faceUp: state.faceUp },
  seats: [
    { hand: state.hands[0], dice: state.dice[0] },
    { hand: state.hands[1], dice: state.dice[1] },
  ],
  setAside: state.setAside,
  drawsLeft: state.drawsLeft,
  oneDiscardRun: state.oneDiscardRun,
  turn: state.turn,
  lastTurn: state.lastTurn,
  combat: state.rolls && combatOf(state.rolls),
});

/** Nothing is hidden from anyone. */
export const redact = (event: Event, _viewer: Viewer): Event => event;

/** One plain line, the same for every viewer; none where the line before says it already. */
export const summarize = (event: Event, _viewer: Viewer): string | undefined => {
  switch (event.type) {
    case 'game-started':
      return `Seat ${event.firstSeat} begins; all ${tiles.length} tiles lie face down.`;
    case 'tile-discarded':
      return `Seat ${event.seat} discards ${event.tile}.`;
    case 'tiles-drawn':
      return `Seat ${event.seat} ${event.faceUp ? 'takes face-up' : 'draws'} ${event.tiles.join(', ')}.`;
    case 'die-built': {
      const back = event.returned.length > 0 ? ` and puts back ${event.returned.join(', ')}` : '';
      return `Seat ${event.seat} builds a die of ${event.tiles.join(', ')}${back}.`;
    }
    case 'dice-rolled':
      return `The dice are rolled. ${event.rolls
        .map((rolled, seat) => `Seat ${seat}: ${rolled.join(', ') || 'no dice'}.`)
        .join(' ')}`;
    case 'discard-returned':
    case 'turn-ended':
      return undefined;
  }
};
