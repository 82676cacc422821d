import { setTimeout as sleep } from 'node:timers/promises';
import type { GameMove } from '../../domain/engine/engine.ts';
import { err, expectDefined, Fault, invariant, ok, type Result } from '../../domain/engine/result.ts';
import { timeOutGraceMs } from '../../domain/match/clock.ts';
import type { CommandPlace, CreateCommand, MatchCommand, PlayerPause } from '../../domain/match/commands.ts';
import { type Commit, foldCommits, sealCommit, versionOf } from '../../domain/match/commit.ts';
import { decide } from '../../domain/match/decide.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import type { Unborn } from '../../domain/match/evolve.ts';
import { expiresAt } from '../../domain/match/gathering.ts';
import type { Instant } from '../../domain/match/instant.ts';
import { noticesOf } from '../../domain/match/notices.ts';
import { type MatchRefusal, refuse } from '../../domain/match/refusal.ts';
import { type MatchState, nextDeadline } from '../../domain/match/state.ts';
import type { Decision } from '../../domain/match/steps.ts';
import { endsMatch } from '../../domain/match/transcript.ts';
import type { Clock } from './clock.ts';
import { headOf } from './head.ts';
import { freshAttempt } from './ids.ts';
import type { Log } from './log.ts';
import type { Accounts } from './store/accounts.ts';
import { type MatchLog, StoreUnavailable } from './store/match-log.ts';
import type { Store } from './store/store.ts';
import { runningAt, unheardPause } from './vacation.ts';

/** What running commands takes. */
export interface MatchDeps {
  readonly log: MatchLog;
  readonly accounts: Pick<Accounts, 'readVacation'>;
  readonly clock: Clock;
  readonly logger: Log;
}

/** What running commands takes, from what a function has. */
export const matchDepsOf = ({
  store,
  clock,
  logger,
}: {
  readonly store: Pick<Store, 'log' | 'accounts'>;
  readonly clock: Clock;
  readonly logger: Log;
}): MatchDeps => ({ log: store.log, accounts: store.accounts, clock, logger });

/** One incoming request, as far as the log cares: when the gateway received it. */
export interface Receipt {
  readonly receivedAt: Instant;
}

/** What became of an accepted command: the match at the version that holds its effect, and that commit. */
export interface Accepted {
  readonly match: MatchState;
  /** The commit that holds the command's effect; undefined where nothing had to be appended and none is known. */
  readonly commit: Commit | undefined;
  /** True if the command had taken effect before and nothing was appended now. */
  readonly isRepeat: boolean;
}

/** Tries of one command against other writers before the client is told to come again (design §3). */
const triesMax = 5;
const backoffMs = 15;

/** The match as its log has it now; undefined for an unknown id. */
export const loadMatch = async (
  deps: Pick<MatchDeps, 'log'>,
  id: string,
): Promise<MatchState | undefined> => {
  const { commits } = await deps.log.readTail(id);
  return commits.length > 0 ? foldCommits(commits) : undefined;
};

/** The match as its log has it now; a HEAD that is found behind it is brought forward (design §3, mending). */
export const loadMatchMended = async (deps: MatchDeps, id: string): Promise<MatchState | undefined> => {
  const { commits, head } = await deps.log.readTail(id);
  if (commits.length === 0) return undefined;
  const match = foldCommits(commits);
  if (head === undefined || head.version < match.version) await freshenHead(deps, match);
  return match;
};

/** The match as it stood at a version that it has reached. */
export const loadMatchAt = async (
  deps: Pick<MatchDeps, 'log'>,
  id: string,
  version: number,
): Promise<MatchState> => foldCommits(await deps.log.readUpTo(id, version));

const logPage = 100;

/** The whole log of a match that is over, up to the commit that ended it. */
export const loadEndedLog = async (
  deps: Pick<MatchDeps, 'log'>,
  match: MatchState,
): Promise<readonly Commit[]> => {
  const commits: Commit[] = [];
  while (commits.length < match.version) {
    const page = await deps.log.readAfter(match.id, commits.length, logPage);
    const end = page.findIndex(endsMatch);
    if (end >= 0) return [...commits, ...page.slice(0, end + 1)];
    invariant(page.length > 0, `the log of ${match.id} breaks off at ${commits.length}`);
    commits.push(...page);
  }
  throw new Fault(`${match.id} is over, but no commit ended it`);
};

