import { z } from 'zod';
import { durationPattern, parseDuration } from './instant.ts';

const minMs = 1_000;
const maxMs = 90 * 86_400_000;

/** An ISO 8601 duration of fixed length, one second to ninety days. */
export const durationSchema = z
  .string()
  .max(32)
  .regex(durationPattern, 'an ISO 8601 duration in weeks, or days, hours, minutes and seconds, such as P3D')
  .refine((text) => {
    const duration = parseDuration(text);
    return duration !== undefined && duration >= minMs && duration <= maxMs;
  }, 'from PT1S to P90D')
  .meta({ id: 'Duration', description: 'ISO 8601 duration, PT1S to P90D.', example: 'P3D' });

/** The clock of a match (design §5): none, one allowance for each time a seat is awaited, or a bank with increments. */
export const clockSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }).describe('No deadlines.'),
    z
      .strictObject({ kind: z.literal('per-move'), allowance: durationSchema })
      .describe('The same allowance each time that a seat becomes awaited.'),
    z
      .strictObject({
        kind: z.literal('fischer'),
        initial: durationSchema.describe('What each seat starts with.'),
        increment: durationSchema.describe('Added when a seat is no longer awaited.'),
        maximum: durationSchema.describe('More than this is never saved up.'),
      })
      .refine(({ initial, maximum }) => (parseDuration(initial) ?? 0) <= (parseDuration(maximum) ?? 0), {
        path: ['maximum'],
        message: 'at least the initial time',
      })
      .describe('A bank of time that shrinks while a seat is awaited and grows by the increment after.'),
  ])
  .meta({ id: 'Clock' });
export type ClockSettings = z.infer<typeof clockSchema>;

export const visibilities = ['public', 'unlisted', 'private'] as const;
/** Who may find a match: everyone; who knows the link; the invited alone. */
export type Visibility = (typeof visibilities)[number];

/** What is agreed on when a match is created, beside the game's own options. */
export interface MatchSettings {
  readonly visibility: Visibility;
  readonly clock: ClockSettings;
  /** Whether vacations stop the clocks of this match. */
  readonly pauses: boolean;
  /** Whether clocks stand still on Saturdays and Sundays (UTC). */
  readonly weekendPause: boolean;
  /** After how long a match that never filled expires. */
  readonly expiry: string;
}

/** 14 days (issue 4.1). */
export const defaultExpiry = 'P14D';
