import { freshId, freshToken, sha256 } from '../../functions/shared/ids.ts';
import type { Scope } from '../../functions/shared/store/accounts.ts';
import type { Inhabitant, World, WorldAnswer } from './world.ts';

/** The people of a sample: its match, where it takes one, is private between `ayu`, who creates it, and `budi`; `citra` has no part in it. */
export interface Cast {
  readonly world: World;
  readonly ayu: Inhabitant;
  readonly budi: Inhabitant;
  readonly citra: Inhabitant;
}

/** The sample of one operation. */
export const sampleOf = async (operationId: string, cast: Cast): Promise<Sample> => {
  const sample = samples[operationId];
  if (!sample) throw new Error(`there is no sample of ${operationId}`);
  return sample(cast);
};

/** A request that would succeed: who sends it, where to, and with what. */
export interface Sample {
  readonly by: Inhabitant | undefined;
  readonly path: string;
  readonly body?: unknown;
}

/** Settles the people of a world. */
export const castOf = async (world: World): Promise<Cast> => ({
  world,
  ayu: await world.settle('Ayu'),
  budi: await world.settle('Budi'),
  citra: await world.settle('Citra'),
});

const expectOk = (answer: WorldAnswer): WorldAnswer => {
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
};

/** A private match that waits for Budi. */
export const openMatch = async (cast: Cast, settings: object = {}): Promise<string> => {
  const { world, ayu, budi } = cast;
  const body = { game: 'district-noir', visibility: 'private', invited: [budi.id], ...settings };
  return expectOk(await world.call('POST', '/v1/matches', ayu, body)).body.id;
};

/** A private match that has started. */
export const activeMatch = async (cast: Cast, settings: object = {}): Promise<string> => {
  const id = await openMatch(cast, settings);
  expectOk(await cast.world.call('POST', `/v1/matches/${id}/join`, cast.budi, {}));
  return id;
};

/** A private match that Budi resigned. */
export const finishedMatch = async (cast: Cast): Promise<string> => {
  const id = await activeMatch(cast);
  expectOk(await cast.world.call('POST', `/v1/matches/${id}/resign`, cast.budi));
  return id;
};

/** Who is awaited in a match, with the decision and the legal moves. */
export const awaitedIn = async ({ world, ayu, budi }: Cast, id: string) => {
  const path = `/v1/matches/${id}`;
  const { seat } = (await world.call('GET', path, ayu)).body.decisions[0];
  const [by, other] = seat === 0 ? [ayu, budi] : [budi, ayu];
  const { body } = await world.call('GET', path, by);
  const decision = body.decisions.find((open: { seat: number }) => open.seat === seat);
  return { by, other, seat: seat as number, path, decision, move: decision.legalMoves[0] };
};

/** A draw offer of Ayu's in a match that has started. */
const offeredDraw = async (cast: Cast) => {
  const path = `/v1/matches/${await activeMatch(cast)}`;
  const { body } = expectOk(await cast.world.call('POST', `${path}/draw-offers`, cast.ayu));
  return `${path}/draw-offers/${body.id}`;
};

const hook = { url: 'https://hooks.giliran.dev/ayu' };

/** The first endpoint of Ayu's, made where there is none. */
const endpointPath = async ({ world, ayu }: Cast): Promise<string> => {
  const [known] = (await world.call('GET', '/v1/webhooks', ayu)).body.items;
  const { id } = known ?? expectOk(await world.call('POST', '/v1/webhooks', ayu, hook)).body;
  return `/v1/webhooks/${id}`;
};

/** The ping that Ayu's endpoint got when it was made. */
const deliveryPath = async (cast: Cast): Promise<string> => {
  const path = await endpointPath(cast);
  const { items } = (await cast.world.call('GET', `${path}/deliveries`, cast.ayu)).body;
  return `${path}/deliveries/${items[0].id}`;
};

const inMatch =
  (part: string, body?: unknown, match: (cast: Cast) => Promise<string> = activeMatch) =>
  async (cast: Cast): Promise<Sample> => ({
    by: cast.ayu,
    path: `/v1/matches/${await match(cast)}${part}`,
    ...(body === undefined ? {} : { body }),
  });

const byBudi =
  (sample: (cast: Cast) => Promise<Sample>) =>
  async (cast: Cast): Promise<Sample> => ({ ...(await sample(cast)), by: cast.budi });

const own =
  (path: string, body?: unknown) =>
  async ({ ayu }: Cast): Promise<Sample> => ({ by: ayu, path, ...(body === undefined ? {} : { body }) });

