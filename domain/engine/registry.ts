import { engine as conquian } from '../games/conquian/index.ts';
import { engine as dandelions } from '../games/dandelions/index.ts';
import { engine as districtNoir } from '../games/district-noir/index.ts';
import { engine as duelingNobles } from '../games/dueling-nobles/index.ts';
import { engine as nestortilesDuel } from '../games/nestortiles-duel/index.ts';
import type { GameId } from './engine.ts';
import { type SealedEngine, seal } from './sealed.ts';

/** Every engine that a match may be pinned to: one line for each (game, rulesVersion), old versions included. */
export const engines: readonly SealedEngine[] = [
  seal(conquian),
  seal(dandelions),
  seal(districtNoir),
  seal(duelingNobles),
  seal(nestortilesDuel),
];

/** The engine that a match is pinned to; undefined where this deployment doesn't have it. */
export const findEngine = (game: string, rulesVersion: number): SealedEngine | undefined =>
  engines.find((engine) => engine.game === game && engine.rulesVersion === rulesVersion);

/** The engine that new matches of a game are played by: the greatest rulesVersion. */
export const latestEngine = (game: GameId): SealedEngine | undefined =>
  engines
    .filter((engine) => engine.game === game)
    .reduce<SealedEngine | undefined>(
      (latest, engine) => (latest && latest.rulesVersion > engine.rulesVersion ? latest : engine),
      undefined,
    );
