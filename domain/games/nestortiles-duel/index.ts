import type { GameEngine, Outcome, Seat } from '../../engine/engine.ts';
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

/** The loser of the game before starts; after a draw chance decides again (section 3.1). */
const nextFirstSeat = ({ outcome }: { readonly outcome: Outcome }): Seat | 'random' => {
  if (outcome.kind === 'drawn') return 'random';
  const [winner, ...others] = outcome.winners;
  return winner === undefined || others.length > 0 ? 'random' : opponent(winner);
};

/** Nestortiles Duel: tiles are gathered, built into dice and rolled against each other; for two. */
export const engine: GameEngine<Options, State, Move, Event, View> = {
  game: 'nestortiles-duel',
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
  nextFirstSeat,
};
