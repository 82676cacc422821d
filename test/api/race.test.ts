import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LocalDatabase, startDatabase } from '../../functions/local/database.ts';
import { type LocalServer, runLocal } from '../../functions/local/run.ts';
import { silentLog } from '../../functions/shared/log.ts';
import { type Answer, clientOf, type TestPlayer } from '../support/client.ts';
import { type FaultProxy, type ProxyFault, startFaultProxy } from '../support/proxy.ts';

let database: LocalDatabase;
let proxy: FaultProxy;
let server: LocalServer;
let client: ReturnType<typeof clientOf>;
let players: readonly [TestPlayer, TestPlayer];
beforeAll(async () => {
  database = await startDatabase();
  proxy = await startFaultProxy(database.endpoint);
  server = await runLocal({ port: 0, databaseEndpoint: proxy.endpoint, logger: silentLog });
  client = clientOf(server.url);
  players = await Promise.all([client.register('Ayu'), client.register('Budi')]);
});
afterAll(async () => {
  proxy.clear();
  await server.stop();
  await proxy.stop();
  await database.stop();
});

const writers = 50;

/** The first `times` writes of a commit take effect, but their answers are lost; or nothing is lost. */
const cutAnswers = (times: number): void => {
  let left = times;
  const fault: ProxyFault = { kind: 'lose-answer' };
  proxy.inject(({ operation, body }) =>
    operation === 'PutItem' && body.includes('"C#') && left-- > 0 ? fault : undefined,
  );
};

/** A match of Dueling Nobles, whose first decision has 120 ways to be answered: three Nobles of six in any order. */
const opening = async () => {
  const match = await client.startMatch(players, { game: 'dueling-nobles' });
  const { version, decisions } = (await client.call('GET', `/v1/matches/${match}`, players[0])).body;
  const { id: decision, legalMoves } = decisions.find(({ seat }: { seat: number }) => seat === 0);
  const field = Object.keys(legalMoves[0]).find((key) => Array.isArray(legalMoves[0][key])) ?? '';
  const moves = legalMoves.flatMap((move: Record<string, readonly string[]>) => {
    const [a, b, c] = move[field] ?? [];
    return [move, { ...move, [field]: [b, c, a] }, { ...move, [field]: [c, a, b] }];
  });
  return { match, version, decision, moves };
};

const commitsOf = async (match: string): Promise<readonly Answer['body'][]> =>
  (await client.call('GET', `/v1/matches/${match}/events?after=0&limit=100`, players[0])).body.items;

describe.each([
  { name: 'with every answer of the database', cut: 0 },
  { name: 'with the connection cut between write and answer', cut: 3 },
])(`${writers} moves at once for one decision, $name`, ({ cut }) => {
  test('identical ones make one commit, and each caller gets the same right answer', async () => {
    const { match, version, decision, moves } = await opening();
    cutAnswers(cut);
    const answers = await Promise.all(
      Array.from({ length: writers }, () =>
        client.call('POST', `/v1/matches/${match}/moves`, players[0], { decision, move: moves[0] }),
      ),
    );
    proxy.clear();
    expect(answers.map(({ status }) => status)).toEqual(Array(writers).fill(201));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(answers[0]?.body.version).toBe(version + 1);
    expect(answers.filter(({ headers }) => headers.get('Idempotent-Replayed') === null)).toHaveLength(1);
    expect((await commitsOf(match)).at(-1)?.version).toBe(version + 1);
  });

  test('different ones make one commit, and all others are told that the decision is closed', async () => {
    const { match, version, decision, moves } = await opening();
    cutAnswers(cut);
    const answers = await Promise.all(
      moves
        .slice(0, writers)
        .map((move: object) =>
          client.call('POST', `/v1/matches/${match}/moves`, players[0], { decision, move }),
        ),
    );
    proxy.clear();
    const refused = answers.filter(({ status }) => status !== 201);
    expect(answers.length - refused.length).toBe(1);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      Array(writers - 1).fill([409, 'decision-closed']),
    );
    expect((await commitsOf(match)).at(-1)?.version).toBe(version + 1);
  });
});

test('three players join the last seat at once, with the connection cut: one is seated, the others are told', async () => {
  const others = await Promise.all(['Citra', 'Dewi', 'Eka'].map((name) => client.register(name)));
  const { id } = (await client.call('POST', '/v1/matches', players[0], { game: 'conquian' })).body;
  cutAnswers(2);
  const answers = await Promise.all(
    others.map((player) => client.call('POST', `/v1/matches/${id}/join`, player, {})),
  );
  proxy.clear();
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  for (const { status, body } of answers)
    if (status === 409) expect(['match-full', 'match-started']).toContain(body.code);
  const { seats } = (await client.call('GET', `/v1/matches/${id}`, players[0])).body;
  expect(seats.filter((seat: unknown) => seat !== null)).toHaveLength(2);
});
