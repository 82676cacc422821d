import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type GameId, gameIds } from '../../../domain/engine/engine.ts';
import { latestEngine } from '../../../domain/engine/registry.ts';
import { expectDefined } from '../../../domain/engine/result.ts';
import type { Pause } from '../../../domain/match/clock.ts';
import type { MatchCommand } from '../../../domain/match/commands.ts';
import { type Commit, engineOf, foldCommit, sealCommit } from '../../../domain/match/commit.ts';
import { decide } from '../../../domain/match/decide.ts';
import { noticesOf } from '../../../domain/match/notices.ts';
import { drawOffersMax } from '../../../domain/match/offers.ts';
import { clockSchema } from '../../../domain/match/settings.ts';
import { isEnded, type MatchState } from '../../../domain/match/state.ts';
import { stepsMax } from '../../../domain/match/steps.ts';
import { endsMatch, transcriptOf } from '../../../domain/match/transcript.ts';
import { verifyTranscript } from '../../../domain/match/verify.ts';
import { unheardPause } from '../../../functions/shared/vacation.ts';
import { throughJson } from '../../support/json.ts';
import { countFromEnv, deriveSeed, runSeed } from '../../support/seed.ts';
import { creation, day, given, hour, join, monday, placeAt, second } from './support.ts';

const players = ['ann', 'ben', 'cho', 'dan', 'eve'] as const;
const player = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('ann' as const, 'ben' as const, 'cho' as const) },
  { weight: 1, arbitrary: fc.constantFrom('dan' as const, 'eve' as const) },
);

/** How often each type of command is sent: those that end a match are rare, so that much happens before. */
const weights = {
  'legal-move': 30,
  join: 6,
  'offer-draw': 4,
  'accept-draw': 3,
  'decline-draw': 2,
  pause: 3,
  move: 2,
  leave: 1,
  decline: 1,
  cancel: 1,
  'set-nonce': 1,
  resign: 1,
  'offer-rematch': 2,
  'time-out': 2,
  expire: 1,
} as const satisfies { readonly [type: string]: number };

const seat = fc.integer({ min: 0, max: 3 });

/** A command as a client or the system might send it at any time, sensible or not. `pick` chooses what only the match can offer. */
interface Draft {
  readonly type: keyof typeof weights;
  readonly player: (typeof players)[number];
  readonly seat: number;
  readonly pick: number;
  readonly version: number;
  readonly text: string;
  readonly move: unknown;
  readonly waitMs: number;
  readonly pauseMs: number;
}

const draft: fc.Arbitrary<Draft> = fc.record({
  type: fc.oneof(
    ...Object.entries(weights).map(([type, weight]) => ({
      weight,
      arbitrary: fc.constant(type as keyof typeof weights),
    })),
  ),
  player,
  seat,
  pick: fc.nat(),
  version: fc.integer({ min: 0, max: 12 }),
  text: fc.constantFrom('abc', 'xyz', 'sesame', '__proto__', ''),
  move: fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom({ type: 'take' }, { type: 'draw' }, { type: 'roll' }),
  ),
  waitMs: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(0, 1, second, hour) },
    { weight: 1, arbitrary: fc.constantFrom(36 * second, day, 3 * day, 40 * day, -hour, -10_000 * day) },
  ),
  pauseMs: fc.constantFrom(0, second, hour, 5 * day, 10_000 * day, -hour),
});

const settings = fc.record({
  clock: fc.constantFrom(
    ...(
      [
        { kind: 'none' },
        { kind: 'per-move', allowance: 'P1D' },
        { kind: 'per-move', allowance: 'PT12H' },
        { kind: 'fischer', initial: 'P1D', increment: 'P90D', maximum: 'P90D' },
        { kind: 'fischer', initial: 'PT1H', increment: 'PT1S', maximum: 'PT2H' },
      ] as const
    ).map((clock) => clockSchema.parse(clock)),
  ),
  visibility: fc.constantFrom('public', 'public', 'unlisted', 'private'),
  pauses: fc.boolean(),
  weekendPause: fc.boolean(),
  expiry: fc.constantFrom('PT1S', 'P14D', 'P90D', 'P90D', 'P90D'),
});

