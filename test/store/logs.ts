import type { GameId } from '../../domain/engine/engine.ts';
import { latestEngine } from '../../domain/engine/registry.ts';
import { expectDefined, invariant } from '../../domain/engine/result.ts';
import type { CreateCommand, Joiner, MatchCommand } from '../../domain/match/commands.ts';
import { type Commit, sealCommit, snapshotEvery, versionOf } from '../../domain/match/commit.ts';
import { decide } from '../../domain/match/decide.ts';
import type { Unborn } from '../../domain/match/evolve.ts';
import { noticesOf } from '../../domain/match/notices.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { freshAttempt, freshId } from '../../functions/shared/ids.ts';
import { deriveSeed, oneOf, randomFor, runSeed } from '../support/seed.ts';

/** The instant of every log's first commit. */
export const began = Date.UTC(2026, 10, 30);
const betweenMovesMs = 3_600_000;

/** A match that was played in memory: its commits as they would be appended, and the fold of them all. */
export interface PlayedLog {
  readonly commits: readonly Commit[];
  readonly match: MatchState;
}

/** Applies one command and seals its commit. */
export const advance = (
  before: MatchState | Unborn,
  command: MatchCommand,
): { commit: Commit; match: MatchState } => {
  const version = versionOf(before) + 1;
  const at = began + version * betweenMovesMs;
  const decided = decide(before, command, { version, at, receivedAt: at });
  invariant(decided.ok && decided.value.kind === 'append', `${command.type} appends nothing`);
  const { steps, match } = decided.value;
  return sealCommit(before, match, steps, {
    at,
    attempt: freshAttempt(),
    notices: noticesOf(steps, match, version),
  });
};

const joiner = (seat: number): Joiner => ({
  player: freshId('plr', began),
  name: `Player ${seat}`,
  nonce: null,
});

const createCommand = (game: GameId): CreateCommand => {
  const engine = expectDefined(latestEngine(game), `no engine for ${game}`);
  const others = Array.from({ length: engine.seats.min - 1 }, (_, seat) => joiner(seat + 1));
  return {
    type: 'create',
    game,
    rulesVersion: engine.rulesVersion,
    options: engine.schemas.options.parse({}),
    seats: engine.seats.min,
    settings: {
      visibility: 'public',
      clock: { kind: 'per-move', allowance: 'P3D' },
      pauses: true,
      weekendPause: false,
      expiry: 'P14D',
    },
    serverSeed: deriveSeed(runSeed, 'server seed', game),
    joiners: [joiner(0), ...others],
    invited: [],
    joinCode: null,
    rematchOf: null,
    vacations: [],
  };
};

/** Plays a match of a game at random to its end, or to `versionsMax` commits. The run's seed and the label decide all. */
export const playLog = (game: GameId, versionsMax: number, label = 0): PlayedLog => {
  const engine = expectDefined(latestEngine(game), `no engine for ${game}`);
  const choice = randomFor(runSeed, 'moves', game, label);
  let { commit, match } = advance({ id: freshId('mat', began) }, createCommand(game));
  const commits = [commit];
  while (match.status === 'active' && commits.length < versionsMax) {
    const { id: decision, seat } = expectDefined(match.open[0], 'an active match awaits someone');
    const player = expectDefined(match.seats[seat]?.player, 'an awaited seat is taken');
    const state = expectDefined(match.gameState ?? undefined, 'an active match has a game');
    const move = oneOf(choice, engine.legalMoves(state, seat));
    ({ commit, match } = advance(match, { type: 'move', player, decision, move }));
    commits.push(commit);
  }
  return { commits, match };
};

/** A match that was played for at least so many commits, and cut there. */
export const playLongLog = (game: GameId, versions: number): PlayedLog => {
  for (let label = 0; ; label++) {
    const log = playLog(game, versions, label);
    if (log.commits.length === versions) return log;
  }
};

/**
 * A log as long as wanted, of real sizes: a match's commits over and over, numbered as one log, with a real snapshot wherever one
 * belongs. It can be read, but folded only from a snapshot on.
 */
export const stretch = ({ commits }: PlayedLog, versions: number): readonly Commit[] => {
  const matchId = freshId('mat', began);
  const [snapshot] = commits.flatMap((commit) => commit.snapshot ?? []);
  return Array.from({ length: versions }, (_, i): Commit => {
    const version = i + 1;
    const template = withoutSnapshot(expectDefined(commits[i % commits.length], 'a log has commits'));
    const isDue = snapshot && version % snapshotEvery === 0;
    return { ...template, matchId, version, ...(isDue ? { snapshot } : {}) };
  });
};

/** The commit as it is without the cache that it carries. */
export const withoutSnapshot = ({ snapshot: _, ...commit }: Commit): Commit => commit;
