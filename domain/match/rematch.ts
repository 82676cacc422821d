import { latestEngine } from '../engine/registry.ts';
import { expectDefined, invariant } from '../engine/result.ts';
import type { GameOptions, SealedEngine } from '../engine/sealed.ts';
import type { CreateCommand, PlayerPause } from './commands.ts';
import { engineOf } from './commit.ts';
import type { MatchState } from './state.ts';

/** What the rematch of a match takes from outside. */
export interface RematchInput {
  readonly serverSeed: string;
  /** Display names as they are now; a player without one keeps the old name. */
  readonly names: ReadonlyMap<string, string>;
  readonly vacations: readonly PlayerPause[];
}

/** The options of the match with who starts now by the game's rule; undefined if this engine doesn't take them. */
const optionsFor = (engine: SealedEngine, match: MatchState): GameOptions | undefined => {
  invariant(match.gameState !== null && match.outcome !== null, 'a rematch follows a match that was played');
  const before = engineOf(match);
  const firstSeat = before.nextFirstSeat({
    firstSeat: before.firstSeat(match.gameState),
    seats: match.seats.length,
    outcome: match.outcome,
  });
  const parsed = engine.schemas.options.safeParse({ ...match.options, firstSeat });
  return parsed.success && !engine.checkOptions(parsed.data, match.seats.length) ? parsed.data : undefined;
};

/**
 * The command that creates the rematch of a finished match: everybody on the seat that they had, the same settings, and another
 * first seat by the game's rule. By the newest rules that still take the options, else by those of the match.
 */
export const rematchOf = (match: MatchState, input: RematchInput): CreateCommand => {
  const newest = latestEngine(match.game) ?? engineOf(match);
  const engine = optionsFor(newest, match) ? newest : engineOf(match);
  const options = expectDefined(optionsFor(engine, match), 'a match takes its own options again');
  const [first, ...others] = match.seats.map((holder) => {
    const { player, name } = expectDefined(holder ?? undefined, 'a match that was played has no free seat');
    return { player, name: input.names.get(player) ?? name, nonce: null };
  });
  return {
    type: 'create',
    game: match.game,
    rulesVersion: engine.rulesVersion,
    options,
    seats: match.seats.length,
    settings: match.settings,
    serverSeed: input.serverSeed,
    joiners: [expectDefined(first, 'a match has seats'), ...others],
    invited: [],
    joinCode: null,
    rematchOf: match.id,
    vacations: input.vacations,
  };
};
