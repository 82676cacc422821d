/** Scenarios of real complaints (anchors.md, section c) about hidden information and privacy. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gameIds } from '../../domain/engine/engine.ts';
import { expectDefined } from '../../domain/engine/result.ts';
import { foldCommit } from '../../domain/match/commit.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import type { Unborn } from '../../domain/match/evolve.ts';
import type { MatchState } from '../../domain/match/state.ts';
import { presentMatch } from '../../functions/api/present/match.ts';
import { playLog } from '../store/logs.ts';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';
import { loadLaws, viewersOf } from '../support/engines.ts';
import { randomFor, runSeed } from '../support/seed.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let stranger: TestPlayer;
beforeAll(async () => {
  api = await openApi();
  [ayu, budi, stranger] = await Promise.all([
    api.register('Ayu'),
    api.register('Budi'),
    api.register('Citra'),
  ]);
});
afterAll(() => api.stop());

const get = (path: string, by?: TestPlayer): Promise<Answer> => api.call('GET', path, by);

describe('48, 50: what a viewer gets is the same whatever the hidden part is', () => {
  test.each(gameIds)('%s: every byte of the match, at random versions', async (game) => {
    const laws = await loadLaws(game);
    const { commits } = playLog(game, 200);
    const random = randomFor(runSeed, 'hidden', game);
    const every = Math.ceil(commits.length / 12);
    let before: MatchState | Unborn = { id: expectDefined(commits[0], 'a commit').matchId };
    for (const commit of commits) {
      const match = foldCommit(before, commit);
      before = match;
      const { gameState, seats, version } = match;
      if (gameState === null || version % every !== 0) continue;
      for (const viewer of viewersOf(seats.length)) {
        const other = { ...match, gameState: laws.resampleHidden(gameState, viewer, random) };
        const player = viewer === 'spectator' ? undefined : seats[viewer.seat]?.player;
        const [seen, alike] = [match, other].map((world) =>
          canonicalJson(presentMatch(world, player, 'http://localhost')),
        );
        expect(alike, `seed ${runSeed}, version ${version}`).toBe(seen);
      }
    }
  });
});

test('49: a spectator sees no hand, in the match, its events, its versions or any list; a player not the other one’s', async () => {
  const id = await api.startMatch([ayu, budi], { game: 'conquian' });
  const path = `/v1/matches/${id}`;
  const handOf = async (by: TestPlayer, seat: number): Promise<readonly string[]> =>
    (await get(path, by)).body.view.seats[seat].hand;
  const hands = [await handOf(ayu, 0), await handOf(budi, 1)];
  const payloads = async (by?: TestPlayer): Promise<string> => {
    const { version } = (await get(path, by)).body;
    const versions = Array.from({ length: version }, (_, index) => `${path}/versions/${index + 1}`);
    const paths = [
      path,
      `${path}/events`,
      ...versions,
      ...(by ? ['/v1/matches', '/v1/inbox'] : ['/v1/lobby']),
    ];
    const answers = await Promise.all(paths.map((one) => get(one, by)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    return JSON.stringify(answers.map(({ body }) => body));
  };
  const leaks = (text: string, cards: readonly string[] = []) =>
    cards.filter((card) => text.includes(`"${card}"`));
  expect(hands.map((hand) => hand.length > 0)).toEqual([true, true]);
  for (const by of [undefined, stranger]) {
    expect(leaks(await payloads(by), hands.flat())).toEqual([]);
  }
  expect(leaks(await payloads(ayu), hands[1])).toEqual([]);
  expect(leaks(await payloads(budi), hands[0])).toEqual([]);
  expect(leaks(await payloads(ayu), hands[0])).toEqual(hands[0]);
});

test('49: a spectator is told nobody’s legal moves, and can do nothing', async () => {
  const id = await api.startMatch([ayu, budi]);
  const { body } = await get(`/v1/matches/${id}`, stranger);
  expect(body.decisions[0].legalMoves).toBeUndefined();
  expect(body.you).toEqual({ seat: null, isInvited: false, joinCode: null });
  const move = { decision: body.decisions[0].id, move: { type: 'take' } };
  expect((await api.call('POST', `/v1/matches/${id}/moves`, stranger, move)).body.code).toBe('forbidden');
  for (const action of ['resign', 'cancel', 'draw-offers', 'rematch', 'leave']) {
    const answer = await api.call('POST', `/v1/matches/${id}/${action}`, stranger);
    expect([action, answer.body.code]).toEqual([action, 'forbidden']);
  }
});

test('52: nothing that is sent before the end holds the seeds or a salt, and equal matches get unequal deals', async () => {
  const ids: string[] = [];
  const sent: string[] = [];
  for (let made = 0; made < 4; made++) {
    const created = await api.call('POST', '/v1/matches', ayu, { game: 'district-noir', nonce: 'same' });
    const { id } = created.body;
    const joined = await api.call('POST', `/v1/matches/${id}/join`, budi, { nonce: 'same' });
    await api.play(id, [ayu, budi], 3);
    const reads = [`/v1/matches/${id}`, `/v1/matches/${id}/events`, `/v1/matches/${id}/versions/1`];
    for (const by of [ayu, budi, undefined]) {
      for (const path of reads) sent.push(JSON.stringify((await get(path, by)).body));
    }
    sent.push(JSON.stringify([created.body, joined.body]));
    ids.push(id);
  }
  const secrets: string[] = [];
  for (const id of ids) {
    await api.call('POST', `/v1/matches/${id}/resign`, ayu);
    const { body } = await get(`/v1/matches/${id}/transcript`);
    const salts = body.commits.map(({ salt }: { salt: string }) => salt);
    secrets.push(body.serverSeed, body.playSeed, ...salts);
  }
  expect(new Set(secrets).size).toBe(secrets.length);
  const all = sent.join('\n');
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
});

describe('54: a private match', () => {
  const unknown = 'mat_00000000000000000000000000';
  const settle = async () => {
    const created = await api.call('POST', '/v1/matches', ayu, {
      game: 'district-noir',
      visibility: 'private',
      invited: [budi.id],
    });
    return created.body.id as string;
  };

  /** Status, headers but the request's id and the date, and body with the id replaced: all that a stranger gets. */
  const asStranger = async (method: string, action: string, id: string, by?: TestPlayer) => {
    const body = ['POST', 'PUT'].includes(method) ? bodies[action] : undefined;
    const answer = await api.call(method, `/v1/matches/${id}${action}`, by, body);
    const headers = [...answer.headers].filter(([name]) => !['request-id', 'date'].includes(name));
    return JSON.stringify([answer.status, headers, answer.body]).replaceAll(id, 'ID');
  };
  const bodies: Readonly<Record<string, unknown>> = {
    '/join': {},
    '/decline': {},
    '/nonce': { nonce: 'x' },
    '/moves': { decision: '1.0', move: { type: 'take' } },
    '/messages': { text: 'hello' },
    '/messages/seen': { message: 'msg_00000000000000000000000000' },
    '/messages/mute': { isMuted: true },
    '/note': { text: 'hello' },
  };

  test('gives strangers, signed in or not, byte for byte what a match gives that does not exist', async () => {
    const id = await settle();
    const reads = ['', '/events', '/versions/1', '/transcript', '/messages', '/note'].map(
      (action) => ['GET', action] as const,
    );
    const writes = [
      '/leave',
      '/cancel',
      '/resign',
      '/draw-offers',
      '/draw-offers/1.0/accept',
      '/rematch',
      '/join',
    ]
      .concat(['/decline', '/moves', '/messages'])
      .map((action) => ['POST', action] as const);
    const puts = ['/nonce', '/messages/seen', '/messages/mute', '/note'].map(
      (action) => ['PUT', action] as const,
    );
    for (const [method, action] of [...reads, ...writes, ...puts]) {
      for (const by of [stranger, undefined]) {
        const place = `${method} ${action}`;
        const there = await asStranger(method, action, id, by);
        expect(there, place).toBe(await asStranger(method, action, unknown, by));
        expect(there, place).toMatch(by ? /^\[404,/ : /^\[40[14],/);
      }
    }
  });

  test('is in no list of a stranger, before, during or after it, and in no inbox', async () => {
    const id = await settle();
    const seen = async () => {
      const lists = ['/v1/matches', '/v1/matches?state=finished', '/v1/lobby?limit=100', '/v1/inbox'];
      return JSON.stringify(await Promise.all(lists.map((path) => get(path, stranger))));
    };
    expect(await seen()).not.toContain(id);
    await api.call('POST', `/v1/matches/${id}/join`, budi, {});
    await api.play(id, [ayu, budi], 2);
    expect(await seen()).not.toContain(id);
    await api.call('POST', `/v1/matches/${id}/resign`, budi);
    expect(await seen()).not.toContain(id);
    expect((await get(`/v1/matches/${id}`, budi)).body.status).toBe('finished');
  });

  test('is one to those who declined or left it, but for saying so again', async () => {
    const id = await settle();
    await api.call('POST', `/v1/matches/${id}/decline`, budi, {});
    expect((await get(`/v1/matches/${id}`, budi)).status).toBe(404);
    expect((await api.call('POST', `/v1/matches/${id}/decline`, budi, {})).status).toBe(204);
  });
});