/** A request of each operation that would succeed, in a place of its own. */
export const samples: { readonly [operationId: string]: (cast: Cast) => Promise<Sample> } = {
  listGames: own('/v1/games'),
  readGame: own('/v1/games/conquian'),
  registerPlayer: own('/v1/players', { name: 'Dewi' }),
  readPlayer: async ({ ayu, budi }) => ({ by: ayu, path: `/v1/players/${budi.id}` }),
  readMe: own('/v1/me'),
  updateMe: own('/v1/me', { linkTemplate: 'https://play.example/{match}' }),
  listTokens: own('/v1/me/tokens'),
  createToken: own('/v1/me/tokens', { name: 'bot', scopes: ['account'] }),
  deleteToken: async ({ world, ayu }) => {
    const { body } = expectOk(
      await world.call('POST', '/v1/me/tokens', ayu, { name: 'x', scopes: ['account'] }),
    );
    return { by: ayu, path: `/v1/me/tokens/${body.tokenDetails.id}` };
  },
  readVacation: own('/v1/me/vacation'),
  beginVacation: async ({ world, ayu }) => {
    const until = new Date(world.now() + 86_400_000).toISOString();
    return { by: ayu, path: '/v1/me/vacation', body: { until } };
  },
  endVacation: own('/v1/me/vacation'),
  listBlocks: own('/v1/me/blocks'),
  blockPlayer: async ({ ayu, citra }) => ({ by: ayu, path: `/v1/me/blocks/${citra.id}` }),
  unblockPlayer: async ({ ayu, citra }) => ({ by: ayu, path: `/v1/me/blocks/${citra.id}` }),
  createMatch: own('/v1/matches', { game: 'district-noir' }),
  listMyMatches: own('/v1/matches'),
  listLobby: own('/v1/lobby'),
  readMatch: inMatch(''),
  joinMatch: byBudi(inMatch('/join', {}, openMatch)),
  leaveMatch: byBudi(
    inMatch('/leave', undefined, async (cast) => {
      const id = await openMatch(cast, {
        game: 'dandelions',
        seats: 3,
        invited: [cast.budi.id, (await cast.world.settle('Dewi')).id],
      });
      expectOk(await cast.world.call('POST', `/v1/matches/${id}/join`, cast.budi, {}));
      return id;
    }),
  ),
  declineInvitation: byBudi(inMatch('/decline', {}, openMatch)),
  cancelMatch: inMatch('/cancel', undefined, openMatch),
  setNonce: inMatch('/nonce', { nonce: 'f3b1' }, openMatch),
  makeMove: async (cast) => {
    const { by, path, decision, move } = await awaitedIn(cast, await activeMatch(cast));
    return { by, path: `${path}/moves`, body: { decision: decision.id, move } };
  },
  resignMatch: inMatch('/resign'),
  offerDraw: inMatch('/draw-offers'),
  acceptDraw: async (cast) => ({ by: cast.budi, path: `${await offeredDraw(cast)}/accept` }),
  declineDraw: async (cast) => ({ by: cast.budi, path: `${await offeredDraw(cast)}/decline` }),
  offerRematch: inMatch('/rematch', undefined, finishedMatch),
  listStandingOrders: inMatch('/standing-orders'),
  replaceStandingOrders: inMatch('/standing-orders', { items: [] }),
  deleteStandingOrders: inMatch('/standing-orders'),
  writeStandingOrder: inMatch('/standing-orders/take-when-row-is-full', { parameters: { atLeast: 5 } }),
  deleteStandingOrder: inMatch('/standing-orders/take-when-row-is-full'),
  listEvents: inMatch('/events'),
  readVersion: inMatch('/versions/1'),
  readTranscript: inMatch('/transcript', undefined, finishedMatch),
  listMessages: inMatch('/messages'),
  writeMessage: inMatch('/messages', { text: 'Good luck!' }),
  markMessagesSeen: async (cast) => {
    const { path, by } = await inMatch('/messages')(cast);
    const { body } = expectOk(await cast.world.call('POST', path, by, { text: 'Good luck!' }));
    return { by, path: `${path}/seen`, body: { message: body.id } };
  },
  muteMessages: inMatch('/messages/mute', { isMuted: true }),
  readNote: inMatch('/note'),
  writeNote: inMatch('/note', { text: 'Holds a queen.' }),
  readInbox: own('/v1/inbox'),
  markInboxRead: own('/v1/inbox/read', { upTo: 1 }),
  createWebhook: own('/v1/webhooks', hook),
  listWebhooks: own('/v1/webhooks'),
  readWebhook: async (cast) => ({ by: cast.ayu, path: await endpointPath(cast) }),
  updateWebhook: async (cast) => ({
    by: cast.ayu,
    path: await endpointPath(cast),
    body: { description: 'mine' },
  }),
  deleteWebhook: async (cast) => ({ by: cast.ayu, path: await endpointPath(cast) }),
  rotateWebhookSecret: async (cast) => ({
    by: cast.ayu,
    path: `${await endpointPath(cast)}/rotate-secret`,
    body: {},
  }),
  pingWebhook: async (cast) => ({ by: cast.ayu, path: `${await endpointPath(cast)}/ping` }),
  listDeliveries: async (cast) => ({ by: cast.ayu, path: `${await endpointPath(cast)}/deliveries` }),
  readDelivery: async (cast) => ({ by: cast.ayu, path: await deliveryPath(cast) }),
  redeliverDelivery: async (cast) => ({ by: cast.ayu, path: `${await deliveryPath(cast)}/redeliver` }),
  recoverWebhook: async (cast) => ({
    by: cast.ayu,
    path: `${await endpointPath(cast)}/recover`,
    body: { since: new Date(cast.world.now()).toISOString() },
  }),
};

/** A further token of a player, with these scopes. */
export const tokenFor = async (
  { store, now }: World,
  player: Inhabitant,
  scopes: readonly Scope[],
  expiresAt: number | null = null,
): Promise<Inhabitant & { readonly tokenId: string }> => {
  const token = freshToken();
  const tokenId = freshId('tok', now());
  await store.accounts.createToken({
    id: tokenId,
    player: player.id,
    hash: sha256(token),
    name: 'further',
    scopes,
    createdAt: now(),
    expiresAt,
    lastUsedOn: null,
  });
  return { ...player, token, tokenId };
};
