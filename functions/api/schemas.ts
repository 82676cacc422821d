/** The shapes of the wire, which handlers, tests and the contract share. */
import { z } from '@hono/zod-openapi';
import { gameIds } from '../../domain/engine/engine.ts';
import { engines } from '../../domain/engine/registry.ts';
import { clockSchema, visibilities } from '../../domain/match/settings.ts';
import { matchStatuses } from '../../domain/match/state.ts';
import { type IdPrefix, idBodyPattern } from '../shared/ids.ts';
import { noticeTypes } from '../shared/store/notices.ts';

/** An opaque id in an answer. */
export const idSchema = (prefix: IdPrefix) =>
  z
    .string()
    .openapi({ pattern: `^${prefix}_${idBodyPattern}$`, example: `${prefix}_06f2k3m9q8zv4x7w1c5b0n2d3e` });

/** RFC 3339 in UTC with milliseconds. */
export const timeSchema = z.iso.datetime({ precision: 3 }).openapi({ example: '2026-11-30T10:00:00.000Z' });

export const gameSchema = z.enum(gameIds).meta({ id: 'GameId' });
export const seatSchema = z
  .int()
  .min(0)
  .max(3)
  .openapi({ description: 'A place at the table, counted from 0.' });

/** A page of a list. */
export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .openapi({ description: 'Send it as `cursor` for the next page; null on the last.' }),
  });

/** The query of every list. */
export const pageQuery = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .openapi({ description: 'Items a page, 1 to 100.' }),
  cursor: z.string().max(4000).optional().openapi({ description: '`nextCursor` of the page before.' }),
};

const anyOf = (schemas: readonly z.ZodType[]): z.ZodType => {
  const [first, ...rest] = schemas;
  return first === undefined
    ? z.record(z.string(), z.unknown())
    : rest.length === 0
      ? first
      : z.union([first, ...rest]);
};

/** References to what the contract calls one schema of each game. */
const refs = (schemas: readonly z.ZodType[]): { $ref: string }[] =>
  schemas.map((schema) => ({ $ref: `#/components/schemas/${z.globalRegistry.get(schema)?.id}` }));

/** A move of any game: `{ type, ...fields }`. */
export const moveSchema: z.ZodType = z
  .looseObject({ type: z.string() })
  .openapi('Move', { anyOf: refs(engines.map((engine) => engine.schemas.move)) });

/** The options of any game. */
export const optionsSchema = z
  .record(z.string(), z.unknown())
  .openapi('Options', { anyOf: refs(engines.map((engine) => engine.schemas.options)) });

/** A game as one viewer sees it. */
export const viewSchema = anyOf(engines.map((engine) => engine.schemas.view)).openapi('View');

export const outcomeSchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('won'),
      winners: z.array(seatSchema),
      reason: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
    z.object({
      kind: z.literal('drawn'),
      reason: z.string(),
      details: z.record(z.string(), z.unknown()).optional(),
    }),
  ])
  .openapi('Outcome', { description: "How a match ended; `details` hold the game's own figures." });

export const decisionSchema = z
  .object({
    id: z
      .string()
      .openapi({ example: '12.0', description: 'A move names it. `<version that opened it>.<seat>`.' }),
    seat: seatSchema,
    kind: z.string().openapi({ example: 'turn' }),
    openedAt: timeSchema,
    deadlineAt: timeSchema.nullable(),
    legalMoves: z
      .array(moveSchema)
      .optional()
      .openapi({ description: "Every legal move; with the caller's own decisions only." }),
  })
  .openapi('Decision');

export const seatHolderSchema = z
  .object({
    seat: seatSchema,
    playerId: idSchema('plr'),
    name: z.string().openapi({ description: 'The display name as of joining.' }),
    hasNonce: z.boolean(),
    left: z.enum(['resigned', 'timed-out']).nullable(),
    clock: z
      .object({
        bank: z
          .string()
          .nullable()
          .openapi({ description: 'ISO 8601: the time it had left when it last became awaited.' }),
        runningSince: timeSchema.nullable(),
        deadlineAt: timeSchema.nullable(),
      })
      .nullable(),
    vacations: z.array(z.object({ from: timeSchema, until: timeSchema })),
  })
  .openapi('SeatHolder');