const pickOf = <T>(items: readonly T[], pick: number): T | undefined =>
  items[pick % Math.max(1, items.length)];

/** The command that a draft comes to in this match. */
const commandOf = (drafted: Draft, match: MatchState, now: number): MatchCommand => {
  const { type, player, text } = drafted;
  const openIds = match.open.map(({ id }) => id);
  const named = match.drawOffer?.id ?? match.closedDrawOffer?.id ?? '';
  const anyId = pickOf([...openIds, named, `${drafted.version}.${drafted.seat}`, text], drafted.pick) ?? '';
  switch (type) {
    case 'legal-move': {
      const decision = pickOf(match.open, drafted.pick);
      const state = match.gameState;
      if (!decision || state === null) return { ...join(player), code: text };
      const moves = engineOf(match).legalMoves(state, decision.seat);
      const holder = match.seats[decision.seat]?.player ?? '';
      return { type: 'move', player: holder, decision: decision.id, move: pickOf(moves, drafted.pick) };
    }
    case 'move':
      return { type, player, decision: anyId, move: drafted.move };
    case 'join':
      return { ...join(player, { code: text }), nonce: drafted.pick % 2 === 0 ? null : text };
    case 'decline':
      return { type, player, reason: 'other' };
    case 'set-nonce':
      return { type, player, nonce: text };
    case 'accept-draw':
    case 'decline-draw':
      return { type, player, offer: drafted.pick % 3 === 0 ? anyId : named };
    case 'offer-rematch':
      return { type, player, rematch: `mat_${drafted.pick}` };
    case 'pause': {
      const from = now - (drafted.pick % 3) * 12 * hour;
      return { type, player, pause: { from, until: from + drafted.pauseMs } };
    }
    case 'time-out':
    case 'expire':
      return { type };
    default:
      return { type, player };
  }
};

/**
 * No time-out is appended while a vacation is unheard, so whatever counts as unheard must be heard when it is told. Rows of the store
 * are made of the pauses that were ever told.
 */
const expectHearable = (
  match: MatchState,
  told: readonly { readonly player: string; readonly pause: Pause }[],
) => {
  for (const player of new Set(told.map((one) => one.player))) {
    const pauses = told.filter((one) => one.player === player).map(({ pause }) => pause);
    const row = { pauses, year: 2026, allowanceMs: 0, revision: 1 };
    const pause = unheardPause(match, player, row);
    if (!pause) continue;
    const heard = decide(match, { type: 'pause', player, pause }, placeAt(match, match.at));
    expect(heard.ok && heard.value.kind).toBe('append');
  }
};

/** Whatever the log took, anyone can prove from its transcript. */
const expectProvable = (commits: readonly Commit[]): void => {
  const transcript = transcriptOf(commits.slice(0, commits.findIndex(endsMatch) + 1));
  expect(verifyTranscript(throughJson(transcript))).toMatchObject({ isTrue: true });
};

