import type { GameEngine } from '../../engine/engine.ts';
import { checkFirstSeat } from '../../engine/first-seat.ts';
import { decide, forfeit } from './decide.ts';
import { evolve, initial } from './evolve.ts';
import { legalMoves, publiclyForced } from './legal.ts';
import { orders } from './orders.ts';
import { progress } from './progress.ts';
import { start } from './setup.ts';
import {
  type Event,
  eventSchema,
  type Move,
  moveSchema,
  type Options,
  optionsSchema,
  type State,
  type View,
  viewSchema,
} from './types.ts';
import { redact, summarize, view } from './view.ts';

/** Dandelions: dice that walk a ring of garden cards and are planted where they land; for two or three. */
export const engine: GameEngine<Options, State, Move, Event, View> = {
  game: 'dandelions',
  rulesVersion: 1,
  stateVersion: 1,
  seats: { min: 2, max: 3 },
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
  forfeit,
  view,
  redact,
  summarize,
  firstSeat: (state) => state.firstSeat,
  // DA-8 names no one: the next seat begins a rematch.
  nextFirstSeat: ({ firstSeat, seats }) => (firstSeat + 1) % seats,
};
