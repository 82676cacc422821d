import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let ayu: TestPlayer;
let budi: TestPlayer;
let stranger: TestPlayer;
let path: string;

beforeAll(async () => {
  api = await openApi();
  [ayu, budi, stranger] = await Promise.all([
    api.register('Ayu'),
    api.register('Budi'),
    api.register('Citra'),
  ]);
});
afterAll(() => api.stop());
beforeEach(async () => {
  path = `/v1/matches/${await api.startMatch([ayu, budi])}`;
});

const write = (by: TestPlayer, text: string, headers = {}): Promise<Answer> =>
  api.call('POST', `${path}/messages`, by, { text }, headers);

const read = async (by: TestPlayer, query = ''): Promise<Answer['body']> =>
  (await api.call('GET', `${path}/messages${query}`, by)).body;

const texts = (list: Answer['body']): readonly string[] =>
  list.items.map(({ text }: { text: string }) => text);

/** The notices of messages of this match that a player has. */
const noticesOf = async (player: TestPlayer): Promise<readonly Answer['body'][]> =>
  (await api.inbox(player)).filter(
    ({ type, data }) => type === 'match.message' && path.endsWith(data.matchId),
  );
const toldOf = async (player: TestPlayer): Promise<readonly string[]> =>
  (await noticesOf(player)).map(({ data }) => data.message);

describe('messages', () => {
  test('are read by both players, newest first, with who wrote them', async () => {
    const first = await write(ayu, 'Good luck!');
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ seat: 0, playerId: ayu.id, text: 'Good luck!' });
    await write(budi, 'You too');
    const list = await read(budi);
    expect(texts(list)).toEqual(['You too', 'Good luck!']);
    expect(list.items[1]).toEqual(first.body);
    expect(await read(ayu)).toEqual(list);
  });

  test('the other player is told once, with the id and not the text; the writer is not told', async () => {
    const { body } = await write(ayu, 'a secret between us');
    await expect.poll(() => toldOf(budi)).toEqual([body.id]);
    const [notice] = await noticesOf(budi);
    expect(notice.data).toMatchObject({ playerId: budi.id, seat: 1, from: 0, message: body.id });
    expect(JSON.stringify(notice)).not.toContain('a secret');
    expect(await toldOf(ayu)).toEqual([]);
  });

  test('pages of them are whole and in order, also while new ones arrive', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await write(ayu, text);
    const first = await read(budi, '?limit=2');
    await write(ayu, '6');
    const second = await read(budi, `?limit=2&cursor=${first.nextCursor}`);
    const third = await read(budi, `?limit=2&cursor=${second.nextCursor}`);
    expect([first, second, third].flatMap(texts)).toEqual(['5', '4', '3', '2', '1']);
    expect(third.nextCursor).toBeNull();
    const stolen = await api.call('GET', `${path}/messages?cursor=${first.nextCursor}`, ayu);
    expect(stolen.body.code).toBe('malformed-request');
  });

  test('only the players of the match read or write them, not its spectators', async () => {
    const refused = await Promise.all([
      write(stranger, 'hello'),
      api.call('GET', `${path}/messages`, stranger),
      api.call('PUT', `${path}/messages/mute`, stranger, { isMuted: true }),
      api.call('PUT', `${path}/messages/seen`, stranger, { message: 'x' }),
    ]);
    expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('forbidden'));
    const anonymous = await api.call('GET', `${path}/messages`);
    expect(anonymous.body.code).toBe('unauthenticated');
  });

  test('are written after the end of the match too', async () => {
    await api.call('POST', `${path}/resign`, ayu);
    expect((await write(budi, 'Well played')).status).toBe(201);
    expect((await write(ayu, 'Thanks')).status).toBe(201);
  });

  test('text is normalised, and joiners that emoji need are kept', async () => {
    expect((await write(ayu, '  cafe\u0301\r\nah ')).body.text).toBe('caf\u00e9\nah');
    expect((await write(ayu, '\u{1f469}\u200d\u{1f4bb}')).body.text).toBe('\u{1f469}\u200d\u{1f4bb}');
  });

  test.each([
    ['nothing', ''],
    ['white space alone', ' \n '],
    ['joiners alone', '\u200d\u200c'],
    ['a NUL', 'a\u0000b'],
    ['an escape', 'a\u001b[2Jb'],
    ['a tab', 'a\tb'],
    ['a bidirectional override', 'a\u202eb'],
    ['an isolate', 'a\u2066b'],
    ['a zero width space', 'a\u200bb'],
    ['a lone surrogate', 'a\ud800b'],
    ['a line separator', 'a\u2028b'],
    ['a private use character', 'a\ue000b'],
    ['2,001 characters', 'x'.repeat(2_001)],
  ])('text of %s is refused, and nothing is written', async (_, text) => {
    const answer = await write(ayu, text);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation-failed']);
    expect(answer.body.errors[0].pointer).toBe('/text');
    expect(texts(await read(ayu))).toEqual([]);
  });

  test('2,000 characters are taken', async () => {
    expect((await write(ayu, 'x'.repeat(2_000))).status).toBe(201);
  });
});

