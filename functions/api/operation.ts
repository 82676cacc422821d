import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { err, ok, type Result } from '../../domain/engine/result.ts';
import { canonicalJson } from '../../domain/match/digest.ts';
import type { Instant } from '../../domain/match/instant.ts';
import { inputFaults } from '../../domain/match/play.ts';
import { sha256 } from '../shared/ids.ts';
import { type AnyContract, bodyBytesMax, type Contract } from './contract.ts';
import type { ApiDeps } from './deps.ts';
import { authenticate, type Principal } from './middleware/auth.ts';
import { type RawBody, readBody } from './middleware/body.ts';
import { conditional } from './middleware/caching.ts';
import { admit } from './middleware/limits.ts';
import type { Problem } from './problems.ts';

/** What a handler is given: everything parsed and checked, and who calls. */
export interface Call<Query, Body> {
  readonly params: { readonly [name: string]: string };
  readonly query: Query;
  readonly body: Body;
  /** Who calls; undefined where no token is needed and none was sent. */
  readonly principal: Principal | undefined;
  /** When the gateway received the request. */
  readonly receivedAt: Instant;
  /** The Idempotency-Key with the fingerprint of the body, where both the operation and the caller have one. */
  readonly key:
    | { readonly key: string; readonly method: string; readonly path: string; readonly hash: string }
    | undefined;
}

/** What a handler answers with: the body that the contract states, or a problem. */
export type Answer<Body> = Result<Reply<Body>, Problem>;
export interface Reply<Body> {
  readonly body?: Body;
  readonly headers?: { readonly [header: string]: string };
}

/** A contract with its handler. */
export interface Operation {
  readonly contract: AnyContract;
  readonly handle: (call: Call<never, never>, deps: ApiDeps) => Promise<Answer<unknown>>;
}

/** Ties a handler to its contract; the types of query, body and answer come from the contract's schemas. */
export const operation = <Query extends z.ZodType, Body extends z.ZodType, Success extends z.ZodType>(
  contract: Contract<Query, Body, Success>,
  handle: (call: Call<z.output<Query>, z.output<Body>>, deps: ApiDeps) => Promise<Answer<z.input<Success>>>,
): Operation => ({ contract, handle });

/** A problem, as a handler returns it. */
export const problem = (
  code: Problem['code'],
  detail?: string,
  more: Omit<Problem, 'code' | 'detail'> = {},
) => err<Problem>({ code, ...(detail === undefined ? {} : { detail }), ...more });

/** An answer with the status that the contract states. */
export const reply = <Body>(body: Body, headers?: Reply<Body>['headers']) =>
  ok<Reply<Body>>({ body, ...(headers ? { headers } : {}) });

/** The caller of an operation that needs a token. */
export const callerOf = (call: Call<unknown, unknown>): string => {
  if (!call.principal) throw new Error('an operation without a required token asked who calls');
  return call.principal.player;
};

const keyPattern = /^"?([\x21\x23-\x7e]{1,255})"?$/;

const readKey = (
  c: Context,
  contract: AnyContract,
  raw: RawBody,
): Result<Call<never, never>['key'], Problem> => {
  const header = contract.takesKey ? c.req.header('Idempotency-Key') : undefined;
  if (header === undefined) return ok(undefined);
  const key = keyPattern.exec(header)?.[1];
  if (key === undefined)
    return problem('malformed-request', 'Idempotency-Key takes 1 to 255 visible ASCII characters.');
  return ok({ key, method: c.req.method, path: c.req.path, hash: sha256(raw.bytes) });
};

const parseJson = (contract: AnyContract, raw: RawBody): Result<unknown, Problem> => {
  if (!contract.body) return ok(undefined);
  try {
    return ok(JSON.parse(raw.text()));
  } catch {
    return problem('malformed-request', 'The body is not JSON in UTF-8.');
  }
};

const parseQuery = (c: Context, contract: AnyContract): Result<unknown, Problem> => {
  const parsed = contract.query?.safeParse(c.req.query());
  if (!parsed || parsed.success) return ok(parsed?.data);
  const faults = inputFaults(parsed.error, '');
  return problem(
    'malformed-request',
    `Query: ${faults.map((f) => `${f.pointer.slice(1)}: ${f.detail}`).join('; ')}`,
  );
};

const parseBody = (contract: AnyContract, json: unknown): Result<unknown, Problem> => {
  const parsed = contract.body?.safeParse(json);
  if (!parsed || parsed.success) return ok(parsed?.data);
  return problem('validation-failed', undefined, { members: { errors: inputFaults(parsed.error, '') } });
};

/** Keys in canonical order: an answer rebuilt from the log has the very bytes of the first one. */
const respond = async (
  c: Context,
  contract: AnyContract,
  { body, headers }: Reply<unknown>,
): Promise<Response> => {
  const text = body === undefined ? null : canonicalJson(body);
  const response = new Response(text, {
    status: contract.status,
    headers: { ...(text === null ? {} : { 'Content-Type': 'application/json' }), ...headers },
  });
  return contract.method === 'get'
    ? conditional(c.req.header('If-None-Match'), response, text ?? '')
    : response;
};

/**
 * The way of a request, in the order of checks of design §4: (route) → size → media type → token → limits → JSON → schema → the
 * handler's visibility, state, decision, rules.
 */
export const serve = async (
  c: Context,
  { contract, handle }: Operation,
  deps: ApiDeps,
): Promise<Result<Response, Problem>> => {
  const raw = await readBody(c.req.raw, contract.body ? (contract.bodyBytesMax ?? bodyBytesMax) : 0);
  if (!raw.ok) return raw;
  const principal = await authenticate(c.req.header('Authorization'), contract.access, deps);
  if (!principal.ok) return principal;
  const admitted = admit(c, principal.value, deps);
  if (!admitted.ok) return admitted;
  const json = parseJson(contract, raw.value);
  if (!json.ok) return json;
  const key = readKey(c, contract, raw.value);
  if (!key.ok) return key;
  const query = parseQuery(c, contract);
  if (!query.ok) return query;
  const body = parseBody(contract, json.value);
  if (!body.ok) return body;

  const call: Call<unknown, unknown> = {
    params: c.req.param(),
    query: query.value,
    body: body.value,
    principal: principal.value,
    receivedAt: deps.receivedAt(c),
    key: key.value,
  };
  const answer = await handle(call as Call<never, never>, deps);
  return answer.ok ? ok(await respond(c, contract, answer.value)) : answer;
};
