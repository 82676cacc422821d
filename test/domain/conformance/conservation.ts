import type { GameEvent } from '../../../domain/engine/engine.ts';
import type { GameState, SealedEngine } from '../../../domain/engine/sealed.ts';
import type { Playout } from '../../support/engines.ts';
import { holds, type Law, placeOf, same } from './law.ts';

/** What never changes, after every single event from the end of the start on. */
export const conservation: readonly Law[] = [
  {
    name: 'no piece is lost or made',
    check: ({ engine, laws, playouts }) => {
      for (const playout of playouts) {
        const all = laws.inventory(playout.opening);
        eachState(engine, playout, (state, place) =>
          same(laws.inventory(state), all, () => `the pieces ${place()}`),
        );
      }
    },
  },
  {
    name: 'bounds and identities of the rules hold',
    check: ({ engine, laws, playouts }) => {
      for (const playout of playouts) {
        eachState(engine, playout, (state, place) => {
          const breach = laws.breach(state);
          holds(breach === undefined, () => `${breach} ${place()}`);
        });
      }
    },
  },
];

const eachState = (
  engine: SealedEngine,
  playout: Playout,
  check: (state: GameState, place: () => string) => void,
): void => {
  check(playout.opening, () => placeOf({ playout, index: 0, state: playout.opening }));
  for (const [index, { before, events }] of playout.steps.entries()) {
    let state = before;
    for (const event of events) {
      state = engine.evolve(state, event);
      check(state, () => `after ${nameOf(event)}, ${placeOf({ playout, index, state: before })}`);
    }
  }
};

const nameOf = (event: GameEvent): string => JSON.stringify(event).slice(0, 200);