/** What holds of a match at every version. */
const expectSound = (match: MatchState): void => {
  expect(match.open.length > 0).toBe(match.status === 'active');
  expect(new Set(match.open.map(({ seat }) => seat)).size).toBe(match.open.length);
  for (const { seat, id } of match.open) {
    expect(match.seats[seat]).toMatchObject({ left: null });
    expect(Number(id.split('.')[0])).toBeLessThanOrEqual(match.version);
    expect(match.answered[seat]?.map(({ decision }) => decision)).not.toContain(id);
  }
  for (const answers of match.answered) expect(answers.length).toBeLessThanOrEqual(8);
  for (const offers of match.drawOffers) expect(offers).toBeLessThanOrEqual(drawOffersMax);
  expect(match.endedAt !== null).toBe(isEnded(match));
  expect(match.outcome !== null).toBe(match.status === 'finished');
  if (match.status !== 'active') expect(match).toMatchObject({ drawOffer: null, cancelOffers: [] });
  for (const [seat, { since, bank, sinceVersion }] of match.clocks.entries()) {
    expect(since !== null).toBe(match.open.some((decision) => decision.seat === seat));
    expect(sinceVersion === null).toBe(since === null);
    expect(bank === null).toBe(match.settings.clock.kind === 'none');
    if (bank !== null) expect(bank).toBeGreaterThanOrEqual(0);
  }
  const seated = match.seats.flatMap((holder) => (holder ? [holder.player] : []));
  expect(new Set(seated).size).toBe(seated.length);
  expect(throughJson(match)).toEqual(match);
};

const expectSoundCommit = (before: MatchState, commit: Commit, after: MatchState): void => {
  expect(commit.version).toBe(before.version + 1);
  expect(commit.at).toBeGreaterThanOrEqual(before.at);
  expect(commit.steps.length).toBeGreaterThan(0);
  expect(commit.steps.length).toBeLessThanOrEqual(stepsMax);
  expect(foldCommit(throughJson(before), throughJson(commit))).toEqual(after);
  const known = [...before.seats, ...after.seats].flatMap((holder) => (holder ? [holder.player] : []));
  for (const { player } of commit.notices) expect([...known, ...before.invited]).toContain(player);
};

/** Commands that are idempotent in themselves, and moves: sent twice, they take effect once. A time-out may find another seat late. */
const isOnceOnly = ({ type }: MatchCommand): boolean => type !== 'time-out';

const freeze = <T>(value: T): T => {
  if (value !== null && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
};

const runs = countFromEnv('GILIRAN_MATCH_RUNS', 25);

test.each(gameIds)(
  'whatever is sent to a match of %s, whenever and by whom, it stays sound',
  (game: GameId) => {
    const { seats } = expectDefined(latestEngine(game), 'an engine');
    const property = fc.property(
      settings,
      fc.integer(seats),
      fc.subarray(['ben', 'cho']),
      fc.array(draft, { minLength: 30, maxLength: 90 }),
      (settings, seatCount, guests, drafts) => {
        const invited = guests.slice(0, seatCount - 1);
        const joinCode = settings.visibility === 'unlisted' ? 'sesame' : null;
        let { match, commits } = given(creation({ game, seats: seatCount, settings, invited, joinCode }));
        let now = monday;
        const vacations: { player: string; pause: Pause }[] = [];
        expectSound(match);
        for (const drafted of drafts) {
          now = Math.max(monday, now + drafted.waitMs);
          const command = freeze(commandOf(drafted, match, now));
          if (command.type === 'pause') vacations.push(command);
          expectHearable(match, vacations);
          const place = placeAt(freeze(match), now);
          const decided = decide(match, command, place);
          expect(decide(match, command, place)).toEqual(decided);
          if (!decided.ok || decided.value.kind !== 'append') continue;
          const { steps } = decided.value;
          const notices = noticesOf(steps, decided.value.match, place.version);
          const sealed = sealCommit(match, decided.value.match, steps, {
            at: place.at,
            attempt: 'a',
            notices,
          });
          expectSoundCommit(match, sealed.commit, sealed.match);
          expectSound(sealed.match);
          match = sealed.match;
          commits = [...commits, sealed.commit];
          if (isOnceOnly(command)) {
            const again = decide(match, command, placeAt(match, now));
            expect(again.ok && again.value.kind === 'append').toBe(false);
          }
        }
        if (isEnded(match)) expectProvable(commits);
      },
    );
    const seed = Number.parseInt(deriveSeed(runSeed, game).slice(0, 7), 16);
    fc.assert(property, { numRuns: runs, seed, interruptAfterTimeLimit: 40_000 });
  },
  60_000,
);