export const drawOfferSchema = z
  .object({
    id: z.string().openapi({ example: '12.0' }),
    seat: seatSchema,
    accepted: z.array(seatSchema).openapi({ description: 'The seats that have accepted so far.' }),
  })
  .openapi('DrawOffer');

const pausesSchema = z.boolean().openapi({ description: 'Whether vacations stop the clocks of this match.' });
const weekendPauseSchema = z
  .boolean()
  .openapi({ description: 'Whether clocks stand still on Saturdays and Sundays, UTC.' });

export const matchSchema = z
  .object({
    id: idSchema('mat'),
    url: z.url(),
    game: gameSchema,
    rulesVersion: z.int(),
    options: optionsSchema,
    status: z.enum(matchStatuses),
    visibility: z.enum(visibilities),
    clock: clockSchema,
    pauses: pausesSchema,
    weekendPause: weekendPauseSchema,
    createdAt: timeSchema,
    createdBy: idSchema('plr'),
    startedAt: timeSchema.nullable(),
    endedAt: timeSchema.nullable(),
    expiresAt: timeSchema
      .nullable()
      .openapi({ description: 'When a match that still waits for players expires.' }),
    version: z.int().openapi({ description: 'The number of the last commit.' }),
    seats: z.array(seatHolderSchema.nullable()),
    you: z
      .object({
        seat: seatSchema.nullable(),
        isInvited: z.boolean(),
        joinCode: z
          .string()
          .nullable()
          .openapi({ description: 'For the creator of an unlisted match, to share.' }),
      })
      .nullable()
      .openapi({ description: 'How the caller stands to the match; null without a token.' }),
    decisions: z.array(decisionSchema),
    drawOffer: drawOfferSchema.nullable(),
    cancelOffers: z.array(seatSchema),
    rematchOffers: z.array(seatSchema),
    rematch: idSchema('mat').nullable(),
    rematchOf: idSchema('mat').nullable(),
    outcome: outcomeSchema.nullable(),
    view: viewSchema
      .nullable()
      .openapi({ description: 'The game as the caller may see it; null before the start.' }),
    rngScheme: z.string(),
    seedCommitment: z.string().openapi({ description: 'SHA-256 of the server seed, in hexadecimal.' }),
    digest: z.string().openapi({ description: 'Chains all commits up to this version.' }),
  })
  .openapi('Match');

export const eventSchema = z
  .looseObject({
    type: z.string(),
    v: z.int(),
    actor: z.union([
      z.object({ seat: seatSchema }),
      z.object({ player: idSchema('plr') }),
      z.object({ system: z.enum(['deadline', 'forced', 'vacation', 'expiry']) }),
    ]),
    summary: z.string().nullable().openapi({ description: 'One plain English line.' }),
  })
  .openapi('Event', {
    description: "A fact, with the game's or the match's own fields, as the caller may see it.",
  });

export const commitSchema = z
  .object({
    version: z.int(),
    at: timeSchema,
    events: z.array(eventSchema),
    standingOrder: z
      .string()
      .optional()
      .openapi({ description: 'Which of your standing orders answered; yours alone to see.' }),
  })
  .openapi('Commit');

export const matchSummarySchema = z
  .object({
    id: idSchema('mat'),
    url: z.url(),
    game: gameSchema,
    status: z.enum(matchStatuses),
    visibility: z.enum(visibilities),
    clock: clockSchema,
    pauses: pausesSchema,
    weekendPause: weekendPauseSchema,
    createdAt: timeSchema,
    endedAt: timeSchema.nullable(),
    version: z.int(),
    seats: z.array(z.object({ playerId: idSchema('plr'), name: z.string() }).nullable()),
    yourSeat: seatSchema.nullable(),
    decisions: z.array(decisionSchema.omit({ openedAt: true, legalMoves: true })),
    isYourTurn: z.boolean(),
    isInvited: z.boolean().openapi({ description: 'Whether a seat is kept for you: join or decline.' }),
    outcome: outcomeSchema.nullable(),
  })
  .openapi('MatchSummary');

export const noticeTypeSchema = z.enum(noticeTypes).openapi('NoticeType');

export const noticeSchema = z
  .object({
    id: idSchema('evt'),
    type: noticeTypeSchema,
    timestamp: timeSchema,
    apiVersion: z.literal('v1'),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  })
  .openapi('Notice');
