/** Scenarios of real complaints (anchors.md, section c) about double submits, stale clients and simultaneous decisions. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, openApi, type TestApi, type TestPlayer } from '../support/client.ts';

let api: TestApi;
let players: readonly [TestPlayer, TestPlayer];
beforeAll(async () => {
  api = await openApi();
  players = await Promise.all([api.register('Ayu'), api.register('Budi')]);
});
afterAll(() => api.stop());

const read = async (id: string, by?: TestPlayer): Promise<Answer['body']> =>
  (await api.call('GET', `/v1/matches/${id}`, by)).body;
const move = (id: string, by: TestPlayer | undefined, body: object): Promise<Answer> =>
  api.call('POST', `/v1/matches/${id}/moves`, by, body);

/** The first open decision with the player who is awaited and their legal moves. */
const openOf = async (id: string) => {
  const { decisions, version } = await read(id);
  const { seat } = decisions[0];
  const by = players[seat as 0 | 1];
  const seen = await read(id, by);
  const decision = seen.decisions.find((open: { seat: number }) => open.seat === seat);
  return { by, other: players[seat === 0 ? 1 : 0], decision, version };
};

test('1: a move is sent twice, one after the other or at once: the log grows by one, and both answers are the same', async () => {
  const id = await api.startMatch(players);
  for (const isAtOnce of [true, false]) {
    const { by, decision, version } = await openOf(id);
    const body = { decision: decision.id, move: decision.legalMoves[0] };
    const first = move(id, by, body);
    if (!isAtOnce) await first;
    const answers = await Promise.all([first, move(id, by, body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0].body).toEqual(answers[1].body);
    expect((await read(id)).version).toBe(version + 1);
  }
});

test('2: a client at an old version posts: it is refused out loud, and nothing changes', async () => {
  const id = await api.startMatch(players);
  const { by, decision } = await openOf(id);
  expect(decision.legalMoves.length).toBeGreaterThan(1);
  await move(id, by, { decision: decision.id, move: decision.legalMoves[0] });
  const before = await read(id);
  const stale = await move(id, by, { decision: decision.id, move: decision.legalMoves[1] });
  expect([stale.status, stale.body.code]).toEqual([409, 'decision-closed']);
  expect(await read(id)).toEqual(before);
});

/** A match in which the one who is awaited lacks a card that the other holds. */
const lackingCard = async () => {
  for (let tries = 0; tries < 50; tries++) {
    const id = await api.startMatch(players);
    const open = await openOf(id);
    const held = new Set(open.decision.legalMoves.map((legal: { card?: string }) => legal.card));
    const { view } = await read(id, open.other);
    const card = view.seats[players.indexOf(open.other)].hand.find((other: string) => !held.has(other));
    if (card !== undefined) return { id, card, ...open };
  }
  throw new Error('both players always held the same cards');
};

test('3, 5: an illegal move is refused with a stable code, a reason and what is legal, and the version stays', async () => {
  const { id, card, by, decision, version } = await lackingCard();
  const { status, body } = await move(id, by, { decision: decision.id, move: { type: 'play', card } });
  expect([status, body.code]).toEqual([422, 'illegal-move']);
  expect(body).toMatchObject({ reason: expect.stringMatching(/^[a-z-]+$/), detail: expect.any(String) });
  expect(body.legalMoves).toEqual(decision.legalMoves);
  expect((await read(id)).version).toBe(version);
});

test('4: a decision is open for two seats, and both answer at the same version: both are kept, whatever the order', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await api.startMatch(players, { game: 'dueling-nobles' });
    const { decisions, version } = await read(id);
    expect(decisions.map(({ seat }: { seat: number }) => seat)).toEqual([0, 1]);
    const bodies = await Promise.all(
      players.map(async (by, seat) => {
        const mine = (await read(id, by)).decisions.find((open: { seat: number }) => open.seat === seat);
        return { decision: mine.id, move: mine.legalMoves[0] };
      }),
    );
    const answers = await Promise.all(players.map((by, seat) => move(id, by, bodies[seat] ?? {})));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const after = await read(id);
    expect(after.version).toBe(version + 2);
    expect(after.decisions.map(({ id: open }: { id: string }) => open)).not.toEqual(
      decisions.map(({ id: open }: { id: string }) => open),
    );
  }
});

test('10: a late or repeated move, after the turn has passed on, never acts for another seat', async () => {
  const id = await api.startMatch(players);
  const late: { readonly by: TestPlayer; readonly body: object }[] = [];
  for (let made = 0; made < 4; made++) {
    const { by, other, decision } = await openOf(id);
    const body = { decision: decision.id, move: decision.legalMoves[0] };
    expect((await move(id, other, body)).body.code).toBe('not-your-turn');
    await move(id, by, body);
    late.push({ by, body });
  }
  const before = await read(id);
  for (const { by, body } of late) {
    expect((await move(id, by, body)).headers.get('Idempotent-Replayed')).toBe('true');
    const other = by === players[0] ? players[1] : players[0];
    expect((await move(id, other, body)).status).toBe(409);
  }
  expect(await read(id)).toEqual(before);
});
