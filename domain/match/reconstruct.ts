/** Commands from a transcript's steps: what came from outside is read out of the recorded facts, to be decided once more. */
import { z } from 'zod';
import { gameIds, type Seat } from '../engine/engine.ts';
import type { SealedEngine } from '../engine/sealed.ts';
import type { CreateCommand, Joiner, MatchCommand, PlayerPause } from './commands.ts';
import { declineReasons } from './events.ts';
import type { Unborn } from './evolve.ts';
import { clockSchema, visibilities } from './settings.ts';
import type { MatchState } from './state.ts';
import type { RecordedStep } from './transcript.ts';

const seatSchema = z.int().min(0).max(3);
const pauseSchema = z.strictObject({ from: z.int(), until: z.int() });

const facts = {
  created: z.strictObject({
    type: z.literal('match.created'),
    v: z.literal(1),
    game: z.enum(gameIds),
    rulesVersion: z.int(),
    rngScheme: z.string(),
    options: z.record(z.string(), z.unknown()),
    seats: z.int().min(2).max(4),
    settings: z.strictObject({
      visibility: z.enum(visibilities),
      clock: clockSchema,
      pauses: z.boolean(),
      weekendPause: z.boolean(),
      expiry: z.string(),
    }),
    serverSeed: z.string(),
    createdBy: z.string(),
    invited: z.array(z.string()),
    joinCode: z.string().nullable(),
    rematchOf: z.string().nullable(),
  }),
  joined: z.strictObject({
    type: z.literal('match.joined'),
    v: z.literal(1),
    seat: seatSchema,
    player: z.string(),
    name: z.string(),
    nonce: z.string().nullable(),
  }),
  started: z.strictObject({
    type: z.literal('match.started'),
    v: z.literal(1),
    pauses: z.array(z.strictObject({ seat: seatSchema, pause: pauseSchema })),
  }),
  left: z.looseObject({ type: z.literal('match.left'), player: z.string() }),
  declined: z.looseObject({
    type: z.literal('match.declined'),
    player: z.string(),
    reason: z.enum(declineReasons),
  }),
  nonceSet: z.looseObject({ type: z.literal('match.nonce-set'), seat: seatSchema, nonce: z.string() }),
  paused: z.looseObject({ type: z.literal('match.paused'), seat: seatSchema, pause: pauseSchema }),
  drawAccepted: z.looseObject({ type: z.literal('match.draw-accepted'), offer: z.string() }),
  drawDeclined: z.looseObject({ type: z.literal('match.draw-declined'), offer: z.string() }),
} as const;

const moveSchema = z.strictObject({
  type: z.literal('move'),
  seat: seatSchema,
  decision: z.string(),
  move: z.unknown(),
});

/** The facts of one kind among a step's events. */
const factsOf = <Fact extends z.ZodType>(step: RecordedStep, schema: Fact): readonly z.output<Fact>[] =>
  step.events.flatMap((event) => {
    const parsed = schema.safeParse(event);
    return parsed.success ? [parsed.data] : [];
  });

const vacationsIn = (
  step: RecordedStep,
  playerAt: (seat: Seat) => string | undefined,
): readonly PlayerPause[] =>
  factsOf(step, facts.started).flatMap(({ pauses }) =>
    pauses.flatMap(({ seat, pause }) => {
      const player = playerAt(seat);
      return player === undefined ? [] : [{ player, pause }];
    }),
  );

/** The command that a log's first step records; undefined if it records none that can be. */
const createCommandOf = (step: RecordedStep, engine: SealedEngine): CreateCommand | undefined => {
  const [created] = factsOf(step, facts.created);
  const joiners = factsOf(step, facts.joined).map(
    ({ player, name, nonce }): Joiner => ({ player, name, nonce }),
  );
  const options = engine.schemas.options.safeParse(created?.options);
  const [first, ...others] = joiners;
  if (!created || !first || !options.success) return undefined;
  return {
    type: 'create',
    game: created.game,
    rulesVersion: created.rulesVersion,
    options: options.data,
    seats: created.seats,
    settings: created.settings,
    serverSeed: created.serverSeed,
    joiners: [first, ...others],
    invited: created.invited,
    joinCode: created.joinCode,
    rematchOf: created.rematchOf,
    vacations: vacationsIn(step, (seat) => joiners[seat]?.player),
  };
};

/** The command that a later commit's first step records; undefined if it records none that can be. */
const commandOf = (step: RecordedStep, match: MatchState): MatchCommand | undefined => {
  const actor = seatSchema.safeParse(step.actor.seat);
  const player = actor.success ? match.seats[actor.data]?.player : undefined;
  const offer = factsOf(step, z.union([facts.drawAccepted, facts.drawDeclined]))[0]?.offer;
  const { type } = step.command;
  switch (type) {
    case 'join': {
      const [joined] = factsOf(step, facts.joined);
      if (!joined) return undefined;
      const { seat, name, nonce } = joined;
      const playerAt = (other: Seat) => (other === seat ? joined.player : match.seats[other]?.player);
      const vacations = vacationsIn(step, playerAt);
      return { type, player: joined.player, name, nonce, code: match.joinCode, vacations };
    }
    case 'leave':
      return factsOf(step, facts.left).map((left) => ({ type, player: left.player }) as const)[0];
    case 'decline':
      return factsOf(step, facts.declined).map(
        (declined) => ({ type, player: declined.player, reason: declined.reason }) as const,
      )[0];
    case 'set-nonce':
      return factsOf(step, facts.nonceSet).flatMap(({ nonce }) =>
        player === undefined ? [] : [{ type, player, nonce } as const],
      )[0];
    case 'pause':
      return factsOf(step, facts.paused).flatMap(({ seat, pause }) => {
        const paused = match.seats[seat]?.player;
        return paused === undefined ? [] : [{ type, player: paused, pause } as const];
      })[0];
    case 'move': {
      const command = moveSchema.safeParse(step.command);
      if (!command.success || player === undefined) return undefined;
      return { type, player, decision: command.data.decision, move: command.data.move };
    }
    case 'cancel':
    case 'resign':
    case 'offer-draw':
      return player === undefined ? undefined : { type, player };
    case 'accept-draw':
    case 'decline-draw':
      return player === undefined || offer === undefined ? undefined : { type, player, offer };
    case 'time-out':
    case 'expire':
      return { type };
    default:
      return undefined;
  }
};

/** The command that a commit's first step records, whether or not there is a match yet. */
export const recordedCommand = (
  step: RecordedStep,
  match: MatchState | Unborn,
  engine: SealedEngine,
): MatchCommand | undefined => ('status' in match ? commandOf(step, match) : createCommandOf(step, engine));