const placeOf = (match: MatchState | Unborn, receivedAt: Instant): CommandPlace => ({
  version: versionOf(match) + 1,
  at: 'status' in match ? Math.max(match.at, receivedAt) : receivedAt,
  receivedAt,
});

type Appended = { readonly match: MatchState; readonly commit: Commit };

/** Seals decided steps and writes them by the one conditional put; undefined if another writer was first. */
const write = async (
  deps: MatchDeps,
  before: MatchState | Unborn,
  decision: Extract<Decision, { kind: 'append' }>,
  place: CommandPlace,
  envelope: { readonly attempt: string; readonly order?: string; readonly requestHash?: string },
): Promise<Appended | undefined> => {
  const isOrder = envelope.order !== undefined;
  const notices = noticesOf(decision.steps, decision.match, place.version, { isOrder });
  const sealed = sealCommit(before, decision.match, decision.steps, { at: place.at, notices, ...envelope });
  if ((await deps.log.append(sealed.commit)) === 'taken') return undefined;
  await freshenHead(deps, sealed.match);
  return sealed;
};

/** Lists are fresh at once; the consumer is what guarantees HEAD, so a failure here is only logged (design §3). */
const freshenHead = async (deps: MatchDeps, match: MatchState): Promise<void> => {
  try {
    await deps.log.writeHead(headOf(match));
  } catch (error) {
    deps.logger.warn('HEAD was not freshened', { matchId: match.id, version: match.version, error });
  }
};

/** The move that a commit records for a decision, or undefined. */
const moveIn = (commit: Commit, decision: string): GameMove | undefined =>
  commit.steps.flatMap(({ actor, command }) =>
    'seat' in actor && command.type === 'move' && command.decision === decision ? [command.move] : [],
  )[0];

/** The first answer again if the seat sends the same move for the same decision; another move is refused (design §3). */
const repeatOf = async (
  deps: MatchDeps,
  match: MatchState,
  { version, move }: Extract<Decision, { kind: 'answered' }>,
  command: MatchCommand,
): Promise<Result<Accepted, MatchRefusal>> => {
  invariant(command.type === 'move', 'only moves answer decisions');
  const commits = await deps.log.readUpTo(match.id, version);
  const commit = expectDefined(commits.at(-1), `version ${version} of ${match.id} is missing`);
  const first = moveIn(commit, command.decision);
  if (first === undefined || move === undefined || canonicalJson(first) !== canonicalJson(move)) {
    return refuse('decision-closed', 'You have answered that decision with another move.');
  }
  return ok({ match: foldCommits(commits), commit, isRepeat: true });
};

/** The system's own command that is due on a match, or undefined: its time-out, its expiry, a vacation it hasn't heard of. */
const dueCommand = async (
  deps: MatchDeps,
  match: MatchState,
  now: Instant,
): Promise<MatchCommand | undefined> => {
  if (match.status === 'open') return now >= expiresAt(match) ? { type: 'expire' } : undefined;
  const deadline = match.status === 'active' ? nextDeadline(match) : undefined;
  if (deadline === undefined || now < deadline) return undefined;
  const pause = await pauseBeforeTimeOut(deps, match);
  return pause ?? (now < deadline + timeOutGraceMs ? undefined : { type: 'time-out' });
};

/** No time-out is appended, and no move refused as late, before the awaited players' vacations were read (design §5). */
const pauseBeforeTimeOut = async (deps: MatchDeps, match: MatchState): Promise<MatchCommand | undefined> => {
  if (!match.settings.pauses) return undefined;
  for (const { seat } of match.open) {
    const player = match.seats[seat]?.player;
    if (player === undefined) continue;
    const pause = unheardPause(match, player, await deps.accounts.readVacation(player));
    if (pause) return { type: 'pause', player, pause };
  }
  return undefined;
};

/**
 * Appends what is due on a match by itself (a time-out once the grace is over, an expiry) and returns the match after it. Whoever
 * comes first appends it: a read, a move, the sweeper.
 */
