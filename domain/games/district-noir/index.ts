import type { GameEngine } from '../../engine/engine.ts';
import { checkFirstSeat } from '../../engine/first-seat.ts';
import { decide } from './decide.ts';
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
  opponent,
  optionsSchema,
  type State,
  type View,
  viewSchema,
} from './types.ts';
import { redact, summarize, view } from './view.ts';

/** District Noir, for two. */
export const engine: GameEngine<Options, State, Move, Event, View> = {
  game: 'district-noir',
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
  nextFirstSeat: ({ firstSeat }) => opponent(firstSeat),
};
