import type { GameEngine } from '../../engine/engine.ts';
import { checkFirstSeat } from '../../engine/first-seat.ts';
import { decide } from './decide.ts';
import { type Event, eventSchema } from './events.ts';
import { evolve, initial } from './evolve.ts';
import { legalMoves, publiclyForced } from './legal.ts';
import { orders } from './orders.ts';
import { progress } from './progress.ts';
import { start } from './setup.ts';
import { summarize } from './summary.ts';
import { opponent } from './table.ts';
import {
  type Move,
  moveSchema,
  type Options,
  optionsSchema,
  type State,
  type View,
  viewSchema,
} from './types.ts';
import { redact, view } from './view.ts';

/** Dueling Nobles, for two. */
export const engine: GameEngine<Options, State, Move, Event, View> = {
  game: 'dueling-nobles',
  rulesVersion: 1,
  stateVersion: 1,
  seats: { min: 2, max: 2 },
  schemas: { options: optionsSchema, move: moveSchema, event: eventSchema, view: viewSchema },
  orders,
  checkOptions: checkFirstSeat,
  start,
  initial,
  decide,
  evolve,
  progress,
  legalMoves,
  publiclyForced,
  forfeit: () => [],
  view,
  redact,
  summarize,
  firstSeat: (state) => state.firstSeat,
  // DN-3: in a series the dealer's role alternates, and with it the first turn.
  nextFirstSeat: ({ firstSeat }) => opponent(firstSeat),
};
