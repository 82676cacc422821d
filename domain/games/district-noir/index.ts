import type { GameEngine, RuleViolation } from '../../engine/engine.ts';
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
  checkOptions: ({ firstSeat }, seats): RuleViolation | undefined =>
    firstSeat !== 'random' && firstSeat >= seats
      ? { reason: 'no-such-seat', message: `There is no seat ${firstSeat} in a match of ${seats}.` }
      : undefined,
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
