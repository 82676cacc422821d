/** The API on Lambda, behind an HTTP API of API Gateway. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Context } from 'hono';
import {
  type ApiGatewayRequestContextV2,
  handle,
  type LambdaContext,
  type LambdaEvent,
} from 'hono/aws-lambda';
import { deployedPolicy } from '../dispatcher/target.ts';
import { createAwsParts } from '../shared/aws/parts.ts';
import { fetchServerKey } from '../shared/aws/server-key.ts';
import { createApp } from './app.ts';
import { problemResponse } from './problems.ts';
import { createRateLimiter } from './rate-limit.ts';

const parts = createAwsParts(process.env);
const { SERVER_KEY: givenKey, SERVER_KEY_SECRET_ARN: secretArn } = parts.config;
if (givenKey === undefined && secretArn === undefined) throw new Error('SERVER_KEY_SECRET_ARN is not set');

const rateLimit = { burst: 120, perSecond: 20 };

/** A request as the gateway hands it on (payload format 2.0). */
type GatewayEvent = Extract<LambdaEvent, { rawPath: string }>;

const gatewayOf = (c: Context): ApiGatewayRequestContextV2 => c.env.requestContext;

const app = createApp({
  ...parts,
  serverKey: givenKey ?? (await fetchServerKey(secretArn ?? '')),
  freshSeed: () => randomBytes(32).toString('hex'),
  rateLimit,
  rateLimiter: createRateLimiter(rateLimit, parts.clock.wall),
  receivedAt: (c) => gatewayOf(c).timeEpoch,
  clientAddress: (c) => gatewayOf(c).http.sourceIp,
  targetPolicy: deployedPolicy(parts.publicUrl),
  readAsset: (name) => readFile(new URL(name, import.meta.url), 'utf8'),
});

const adapted = handle(app);

type Adapted = Awaited<ReturnType<typeof adapted>>;

/** The one answer to what the adapter can't make a request of. */
const unreadable = async (path: string, requestId: string): Promise<Adapted> => {
  const response = problemResponse(
    { code: 'malformed-request', detail: 'The method or the address of the request is not valid.' },
    { publicUrl: parts.publicUrl, path },
  );
  return {
    statusCode: response.status,
    headers: { ...Object.fromEntries(response.headers), 'request-id': requestId },
    body: await response.text(),
    isBase64Encoded: false,
  };
};

/** A body that came with GET or HEAD means nothing (RFC 9110 §9.3.1), and `Request` would not take it. */
const withoutIdleBody = (event: GatewayEvent): GatewayEvent =>
  /^(?:GET|HEAD)$/.test(event.requestContext.http.method) ? { ...event, body: null } : event;

/** Answers one request of the gateway. What the app itself answers bears a Request-Id. */
export const handler = async (event: GatewayEvent, context: LambdaContext): Promise<Adapted> => {
  const answer = await adapted(withoutIdleBody(event), context);
  return answer.headers?.['request-id'] === undefined
    ? unreadable(event.rawPath, event.requestContext.requestId)
    : answer;
};
