import type { GameId, Seat } from '../engine/engine.ts';
import { findEngine } from '../engine/registry.ts';
import { expectDefined, Fault, invariant } from '../engine/result.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import { digestOf, saltOf, seedCommitment } from './digest.ts';
import type { Step } from './events.ts';
import { evolveStep, type Unborn } from './evolve.ts';
import type { Instant } from './instant.ts';
import { type MatchState, matchStateVersion } from './state.ts';

/** The kinds of notice that a commit can call for (design §6). */
export const commitNoticeTypes = [
  'match.invited',
  'invitation.declined',
  'match.joined',
  'match.started',
  'turn.started',
  'draw.offered',
  'cancel.offered',
  'rematch.offered',
  'match.cancelled',
  'match.expired',
  'match.ended',
] as const;
export type CommitNoticeType = (typeof commitNoticeTypes)[number];

/** What one player is to be told because of a commit. Ids are made from the commit, the type, the recipient and the ordinal. */
export interface CommitNotice {
  readonly type: CommitNoticeType;
  readonly player: string;
  readonly seat: Seat | null;
  readonly decision?: string;
  readonly kind?: string;
  readonly deadlineAt?: Instant;
}

/** A cache of the whole folded match. One of another shape counts as absent. */
export interface Snapshot {
  readonly matchStateVersion: number;
  readonly stateVersion: number;
  readonly match: MatchState;
}

/** One accepted command: immutable, written by one conditional put (design §3). */
export interface Commit {
  readonly matchId: string;
  readonly game: GameId;
  readonly version: number;
  readonly at: Instant;
  readonly steps: readonly Step[];
  /** The id that one incoming request made for itself; tells a writer that it won. */
  readonly attempt: string;
  readonly digest: string;
  readonly notices: readonly CommitNotice[];
  /** The template of the standing order that answered, known to its owner alone; outside the digest. */
  readonly order?: string;
  /** SHA-256 of the request that created the match, for an Idempotency-Key's repeat (first commit only). */
  readonly requestHash?: string;
  readonly snapshot?: Snapshot;
}

/** Every 16th commit carries a snapshot, so that a page of 17 items holds one or the first commit (design §3). */
export const snapshotEvery = 16;

const snapshotFor = (match: MatchState, engine: SealedEngine): Snapshot => ({
  matchStateVersion,
  stateVersion: engine.stateVersion,
  match,
});

/** The pinned engine of a match, or a `Fault` where this deployment lacks it. Never "the latest". */
export const engineOf = (pinned: { readonly game: string; readonly rulesVersion: number }): SealedEngine => {
  const engine = findEngine(pinned.game, pinned.rulesVersion);
  if (!engine) throw new Fault(`no engine for ${pinned.game} rules ${pinned.rulesVersion}`);
  return engine;
};

/** Seals steps that were decided on `match` into the next commit: digest, and a snapshot where one is due. */
export const sealCommit = (
  before: MatchState | Unborn,
  after: MatchState,
  steps: readonly Step[],
  envelope: {
    readonly at: Instant;
    readonly attempt: string;
    readonly notices: readonly CommitNotice[];
    readonly order?: string;
    readonly requestHash?: string;
  },
): { readonly commit: Commit; readonly match: MatchState } => {
  const version = versionOf(before) + 1;
  const previous = 'status' in before ? before.digest : seedCommitment(after.serverSeed);
  const digest = digestOf(previous, saltOf(after.serverSeed, version), { version, at: envelope.at, steps });
  const match = { ...after, version, at: envelope.at, digest };
  const commit: Commit = {
    matchId: match.id,
    game: match.game,
    version,
    steps,
    digest,
    ...envelope,
    ...(version % snapshotEvery === 0 ? { snapshot: snapshotFor(match, engineOf(match)) } : {}),
  };
  return { commit, match };
};

/** The version of a match; 0 before its first commit. */
export const versionOf = (match: MatchState | Unborn): number => ('status' in match ? match.version : 0);

/** Folds one commit into the match that stands at the version before it. */
export const foldCommit = (before: MatchState | Unborn, commit: Commit): MatchState => {
  invariant(
    commit.version === versionOf(before) + 1,
    `gap in ${commit.matchId}: ${commit.version} after ${versionOf(before)}`,
  );
  const place = { version: commit.version, at: commit.at };
  const engine = 'status' in before ? engineOf(before) : engineOf(pinOf(commit));
  const after = commit.steps.reduce<MatchState | Unborn>(
    (match, step) => evolveStep(match, step, place, engine),
    before,
  );
  invariant('status' in after, 'a commit records at least one step');
  return { ...after, version: commit.version, at: commit.at, digest: commit.digest };
};

const pinOf = (first: Commit): { game: string; rulesVersion: number } => {
  const event = first.steps[0]?.events[0];
  invariant(event?.type === 'match.created' && 'rulesVersion' in event, 'a log begins with match.created');
  return event;
};

const isUsable = (snapshot: Snapshot): boolean =>
  snapshot.matchStateVersion === matchStateVersion &&
  snapshot.stateVersion === findEngine(snapshot.match.game, snapshot.match.rulesVersion)?.stateVersion;

/** Where folding a run of commits can begin: the last usable snapshot or the first commit; -1 if the run holds neither. */
export const foldableFrom = (commits: readonly Commit[]): number => {
  const snapshot = commits.findLastIndex(
    (commit) => commit.snapshot !== undefined && isUsable(commit.snapshot),
  );
  return snapshot >= 0 ? snapshot : commits.findIndex((commit) => commit.version === 1);
};

/** Folds a run of commits, oldest first, that holds a usable snapshot or the first commit. */
export const foldCommits = (commits: readonly Commit[]): MatchState => {
  const from = foldableFrom(commits);
  const first = expectDefined(commits[from], 'neither a snapshot nor the first commit to fold from');
  const begin =
    first.snapshot && isUsable(first.snapshot)
      ? first.snapshot.match
      : foldCommit({ id: first.matchId }, first);
  return commits.slice(from + 1).reduce(foldCommit, begin);
};