export const settleDue = async (deps: MatchDeps, match: MatchState): Promise<MatchState> => {
  let current = match;
  for (let round = 0; round < triesMax; round++) {
    const now = deps.clock.now();
    const command = await dueCommand(deps, current, now);
    if (!command) return current;
    const place = placeOf(current, now);
    const decided = decide(current, command, place);
    if (!decided.ok || decided.value.kind !== 'append') return current;
    const written = await write(deps, current, decided.value, place, { attempt: freshAttempt() });
    current =
      written?.match ?? expectDefined(await loadMatch(deps, current.id), `${current.id} has vanished`);
  }
  return current;
};

/**
 * Runs one command on a match: load, settle what is due, decide, append; once more from the start when another writer was first.
 * `toCommand` sees the loaded match and may refuse (visibility comes before all rules). `unknown` says there is no such match.
 */
export const runCommand = async <Refusal>(
  deps: MatchDeps,
  id: string,
  receipt: Receipt,
  toCommand: (match: MatchState) => Result<MatchCommand, Refusal> | Promise<Result<MatchCommand, Refusal>>,
  options: { readonly order?: string } = {},
): Promise<Result<Accepted, Refusal | MatchRefusal> | 'unknown'> => {
  const attempt = freshAttempt();
  for (let round = 0; round < triesMax; round++) {
    const loaded = await loadMatch(deps, id);
    if (!loaded) return 'unknown';
    const match = await settleDue(deps, loaded);
    const command = await toCommand(match);
    if (!command.ok) return command;
    const place = placeOf(match, receipt.receivedAt);
    const decided = decide(match, command.value, place);
    if (!decided.ok) return decided;
    const decision = decided.value;
    if (decision.kind === 'unchanged') return ok({ match, commit: undefined, isRepeat: true });
    if (decision.kind === 'answered') return repeatOf(deps, match, decision, command.value);
    const written = await write(deps, match, decision, place, { attempt, ...options });
    if (written) return ok({ ...written, isRepeat: false });
    await sleep(Math.random() * backoffMs * 2 ** round);
  }
  throw new StoreUnavailable(`${triesMax} other writers were first on ${id}`);
};

/** A match under the id that an Idempotency-Key gave, made by another request than this one. */
export interface KeyReused {
  readonly code: 'idempotency-key-reused';
}

/**
 * Creates a match under an id: its first commit. If the id is taken, it is the same request again (the same `requestHash`: the first
 * answer once more) or a key used twice.
 */
export const createMatch = async (
  deps: MatchDeps,
  id: string,
  receipt: Receipt,
  command: CreateCommand,
  requestHash?: string,
): Promise<Result<Accepted, MatchRefusal | KeyReused>> => {
  const place = placeOf({ id }, receipt.receivedAt);
  const decided = decide({ id }, command, place);
  if (!decided.ok) return decided;
  invariant(decided.value.kind === 'append', 'a match that does not exist is appended');
  const envelope = { attempt: freshAttempt(), ...(requestHash === undefined ? {} : { requestHash }) };
  const written = await write(deps, { id }, decided.value, place, envelope);
  if (written) return ok({ ...written, isRepeat: false });
  return expectDefined(await findCreated(deps, id, requestHash), `${id} was taken but has no first commit`);
};

/** The first answer once more to a request that created this match; another request's match is a key used twice. */
export const findCreated = async (
  deps: Pick<MatchDeps, 'log'>,
  id: string,
  requestHash: string | undefined,
): Promise<Result<Accepted, KeyReused> | undefined> => {
  const commits = await deps.log.readUpTo(id, 1);
  const [first] = commits;
  if (!first) return undefined;
  return requestHash !== undefined && first.requestHash === requestHash
    ? ok({ match: foldCommits(commits), commit: first, isRepeat: true })
    : err({ code: 'idempotency-key-reused' });
};

/** The vacations of players that a starting match must know of (design §5: starting a match reads the players' rows). */
export const vacationsOf = async (
  deps: Pick<MatchDeps, 'accounts' | 'clock'>,
  players: readonly string[],
): Promise<readonly PlayerPause[]> => {
  const now = deps.clock.now();
  const paused = await Promise.all(
    players.map(async (player) => ({
      player,
      pause: runningAt(await deps.accounts.readVacation(player), now),
    })),
  );
  return paused.flatMap(({ player, pause }) => (pause ? [{ player, pause }] : []));
};
