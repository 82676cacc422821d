import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Answer, clientOf, type TestPlayer } from '../support/client.ts';
import { freePort, runServer } from '../support/process.ts';
import { startReceiver } from '../support/receiver.ts';
import { randomFor, runSeed } from '../support/seed.ts';

const folder = await mkdtemp(join(tmpdir(), 'giliran-'));
afterAll(() => rm(folder, { recursive: true }));

const killsMax = 4;

test('kill -9 in the middle of play loses no accepted move and no turn notice, and no notice has two ids', async () => {
  console.log(`seed ${runSeed}`);
  const random = randomFor(runSeed, 'kill');
  const port = await freePort();
  const receiver = await startReceiver();
  let server = await runServer(folder, port);
  const { call, register, startMatch, inbox } = clientOf(server.url);
  const players = [await register('Ayu'), await register('Budi')] as const;
  for (const player of players)
    expect((await call('POST', '/v1/webhooks', player, { url: receiver.url })).status).toBe(201);
  const match = await startMatch(players, { options: { firstSeat: 0 } });

  const accepted = new Set<number>();
  const answered: { readonly id: string; readonly seat: number }[] = [];
  let killed = 0;
  const read = async (by: TestPlayer): Promise<Answer['body']> =>
    (await call('GET', `/v1/matches/${match}`, by)).body;
  for (let turn = 0; turn < 200; turn++) {
    const seat = (await read(players[0])).decisions[0]?.seat;
    if (seat === undefined) break;
    const by = players[seat as 0 | 1];
    const [decision] = (await read(by)).decisions;
    const move = { decision: decision.id, move: decision.legalMoves[random.int(decision.legalMoves.length)] };
    answered.push({ id: decision.id, seat });
    const send = () => call('POST', `/v1/matches/${match}/moves`, by, move);
    if (killed < killsMax && random.int(4) === 0) {
      killed += 1;
      const cut = send().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, random.int(30)));
      server.kill('SIGKILL');
      await server.ended;
      const before = await cut;
      if (before?.status === 201) accepted.add(before.body.version);
      server = await runServer(folder, port);
    }
    const answer = await send();
    expect(answer.status).toBe(201);
    accepted.add(answer.body.version);
  }
  expect(killed).toBeGreaterThan(0);
  const over = await read(players[0]);
  expect(over.status).toBe('finished');

  const { items: log } = (await call('GET', `/v1/matches/${match}/events?after=0&limit=100`, players[0]))
    .body;
  expect(log.map(({ version }: { version: number }) => version)).toEqual(
    Array.from({ length: over.version }, (_, index) => index + 1),
  );
  for (const version of accepted) expect(version).toBeLessThanOrEqual(over.version);

  // What each player should have been told, from the log alone: a seat that became awaited after another's step.
  const told = await Promise.all(players.map((player) => inbox(player)));
  const turnsOf = (notices: readonly Answer['body'][]): string[] =>
    notices.filter(({ type }) => type === 'turn.started').map(({ data }) => data.decision);
  const turns = told.flatMap(turnsOf);
  expect(new Set(turns).size).toBe(turns.length);
  const openedByOwnStep = ({ id, seat }: { readonly id: string; readonly seat: number }): boolean =>
    log[Number.parseInt(id, 10) - 1].events.some(({ actor }: Answer['body']) => actor.seat === seat);
  const awaitedByOthers = answered.filter((decision) => !openedByOwnStep(decision));
  expect(awaitedByOthers.length).toBeGreaterThan(10);
  expect(turns).toEqual(expect.arrayContaining(awaitedByOthers.map(({ id }) => id)));
  expect(told.map((notices) => notices.filter(({ type }) => type === 'match.ended'))).toEqual([
    [expect.anything()],
    [expect.anything()],
  ]);

  // Every notice of the inbox reached the receiver under its own id, unless its turn was over when it could be sent.
  const ids = told.flat().map(({ id }: Answer['body']) => id);
  const posted = new Map<string, string>();
  for (const { headers, body } of receiver.received) {
    const id = String(headers['webhook-id']);
    expect(posted.get(id) ?? body.toString()).toBe(body.toString());
    posted.set(id, body.toString());
  }
  const bodies = [...posted.values()].filter((body) => body.includes('turn.started'));
  expect(new Set(bodies).size).toBe(bodies.length);
  const ends = told.flat().filter(({ type }: Answer['body']) => type === 'match.ended');
  await expect
    .poll(
      () =>
        ends.every(({ id }: Answer['body']) =>
          receiver.received.some(({ headers }) => headers['webhook-id'] === id),
        ),
      {
        timeout: 10_000,
      },
    )
    .toBe(true);
  expect(new Set(ids).size).toBe(ids.length);
  server.kill('SIGTERM');
  await server.ended;
  await receiver.close();
}, 60_000);
