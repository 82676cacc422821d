import { z } from 'zod';
import { gameIds } from '../engine/engine.ts';
import { expectDefined } from '../engine/result.ts';
import { type Commit, foldCommit } from './commit.ts';
import { saltOf, seedCommitment } from './digest.ts';
import { isMatchEvent } from './events.ts';
import type { Unborn } from './evolve.ts';
import { type MatchState, matchStatuses, noncesOf } from './state.ts';

/** The form of the transcript; another form gets another name. */
export const transcriptFormat = 'giliran-transcript-v1';

const hex256 = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

const recordedStepSchema = z
  .object({
    actor: z.record(z.string(), z.union([z.string(), z.int()])).describe('A seat, a player or the system.'),
    command: z.looseObject({ type: z.string() }),
    events: z.array(z.looseObject({ type: z.string(), v: z.int() })).min(1),
    draws: z.int().min(1).optional().describe('How many random draws it made; left out for none.'),
  })
  .describe('One thing that happened, as the log holds it.');

/** A step as a transcript brings it: nothing in it is believed. */
export type RecordedStep = z.infer<typeof recordedStepSchema>;

const commitsMax = 100_000;

/**
 * A match that is over, whole: the log to the ending commit, and all that was secret. Instants are milliseconds since 1970, since the
 * digests are taken over them.
 */
export const transcriptSchema = z
  .object({
    format: z.literal(transcriptFormat),
    matchId: z.string().max(64),
    game: z.enum(gameIds),
    rulesVersion: z.int(),
    rngScheme: z.string(),
    seedCommitment: hex256.describe(
      'SHA-256 of the server seed, as it was published when the match was created.',
    ),
    serverSeed: hex256,
    nonces: z.array(z.string().nullable()).describe("The players' own randomness, by seat."),
    playSeed: hex256
      .nullable()
      .describe('HMAC-SHA-256(server seed, canonical list of nonces); null for a match that never started.'),
    status: z.enum(matchStatuses),
    endedAt: z.int().nullable(),
    outcome: z.record(z.string(), z.unknown()).nullable(),
    digest: z.string().describe('The digest of the last commit.'),
    commits: z
      .array(
        z.object({
          version: z.int(),
          at: z.int(),
          steps: z.array(recordedStepSchema).min(1).max(64),
          salt: hex256.describe('HMAC-SHA-256(server seed, "salt:<version>").'),
          digest: z
            .string()
            .describe('SHA-256(previous digest, salt, RFC 8785 JSON of {at, steps, version}), in base64url.'),
        }),
      )
      .min(1)
      .max(commitsMax),
  })
  .meta({ id: 'Transcript' });
export type Transcript = z.infer<typeof transcriptSchema>;

/** True for the commit by which a match is over. What comes later (rematches) is not part of the transcript. */
export const endsMatch = ({ steps }: Commit): boolean =>
  steps.some(({ events }) =>
    events
      .filter(isMatchEvent)
      .some(({ type }) => ['match.ended', 'match.cancelled', 'match.expired'].includes(type)),
  );

/** The transcript of a whole log, oldest commit first, the last one the ending commit. */
export const transcriptOf = (commits: readonly Commit[]): Transcript => {
  const first = expectDefined(commits[0], 'a log has a first commit');
  const folded = commits.reduce<MatchState | Unborn>(foldCommit, { id: first.matchId });
  const match = expectDefined('status' in folded ? folded : undefined, 'a log that was folded');
  return {
    format: transcriptFormat,
    matchId: match.id,
    game: match.game,
    rulesVersion: match.rulesVersion,
    rngScheme: match.rngScheme,
    seedCommitment: seedCommitment(match.serverSeed),
    serverSeed: match.serverSeed,
    nonces: [...noncesOf(match)],
    playSeed: match.playSeed,
    status: match.status,
    endedAt: match.endedAt,
    outcome: match.outcome && { ...match.outcome },
    digest: match.digest,
    commits: commits.map(({ version, at, steps, digest }) => ({
      version,
      at,
      steps: steps.map((step) => ({
        actor: { ...step.actor },
        command: { ...step.command },
        events: step.events.map((event) => ({ ...event })),
        ...(step.draws === undefined ? {} : { draws: step.draws }),
      })),
      salt: saltOf(match.serverSeed, version),
      digest,
    })),
  };
};
