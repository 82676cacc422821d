/** What a player lets be answered in their absence. */
import { z } from '@hono/zod-openapi';
import type { OrderTemplate } from '../../../../domain/engine/engine.ts';
import { err, ok, type Result } from '../../../../domain/engine/result.ts';
import { engineOf } from '../../../../domain/match/commit.ts';
import { inputFaults } from '../../../../domain/match/play.ts';
import { isEnded, type MatchState, seatOf } from '../../../../domain/match/state.ts';
import { StoreUnavailable } from '../../../shared/store/match-log.ts';
import type { SeatOrders, StandingOrder } from '../../../shared/store/orders.ts';
import type { ApiDeps } from '../../deps.ts';
import { type Call, callerOf, operation, problem, reply } from '../../operation.ts';
import type { Problem } from '../../problems.ts';
import { findMatch, matchParam } from './access.ts';

const read = { kind: 'token', scope: 'matches:read' } as const;
const write = { kind: 'token', scope: 'matches:write' } as const;
const templateParam = { template: 'The id of an order template of the game.' } as const;

const parametersSchema = z.record(z.string(), z.unknown()).openapi({
  description: 'What the template asks for; the catalogue describes it. Defaults are filled in.',
  example: {},
});

const orderSchema = z
  .object({
    template: z.string().openapi({ example: 'always-allow' }),
    decision: z.string().openapi({ description: 'The kind of decision that it answers.', example: 'force' }),
    title: z.string(),
    parameters: parametersSchema,
  })
  .openapi('StandingOrder');

const listSchema = z.object({ items: z.array(orderSchema) }).openapi('StandingOrders');

const newOrders = z.strictObject({
  items: z
    .array(z.strictObject({ template: z.string().max(64), parameters: parametersSchema.default({}) }))
    .max(32)
    .openapi({ description: 'The first that answers a decision does. Each template once.' }),
});

/** Where a caller's orders stand: the match, their seat in it, and the row as it is. */
interface Place {
  readonly match: MatchState;
  readonly player: string;
  readonly seat: number;
  readonly stored: SeatOrders | undefined;
}

const findPlace = async (call: Call<unknown, unknown>, deps: ApiDeps): Promise<Result<Place, Problem>> => {
  const found = await findMatch(call, deps);
  if (!found.ok) return found;
  const player = callerOf(call);
  const seat = seatOf(found.value, player);
  if (seat === undefined) return problem('forbidden', 'You have no seat in this match.');
  return ok({ match: found.value, player, seat, stored: await deps.store.orders.read(found.value.id, seat) });
};

/** The caller's own orders: those of an earlier holder of the seat are none of theirs. */
const ordersOf = ({ stored, player }: Place): readonly StandingOrder[] =>
  stored?.player === player ? stored.orders : [];

const present = (match: MatchState, orders: readonly StandingOrder[]): z.input<typeof listSchema> => ({
  items: orders.flatMap(({ template: id, parameters }) => {
    const template = engineOf(match).orders.find((known) => known.id === id);
    return template ? [{ template: id, decision: template.decision, title: template.title, parameters }] : [];
  }),
});

const fault = (pointer: string, detail: string) =>
  problem('validation-failed', undefined, { members: { errors: [{ pointer, detail }] } });

const parse = (
  template: OrderTemplate,
  parameters: unknown,
  pointer: string,
): Result<StandingOrder, Problem> => {
  const parsed = template.parameters.safeParse(parameters);
  if (!parsed.success) {
    return problem('validation-failed', undefined, {
      members: { errors: inputFaults(parsed.error, pointer) },
    });
  }
  return ok({ template: template.id, parameters: { ...Object(parsed.data) } });
};

const parseAll = (
  match: MatchState,
  items: z.output<typeof newOrders>['items'],
): Result<readonly StandingOrder[], Problem> => {
  const orders: StandingOrder[] = [];
  for (const [index, { template: id, parameters }] of items.entries()) {
    const template = engineOf(match).orders.find((known) => known.id === id);
    if (!template) return fault(`/items/${index}/template`, `${match.game} has no such order template`);
    if (orders.some((order) => order.template === id))
      return fault(`/items/${index}/template`, 'it is there twice');
    const order = parse(template, parameters, `/items/${index}/parameters`);
    if (!order.ok) return order;
    orders.push(order.value);
  }
  return ok(orders);
};

const triesMax = 5;