test('55: a private note is in no answer to anybody else, on any path', async () => {
  const id = await api.startMatch([ayu, budi]);
  const path = `/v1/matches/${id}`;
  await api.call('PUT', `${path}/note`, ayu, { text: 'my-private-analysis' });
  await api.play(id, [ayu, budi], 2);
  await api.call('POST', `${path}/resign`, budi);
  for (const by of [budi, stranger, undefined]) {
    const paths = ['', '/events', '/versions/2', '/versions/2?as=0', '/messages', '/note', '/transcript'];
    const answers = await Promise.all(paths.map((part) => get(path + part, by)));
    const lists = await Promise.all(['/v1/matches?state=finished', '/v1/inbox'].map((list) => get(list, by)));
    expect(JSON.stringify([...answers, ...lists])).not.toContain('my-private-analysis');
  }
  expect((await get(`${path}/note`, ayu)).body.text).toBe('my-private-analysis');
});

test('58: who knows a player’s id can do nothing with it: what one sends as another is refused or one’s own', async () => {
  const id = await api.startMatch([ayu, budi]);
  const { decisions } = (await get(`/v1/matches/${id}`, ayu)).body;
  const { legalMoves } = (await get(`/v1/matches/${id}`, decisions[0].seat === 0 ? ayu : budi)).body
    .decisions[0];
  const move = { decision: decisions[0].id, move: legalMoves[0] };
  for (const extra of [{ playerId: ayu.id }, { seat: decisions[0].seat }, { player: budi.id }]) {
    const answer = await api.call('POST', `/v1/matches/${id}/moves`, stranger, { ...move, ...extra });
    expect(answer.body.code).toBe('validation-failed');
  }
  const headers = { 'X-Player-Id': ayu.id, Cookie: `player=${ayu.id}` };
  const answer = await api.call('POST', `/v1/matches/${id}/moves`, stranger, move, headers);
  expect(answer.body.code).toBe('forbidden');
});
