import type { Viewer } from '../../../domain/engine/engine.ts';
import type { Random } from '../../../domain/engine/random.ts';
import type { GameState } from '../../../domain/engine/sealed.ts';
import { type Position, viewersOf } from '../../support/engines.ts';
import { holds, type Law, placeOf, repeatedChance, type Subject, same, somePositions } from './law.ts';
import { strays } from './legality.ts';

const samplesPerLaw = 100;

/**
 * Non-interference: two states that differ only in what a viewer may not see look and feel the same to that viewer. The
 * other state comes from the game's `resampleHidden`.
 */
export const secrecy: readonly Law[] = [
  {
    name: 'dealing the hidden anew keeps every piece and every bound',
    check: (subject, random) =>
      eachPair(subject, random, ({ position, viewer, other }) => {
        const { laws } = subject;
        const place = () => `resampled for ${JSON.stringify(viewer)}, ${placeOf(position)}`;
        same(laws.inventory(other), laws.inventory(position.state), () => `inventory, ${place()}`);
        const breach = laws.breach(other);
        holds(breach === undefined, () => `${breach}, ${place()}`);
      }),
  },
  {
    name: 'a view depends on nothing that is hidden from its viewer',
    check: (subject, random) =>
      eachPair(subject, random, ({ position, viewer, other }) => {
        const { engine } = subject;
        const place = () => `view of ${JSON.stringify(viewer)}, ${placeOf(position)}`;
        same(engine.view(other, viewer), engine.view(position.state, viewer), place);
        same(engine.view(other, 'spectator'), engine.view(position.state, 'spectator'), place);
      }),
  },
  {
    name: 'legal moves and decisions depend on nothing that is hidden from their seat',
    check: (subject, random) =>
      eachPair(subject, random, ({ position, viewer, other }) => {
        const { engine } = subject;
        const place = () => `for ${JSON.stringify(viewer)}, ${placeOf(position)}`;
        same(engine.progress(other), engine.progress(position.state), () => `progress ${place()}`);
        if (viewer === 'spectator') return;
        const moves = (state: GameState) => engine.legalMoves(state, viewer.seat);
        same(moves(other), moves(position.state), () => `legal moves ${place()}`);
      }),
  },
  {
    name: 'a refusal depends on nothing that is hidden from its seat',
    check: (subject, random) =>
      eachPair(subject, random, ({ position, viewer, other }) => {
        if (viewer === 'spectator') return;
        const { seat } = viewer;
        for (const move of strays(subject, position, seat, random)) {
          const chance = repeatedChance(random);
          const decided = subject.engine.decide(position.state, seat, move, chance());
          const otherwise = subject.engine.decide(other, seat, move, chance());
          if (decided.ok && otherwise.ok) continue;
          same(
            otherwise,
            decided,
            () => `the answer to ${JSON.stringify({ seat, move })}, ${placeOf(position)}`,
          );
        }
      }),
  },
  {
    name: 'a publicly forced move depends on the view of a spectator alone',
    check: (subject, random) =>
      eachPair(subject, random, ({ position, other }) => {
        const { engine } = subject;
        same(
          engine.publiclyForced(other) ?? null,
          engine.publiclyForced(position.state) ?? null,
          () => `publicly forced, ${placeOf(position)}`,
        );
      }),
  },
];

interface Pair {
  readonly position: Position;
  readonly viewer: Viewer;
  /** What `position.state` might be as well, as far as the viewer can tell. */
  readonly other: GameState;
}

const eachPair = (subject: Subject, random: Random, check: (pair: Pair) => void): void => {
  for (const position of somePositions(subject, random, samplesPerLaw)) {
    for (const viewer of viewersOf(position.playout.sample.seats)) {
      check({ position, viewer, other: subject.laws.resampleHidden(position.state, viewer, random) });
    }
  }
};
