/** One match, played by two programs that know only the HTTP API and the notices that are posted to them. */
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { GameId } from '../../../domain/engine/engine.ts';
import { verifyTranscript } from '../../../domain/match/verify.ts';
import { type Caller, callerOf, newEndpointSchema, registeredSchema } from '../client.ts';
import { type NoticeReceiver, openReceiver, type ReceivedNotice } from '../notices.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { tableLine } from './table.ts';

/** The demo can't go on: the message is a sentence for people. */
export class DemoFailed extends Error {
  override readonly name = 'DemoFailed';
}

interface Player {
  readonly name: string;
  readonly caller: Caller;
  readonly receiver: NoticeReceiver;
}

type Mail = { readonly to: Player; readonly notice: ReceivedNotice };

const noticeWithinMs = 30_000;
/** Far above the moves of the longest match. */
const movesMax = 2_000;

const decisionSchema = z.looseObject({
  id: z.string(),
  seat: z.int(),
  kind: z.string(),
  legalMoves: z.array(z.record(z.string(), z.unknown())).optional(),
});
const createdSchema = z.looseObject({ id: z.string(), seedCommitment: z.string() });
const matchSchema = z.looseObject({
  status: z.string(),
  view: z.unknown(),
  decisions: z.array(decisionSchema),
  outcome: z
    .looseObject({ kind: z.string(), reason: z.string(), winners: z.array(z.int()).optional() })
    .nullable(),
});
const movedSchema = z.looseObject({ version: z.int(), decisions: z.array(decisionSchema) });
const eventsSchema = z.looseObject({
  items: z.array(
    z.looseObject({
      version: z.int(),
      events: z.array(z.looseObject({ summary: z.string().nullable() })),
    }),
  ),
});

/** Registers a player with a receiver that puts each verified notice into the common mailbox. */
const enrol = async (api: string, name: string, mailbox: Mailbox<Mail>): Promise<Player> => {
  const { token } = await callerOf(api).call('POST', '/v1/players', registeredSchema, { name });
  const caller = callerOf(api, token);
  let player: Player | undefined;
  const receiver = await openReceiver(
    (notice) => player && mailbox.put({ to: player, notice }),
    (reason) => console.log(`  ! ${name} refused a request: ${reason}`),
  );
  player = { name, caller, receiver };
  const endpoint = await caller.call('POST', '/v1/webhooks', newEndpointSchema, { url: receiver.url });
  receiver.trust(endpoint.secret);
  return player;
};

/** Plays a match of a game to its end and tells its story; throws `DemoFailed` or `ApiRefused` if it can't. */
export const playDemo = async (api: string, game: GameId): Promise<void> => {
  const mailbox = createMailbox<Mail>();
  const players: Player[] = [];
  try {
    for (const name of ['Ayu', 'Budi']) players.push(await enrol(api, name, mailbox));
    const [ayu, budi] = players;
    if (!ayu || !budi) throw new DemoFailed('Two players are needed.');
    await playMatch(api, game, ayu, budi, mailbox);
  } finally {
    await Promise.all(players.map(({ receiver }) => receiver.close()));
  }
};

const playMatch = async (
  api: string,
  game: GameId,
  ayu: Player,
  budi: Player,
  mailbox: Mailbox<Mail>,
): Promise<void> => {
  const names = [ayu.name, budi.name];
  const named = (line: string): string =>
    line.replaceAll(/Seat (\d)/g, (seat, n) => names[Number(n)] ?? seat);
  const match = await ayu.caller.call('POST', '/v1/matches', createdSchema, { game, seats: 2 });
  const path = `/v1/matches/${match.id}`;
  console.log(`\n── ${game} ──────────────────────────────────────────`);
  console.log(
    `Ayu creates ${match.id}; the commitment to all its chance is ${match.seedCommitment.slice(0, 16)}…`,
  );
  await budi.caller.call('POST', `${path}/join`, z.unknown(), {});
  console.log('Budi joins, and the match starts. Each of them now waits for webhooks.\n');

  const stranger = callerOf(api);
  let told = 0;
  /** What a spectator without a token sees: no hand is in it. */
  const tell = async (): Promise<void> => {
    const { items } = await stranger.call('GET', `${path}/events?after=${told}`, eventsSchema);
    for (const { version, events } of items) {
      told = version;
      for (const { summary } of events) if (summary !== null) console.log(`  ${named(summary)}`);
    }
    const { view } = await stranger.call('GET', path, matchSchema);
    console.log(`    ${tableLine(game, view, names)}`);
  };

  const heard = { turns: 0, ends: 0, moves: 0 };
  /** Answers the player's open decisions, as long as the turn stays theirs: no further notice comes for those. */
  const answer = async (
    player: Player,
    decisions: readonly z.infer<typeof decisionSchema>[],
  ): Promise<void> => {
    const own = decisions.find(({ legalMoves }) => legalMoves !== undefined);
    const move = own?.legalMoves?.[randomInt(own.legalMoves.length)];
    if (!own || !move) return;
    if (++heard.moves > movesMax) throw new DemoFailed(`The match isn't over after ${movesMax} moves.`);
    const moved = await player.caller.call('POST', `${path}/moves`, movedSchema, { decision: own.id, move });
    await tell();
    await answer(player, moved.decisions);
  };

  await tell();
  while (heard.ends < 2) {
    const mail = await mailbox.take(noticeWithinMs);
    if (!mail) throw new DemoFailed(`No notice came within ${noticeWithinMs / 1_000} seconds.`);
    const { to, notice } = mail;
    if (notice.data.matchId !== match.id) continue;
    if (notice.type === 'match.ended') heard.ends += 1;
    if (notice.type !== 'turn.started') continue;
    heard.turns += 1;
    console.log(`→ ${to.name} is told by a signed webhook: your turn (${notice.data.kind}).`);
    await answer(to, (await to.caller.call('GET', path, matchSchema)).decisions);
  }

  const { outcome } = await stranger.call('GET', path, matchSchema);
  if (!outcome) throw new DemoFailed('Both were told of an end, but the match has no outcome.');
  const winners = (outcome.winners ?? []).map((seat) => names[seat]).join(' and ');
  console.log(`\nResult: ${outcome.kind === 'won' ? `${winners} won` : 'a draw'} (${outcome.reason}).`);
  console.log(
    `${heard.moves} moves, ${heard.turns} turn notices, every signature verified; both were told of the end.`,
  );
  const verdict = verifyTranscript(await stranger.call('GET', `${path}/transcript`, z.unknown()));
  if (!verdict.isTrue) throw new DemoFailed(`The transcript isn't true: ${verdict.failure.detail}`);
  console.log(
    `Its transcript, with the seed revealed, is true: ${verdict.draws} draws and every digest derived once more.`,
  );
};
