/** An operation's contract as a path of the OpenAPI document. */
import { createRoute, type RouteConfig, z } from '@hono/zod-openapi';
import { type AnyContract, problemSchema, problemsOf } from '../functions/api/contract.ts';
import { type ProblemCode, problems } from '../functions/api/problems.ts';

type Headers = Record<string, { $ref: string }>;

const headerRefs = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Response headers by name, for `components/headers`. */
export const responseHeaders = {
  'Request-Id': {
    description: 'Names this request; quote it when you report a fault.',
    schema: { type: 'string' },
  },
  ETag: { description: 'A strong validator over the bytes of the answer.', schema: { type: 'string' } },
  Location: { description: 'Where what was made is found.', schema: { type: 'string', format: 'uri' } },
  'Idempotent-Replayed': {
    description: 'Present if the request had been carried out before, and this is its first answer again.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer' },
  },
  'RateLimit-Policy': {
    description: 'The limit: its name, quota `q` and window `w` in seconds.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'What is left of the limit (`r`), and the seconds until it is whole (`t`).',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: { type: 'string' } },
} as const;

/** What a problem's answer bears beside `Request-Id`. */
const problemHeaders: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit-Policy', 'RateLimit'],
  503: ['Retry-After'],
};

const problemResponses = (contract: AnyContract): RouteConfig['responses'] => {
  const byStatus = Map.groupBy(problemsOf(contract), (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\``).join(' · '),
        headers: headerRefs('Request-Id', ...(problemHeaders[status] ?? [])),
        content: {
          'application/problem+json': {
            schema: problemSchema,
            examples: Object.fromEntries(
              codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]),
            ),
          },
        },
      },
    ]),
  );
};

/** One example a problem, for `components/examples`. */
export const problemExample = (code: ProblemCode, publicUrl: string) => ({
  summary: problems[code].title,
  value: {
    type: `${publicUrl}/problems/${code}`,
    title: problems[code].title,
    status: problems[code].status,
    detail: problems[code].help,
    instance: '/v1/matches/mat_06f2k3m9q8zv4x7w1c5b0n2d3e/moves',
    code,
  },
});

const security = ({ access }: AnyContract): Pick<RouteConfig, 'security'> => {
  switch (access.kind) {
    case 'anyone':
      return { security: [] };
    case 'optional':
      return { security: [{ token: [access.scope] }, {}] };
    case 'token':
      return { security: [{ token: [access.scope] }] };
  }
};

const parameters = (contract: AnyContract): RouteConfig['request'] => {
  const params = Object.entries(contract.params ?? {}).map(
    ([name, description]) =>
      [name, z.string().openapi({ param: { name, in: 'path', description } })] as const,
  );
  const key = z
    .string()
    .min(1)
    .max(255)
    .optional()
    .openapi({
      param: { name: 'Idempotency-Key', in: 'header', description: 'Makes repeating this request safe.' },
    });
  const tag = z
    .string()
    .optional()
    .openapi({
      param: { name: 'If-None-Match', in: 'header', description: 'The `ETag` of an earlier answer.' },
    });
  const headers = {
    ...(contract.takesKey ? { 'Idempotency-Key': key } : {}),
    ...(contract.method === 'get' ? { 'If-None-Match': tag } : {}),
  };
  return {
    ...(params.length > 0 ? { params: z.object(Object.fromEntries(params)) } : {}),
    ...(contract.query instanceof z.ZodObject ? { query: contract.query } : {}),
    ...(Object.keys(headers).length > 0 ? { headers: z.object(headers) } : {}),
    ...(contract.body
      ? { body: { required: true, content: { 'application/json': { schema: contract.body } } } }
      : {}),
  };
};

const scopeLine = ({ access }: AnyContract): string => {
  switch (access.kind) {
    case 'anyone':
      return 'No token is needed.';
    case 'optional':
      return `No token is needed; with one, its scope must be \`${access.scope}\`.`;
    case 'token':
      return `Scope: \`${access.scope}\`.`;
  }
};

/** What a successful answer bears. */
const successHeaders = (contract: AnyContract): Headers =>
  headerRefs('Request-Id', ...(contract.method === 'get' ? ['ETag'] : []), ...(contract.headers ?? []));

const notModified = (contract: AnyContract): RouteConfig['responses'] =>
  contract.method === 'get'
    ? {
        304: {
          description: 'The answer is still the one that `If-None-Match` names.',
          headers: headerRefs('Request-Id', 'ETag'),
        },
      }
    : {};

/** The OpenAPI route of a contract. */
export const routeOf = (contract: AnyContract): RouteConfig =>
  createRoute({
    operationId: contract.operationId,
    method: contract.method,
    path: contract.path,
    tags: [contract.tag],
    summary: contract.summary,
    description: `${contract.description} ${scopeLine(contract)}`,
    ...security(contract),
    request: parameters(contract) ?? {},
    responses: {
      [contract.status]: {
        description: contract.success,
        headers: successHeaders(contract),
        ...(contract.answer ? { content: { 'application/json': { schema: contract.answer } } } : {}),
      },
      ...notModified(contract),
      ...problemResponses(contract),
    },
  });