describe('an Idempotency-Key', () => {
  test('makes ten requests at once one message, each answered with it', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => write(ayu, 'hello', key)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(texts(await read(budi))).toEqual(['hello']);
    const again = await write(ayu, 'hello', key);
    expect(again.body).toEqual(answers[0]?.body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  });

  test('with another text is refused', async () => {
    const key = { 'Idempotency-Key': 'once' };
    await write(ayu, 'hello', key);
    expect((await write(ayu, 'goodbye', key)).body.code).toBe('idempotency-key-reused');
    expect(texts(await read(budi))).toEqual(['hello']);
  });

  test("is each player's own", async () => {
    const key = { 'Idempotency-Key': 'once' };
    await write(ayu, 'from Ayu', key);
    await write(budi, 'from Budi', key);
    expect(texts(await read(budi))).toEqual(['from Budi', 'from Ayu']);
  });
});

describe('the seen marker', () => {
  const see = (by: TestPlayer, message: string): Promise<Answer> =>
    api.call('PUT', `${path}/messages/seen`, by, { message });

  test('is shown to both and never goes back', async () => {
    const first = (await write(ayu, 'one')).body.id;
    const second = (await write(ayu, 'two')).body.id;
    expect((await read(ayu)).seen).toEqual([]);
    expect((await see(budi, second)).status).toBe(204);
    expect((await see(budi, first)).status).toBe(204);
    expect((await see(budi, second)).status).toBe(204);
    expect((await read(ayu)).seen).toEqual([{ seat: 1, message: second }]);
  });

  test("names no message of another match, and nothing that isn't one", async () => {
    const elsewhere = await api.startMatch([ayu, budi]);
    const other = await api.call('POST', `/v1/matches/${elsewhere}/messages`, ayu, { text: 'there' });
    for (const message of [other.body.id, 'a#b', `msg_${'~'.repeat(26)}`]) {
      expect((await see(budi, message)).body.code).toBe('validation-failed');
    }
    expect((await read(ayu)).seen).toEqual([]);
  });
});

describe('muting', () => {
  const mute = (by: TestPlayer, isMuted: boolean): Promise<Answer> =>
    api.call('PUT', `${path}/messages/mute`, by, { isMuted });

  test('ends the notices, not the messages; after it later messages are told again', async () => {
    expect((await mute(budi, true)).body).toEqual({ isMuted: true });
    expect((await mute(budi, true)).status).toBe(200);
    await write(ayu, 'unheard');
    expect(texts(await read(budi))).toEqual(['unheard']);
    await mute(budi, false);
    const heard = (await write(ayu, 'heard')).body.id;
    await expect.poll(() => toldOf(budi)).toEqual([heard]);
  });

  test('is seen by nobody else', async () => {
    const before = await read(ayu);
    await mute(budi, true);
    expect(await read(ayu)).toEqual(before);
    expect((await read(budi)).isMuted).toBe(true);
  });
});

describe('a note', () => {
  const note = (by: TestPlayer): Promise<Answer> => api.call('GET', `${path}/note`, by);

  test('is empty at first, replaced as often as one likes, and cleared by an empty text', async () => {
    expect((await note(ayu)).body).toEqual({ text: '', updatedAt: null });
    const written = await api.call('PUT', `${path}/note`, ayu, { text: 'Budi holds a queen\nI think' });
    expect(written.status).toBe(200);
    expect((await note(ayu)).body).toEqual(written.body);
    await api.call('PUT', `${path}/note`, ayu, { text: '' });
    expect((await note(ayu)).body.text).toBe('');
  });

  test('over 4,000 characters or with control characters is refused', async () => {
    for (const text of ['x'.repeat(4_001), 'a\u0007']) {
      expect((await api.call('PUT', `${path}/note`, ayu, { text })).body.code).toBe('validation-failed');
    }
    expect((await note(ayu)).body.text).toBe('');
  });

  test('takes a token', async () => {
    expect((await api.call('GET', `${path}/note`)).body.code).toBe('unauthenticated');
  });
});
