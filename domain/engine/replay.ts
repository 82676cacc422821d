import type { GameEvent } from './engine.ts';
import { invariant } from './result.ts';
import type { GameState, SealedEngine } from './sealed.ts';

/**
 * The stored event in the shape that the engine folds today. Every shape is at version 1 so far, so nothing is rewritten:
 * the first changed shape puts its upcaster here. A type or version that the engine doesn't know is a `Fault`.
 */
export const upcast = (engine: SealedEngine, event: GameEvent): GameEvent => {
  const known = engine.schemas.event._zod.propValues;
  for (const key of ['type', 'v'] as const) {
    invariant(
      known?.[key]?.has(event[key]) ?? true,
      `${engine.game} knows no event of type ${event.type} and version ${event.v}`,
    );
  }
  return event;
};

/** Folds a match's game events, oldest first, into the state after the last; `from` is the state before the first. */
export const replay = (
  engine: SealedEngine,
  events: readonly GameEvent[],
  from: GameState = engine.initial(),
): GameState => {
  let state = from;
  for (const event of events) state = engine.evolve(state, upcast(engine, event));
  return state;
};
