import { expect } from 'vitest';
import type { GameId, GameMove, Seat } from '../../../domain/engine/engine.ts';
import { latestEngine } from '../../../domain/engine/registry.ts';
import { expectDefined } from '../../../domain/engine/result.ts';
import type { CommandPlace, CreateCommand, Joiner, MatchCommand } from '../../../domain/match/commands.ts';
import { type Commit, engineOf, foldCommit, sealCommit, versionOf } from '../../../domain/match/commit.ts';
import { decide } from '../../../domain/match/decide.ts';
import type { Unborn } from '../../../domain/match/evolve.ts';
import type { Instant } from '../../../domain/match/instant.ts';
import { noticesOf } from '../../../domain/match/notices.ts';
import type { MatchRefusal } from '../../../domain/match/refusal.ts';
import type { MatchSettings } from '../../../domain/match/settings.ts';
import type { MatchState } from '../../../domain/match/state.ts';
import { throughJson } from '../../support/json.ts';

/** Monday, 30 November 2026, 09:00 UTC: when every match here is created. */
export const monday = Date.UTC(2026, 10, 30, 9);
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A match as a test has brought it so far. */
export interface Table {
  readonly match: MatchState;
  readonly commits: readonly Commit[];
}

const players = ['ann', 'ben', 'cho', 'dan'] as const;

/** The player of a seat, in the order in which they join here. */
export const playerOf = (seat: Seat): string => expectDefined(players[seat], `no player for seat ${seat}`);

const joinerOf = (player: string): Joiner => ({ player, name: player.toUpperCase(), nonce: null });

/** What a match is created with where a test doesn't say otherwise: District Noir for two, public, no clock, Ann alone seated. */
export const creation = (
  over: Partial<Omit<CreateCommand, 'settings'>> & { readonly settings?: Partial<MatchSettings> } = {},
): CreateCommand => {
  const { settings, ...rest } = over;
  const game: GameId = over.game ?? 'district-noir';
  const engine = expectDefined(latestEngine(game), `no engine for ${game}`);
  return {
    type: 'create',
    game,
    rulesVersion: engine.rulesVersion,
    options: engine.schemas.options.parse({}),
    seats: engine.seats.min,
    settings: {
      visibility: 'public',
      clock: { kind: 'none' },
      pauses: true,
      weekendPause: false,
      expiry: 'P14D',
      ...settings,
    },
    serverSeed: '0f'.repeat(32),
    joiners: [joinerOf('ann')],
    invited: [],
    joinCode: null,
    rematchOf: null,
    vacations: [],
    ...rest,
  };
};

const seal = (before: MatchState | Unborn, command: MatchCommand, place: CommandPlace) => {
  const decided = decide(before, command, place);
  if (!decided.ok) return expect.fail(`${command.type} is refused: ${decided.error.code}`);
  if (decided.value.kind !== 'append') return expect.fail(`${command.type} appends nothing`);
  const { steps, match } = decided.value;
  const notices = noticesOf(steps, match, place.version);
  return sealCommit(before, match, steps, { at: place.at, attempt: `try-${place.version}`, notices });
};

/** Where a command received at an instant stands. */
export const placeAt = (match: MatchState, receivedAt: Instant): CommandPlace => ({
  version: match.version + 1,
  at: Math.max(match.at, receivedAt),
  receivedAt,
});

/** A match that has just been created, on Monday. */
export const given = (...over: Parameters<typeof creation>): Table => {
  const { commit, match } = seal({ id: 'mat_1' }, creation(...over), {
    version: 1,
    at: monday,
    receivedAt: monday,
  });
  expectFoldsTo({ id: 'mat_1' }, commit, match);
  return { match, commits: [commit] };
};

/** The table after an accepted command, received at `at` (when the last commit was made, if left out). */
export const when = (table: Table, command: MatchCommand, at: Instant = table.match.at): Table => {
  const { commit, match } = seal(table.match, command, placeAt(table.match, at));
  expectFoldsTo(table.match, commit, match);
  return { match, commits: [...table.commits, commit] };
};

/** The log alone makes the same match of a commit, as stored. */
const expectFoldsTo = (before: MatchState | Unborn, commit: Commit, after: MatchState): void => {
  expect(commit.version).toBe(versionOf(before) + 1);
  expect(foldCommit(throughJson(before), throughJson(commit))).toEqual(after);
};

/** What comes of a command: `append`, `unchanged`, `answered` or the code of the refusal. */
export const resultOf = (table: Table, command: MatchCommand, at: Instant = table.match.at): string => {
  const decided = decide(table.match, command, placeAt(table.match, at));
  return decided.ok ? decided.value.kind : decided.error.code;
};

/** The refusal of a command. */
export const refusalOf = (
  table: Table,
  command: MatchCommand,
  at: Instant = table.match.at,
): MatchRefusal => {
  const decided = decide(table.match, command, placeAt(table.match, at));
  return decided.ok ? expect.fail(`${command.type} is not refused`) : decided.error;
};

export const join = (player: string, more: { readonly nonce?: string; readonly code?: string } = {}) =>
  ({
    type: 'join',
    ...joinerOf(player),
    nonce: more.nonce ?? null,
    code: more.code ?? null,
    vacations: [],
  }) as const satisfies MatchCommand;

/** A command that says nothing but who sends it. */
export const by = <T extends 'leave' | 'cancel' | 'resign' | 'offer-draw'>(type: T, player: string) => ({
  type,
  player,
});

/** A match under way, every seat taken in order. */
export const started = (...over: Parameters<typeof creation>): Table => {
  let table = given(...over);
  for (let seat = 1; seat < table.match.seats.length; seat++) table = when(table, join(playerOf(seat)));
  expect(table.match.status).toBe('active');
  return table;
};

/** The first open decision, or that of a seat. */
export const openDecision = ({ match }: Table, seat?: Seat) =>
  expectDefined(
    match.open.find((decision) => seat === undefined || decision.seat === seat),
    'nobody is awaited',
  );

/** A move as its player sends it: the first legal one of the seat that is awaited first, if the test doesn't say. */
export const moveOf = (
  table: Table,
  seat: Seat = openDecision(table).seat,
  move: GameMove = legalMove(table, seat),
  decision: string = openDecision(table, seat).id,
) =>
  ({
    type: 'move',
    player: expectDefined(table.match.seats[seat]?.player, 'nobody sits there'),
    decision,
    move,
  }) as const satisfies MatchCommand;

const legalMove = ({ match }: Table, seat: Seat): GameMove => {
  const state = expectDefined(match.gameState ?? undefined, 'not started');
  return expectDefined(engineOf(match).legalMoves(state, seat)[0], 'no legal move');
};

/** The last commit. */
export const last = ({ commits }: Table): Commit => expectDefined(commits.at(-1), 'no commit');

/** The types of the events that the last commit records, step by step. */
export const eventTypes = (table: Table): readonly (readonly string[])[] =>
  last(table).steps.map(({ events }) => events.map(({ type }) => type));

/** Who is told what by the last commit, as `type player`, in order. */
export const told = (table: Table): readonly string[] =>
  last(table).notices.map(({ type, player }) => `${type} ${player}`);