/** Changes the caller's orders; begins again where another change was first. */
const change = async (
  call: Call<unknown, unknown>,
  deps: ApiDeps,
  toOrders: (place: Place) => Result<readonly StandingOrder[], Problem>,
): Promise<Result<z.input<typeof listSchema>, Problem>> => {
  for (let round = 0; round < triesMax; round++) {
    const place = await findPlace(call, deps);
    if (!place.ok) return place;
    const { match, player, seat, stored } = place.value;
    if (isEnded(match) || match.seats[seat]?.left !== null) return err({ code: 'match-over' });
    const orders = toOrders(place.value);
    if (!orders.ok) return orders;
    if (!stored && orders.value.length === 0) return ok(present(match, []));
    const revision = (stored?.revision ?? 0) + 1;
    if (await deps.store.orders.write({ matchId: match.id, seat, player, orders: orders.value, revision })) {
      return ok(present(match, orders.value));
    }
  }
  throw new StoreUnavailable(`${triesMax} other writers changed the standing orders first`);
};

export const listStandingOrders = operation(
  {
    operationId: 'listStandingOrders',
    method: 'get',
    path: '/v1/matches/{match}/standing-orders',
    tag: 'matches',
    summary: 'List your standing orders',
    description:
      'Yours alone to see. Which templates there are is in the catalogue (`GET /v1/games/{game}`).',
    access: read,
    params: matchParam,
    status: 200,
    success: 'Your orders, in the order in which they are asked.',
    answer: listSchema,
    problems: ['forbidden'],
  },
  async (call, deps) => {
    const place = await findPlace(call, deps);
    return place.ok ? reply(present(place.value.match, ordersOf(place.value))) : place;
  },
);

export const replaceStandingOrders = operation(
  {
    operationId: 'replaceStandingOrders',
    method: 'put',
    path: '/v1/matches/{match}/standing-orders',
    tag: 'matches',
    summary: 'Replace your standing orders',
    description:
      'An order answers one kind of decision for you, also one that is open already; what it leaves undecided waits for you. You get no notice of a turn that an order answers; the commit names the order to you alone.',
    access: write,
    params: matchParam,
    body: newOrders,
    status: 200,
    success: 'Your orders.',
    answer: listSchema,
    problems: ['forbidden', 'match-over'],
  },
  async (call, deps) => {
    const orders = await change(call, deps, ({ match }) => parseAll(match, call.body.items));
    return orders.ok ? reply(orders.value) : orders;
  },
);

export const deleteStandingOrders = operation(
  {
    operationId: 'deleteStandingOrders',
    method: 'delete',
    path: '/v1/matches/{match}/standing-orders',
    tag: 'matches',
    summary: 'Delete your standing orders',
    description: 'From now on every decision waits for you.',
    access: write,
    params: matchParam,
    status: 204,
    success: 'None are left.',
    problems: ['forbidden', 'match-over'],
  },
  async (call, deps) => {
    const orders = await change(call, deps, () => ok([]));
    return orders.ok ? reply(undefined) : orders;
  },
);

export const writeStandingOrder = operation(
  {
    operationId: 'writeStandingOrder',
    method: 'put',
    path: '/v1/matches/{match}/standing-orders/{template}',
    tag: 'matches',
    summary: 'Give or change one standing order',
    description: 'A new one is asked after those that you have.',
    access: write,
    params: { ...matchParam, ...templateParam },
    body: z.strictObject({ parameters: parametersSchema.default({}) }),
    status: 200,
    success: 'Your orders.',
    answer: listSchema,
    problems: ['forbidden', 'match-over'],
  },
  async (call, deps) => {
    const orders = await change(call, deps, (place) => {
      const template = engineOf(place.match).orders.find(({ id }) => id === call.params.template);
      if (!template) return problem('not-found');
      const order = parse(template, call.body.parameters, '/parameters');
      if (!order.ok) return order;
      const mine = ordersOf(place);
      const isKnown = mine.some((other) => other.template === template.id);
      return ok(
        isKnown
          ? mine.map((other) => (other.template === template.id ? order.value : other))
          : [...mine, order.value],
      );
    });
    return orders.ok ? reply(orders.value) : orders;
  },
);

export const deleteStandingOrder = operation(
  {
    operationId: 'deleteStandingOrder',
    method: 'delete',
    path: '/v1/matches/{match}/standing-orders/{template}',
    tag: 'matches',
    summary: 'Delete one standing order',
    description: 'Deleting one that you have not given changes nothing.',
    access: write,
    params: { ...matchParam, ...templateParam },
    status: 204,
    success: 'It is gone.',
    problems: ['forbidden', 'match-over'],
  },
  async (call, deps) => {
    const orders = await change(call, deps, (place) =>
      ok(ordersOf(place).filter(({ template }) => template !== call.params.template)),
    );
    return orders.ok ? reply(undefined) : orders;
  },
);
