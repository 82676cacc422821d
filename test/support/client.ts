import { type LocalServer, runLocal } from '../../functions/local/run.ts';
import { silentLog } from '../../functions/shared/log.ts';

/** An answer as a client without types sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into as a client without types would
  readonly body: any;
}

/** A registered player and their token. */
export interface TestPlayer {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** Calls to one running server, as a client makes them. */
export interface TestApi {
  readonly call: (
    method: string,
    path: string,
    by?: Pick<TestPlayer, 'token'>,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  readonly register: (name: string) => Promise<TestPlayer>;
  /** A match of these players, started: the first one creates it, the others join. */
  readonly startMatch: (
    players: readonly TestPlayer[],
    settings?: Readonly<Record<string, unknown>>,
  ) => Promise<string>;
  /** Plays the first listed move of whoever is awaited, until the match is over or `moves` were made; returns how many were. */
  readonly play: (match: string, players: readonly TestPlayer[], moves?: number) => Promise<number>;
  /** The notices of a player, oldest first. */
  readonly inbox: (player: TestPlayer) => Promise<readonly Answer['body'][]>;
  readonly stop: () => Promise<void>;
}

const movesMax = 500;
const inboxPagesMax = 20;

/** A client of a server that runs already. */
export const clientOf = (url: string): Omit<TestApi, 'stop'> => {
  const call: TestApi['call'] = async (method, path, by, body, headers = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(by === undefined ? {} : { Authorization: `Bearer ${by.token}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('Content-Type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    };
  };

  const register: TestApi['register'] = async (name) => {
    const { body } = await call('POST', '/v1/players', undefined, { name });
    return { id: body.player.id, name, token: body.token };
  };

  const startMatch: TestApi['startMatch'] = async ([creator, ...others], settings = {}) => {
    const seats = others.length + 1;
    const created = await call('POST', '/v1/matches', creator, { game: 'district-noir', seats, ...settings });
    if (created.status !== 201) throw new Error(JSON.stringify(created.body));
    const { id, you } = created.body;
    const code = you.joinCode === null ? {} : { joinCode: you.joinCode };
    for (const other of others) {
      const joined = await call('POST', `/v1/matches/${id}/join`, other, code);
      if (joined.status !== 200) throw new Error(JSON.stringify(joined.body));
    }
    return id;
  };

  const play: TestApi['play'] = async (match, players, moves = movesMax) => {
    for (let made = 0; made < moves; made++) {
      const { body } = await call('GET', `/v1/matches/${match}`, players[0]);
      const seat = body.decisions[0]?.seat;
      if (seat === undefined) return made;
      const by = players[seat];
      const seen = await call('GET', `/v1/matches/${match}`, by);
      const decision = seen.body.decisions.find((open: { seat: number }) => open.seat === seat);
      const answer = await call('POST', `/v1/matches/${match}/moves`, by, {
        decision: decision.id,
        move: decision.legalMoves[0],
      });
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    }
    return moves;
  };

  const inbox: TestApi['inbox'] = async (player) => {
    const notices: Answer['body'][] = [];
    let cursor = '';
    for (let page = 0; page < inboxPagesMax; page++) {
      const { items, nextCursor } = (await call('GET', `/v1/inbox?limit=100${cursor}`, player)).body;
      notices.push(...items);
      if (items.length < 100) break;
      cursor = `&cursor=${nextCursor}`;
    }
    return notices;
  };

  return { call, register, startMatch, play, inbox };
};

/** A server of its own, with the database in memory; one for each test file. */
export const openApi = async (): Promise<TestApi & { readonly url: string }> => {
  const server: LocalServer = await runLocal({ port: 0, logger: silentLog });
  return { ...clientOf(server.url), url: server.url, stop: server.stop };
};
