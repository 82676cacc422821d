/** The whole contract as one OpenAPI 3.1 document. `npm run generate` writes it to `openapi.yaml`; the API serves that. */
import { OpenAPIHono, z } from '@hono/zod-openapi';
import { engines } from '../domain/engine/registry.ts';
import { problemSchema } from '../functions/api/contract.ts';
import { problemCodes } from '../functions/api/problems.ts';
import { operations } from '../functions/api/routes/operations.ts';
import { registerWebhooks } from './notices.ts';
import { problemExample, responseHeaders, routeOf } from './route.ts';

/** Where the committed document says that the API is; a running server puts its own address there. */
export const documentedUrl = 'https://api.giliran.dev';

const description = `Correspondence play: people play card and dice games over days. Each move is validated by replaying the match's log through a
pure rules engine, and the player who is waited for is told by a signed webhook.

- **Decisions.** An open decision has an id, and a move names the decision that it answers. It is accepted once: the same move again gets the
  first answer again, another one gets \`decision-closed\`. Your own decisions come with every legal move.
- **Problems.** Whatever fails is answered with \`application/problem+json\` (RFC 9457). Switch on \`code\`; \`type\` is a page that explains it.
- **Times** are RFC 3339 in UTC, durations ISO 8601. Ids are opaque. Fields may be added to answers; unknown fields in requests are refused.
- **Caching.** Every GET has a strong \`ETag\`; with \`If-None-Match\` it costs little to ask again.
- **Lists** answer \`{ items, nextCursor }\`. A cursor is good for the list and the caller that it was given to.`;

const tags = [
  { name: 'games', description: 'The catalogue: rules, options, schemas, templates of standing orders.' },
  { name: 'account', description: 'Registering, tokens, blocks, vacation.' },
  { name: 'matches', description: 'Creating, joining, playing and reading matches.' },
  { name: 'talk', description: 'Messages in a match, and a private note.' },
  { name: 'inbox', description: 'Every notice, in order, whether or not a webhook delivered it.' },
  { name: 'webhooks', description: 'Endpoints that notices are posted to, and their delivery log.' },
  { name: 'notices', description: 'What is posted to an endpoint.' },
  { name: 'service', description: 'About the API itself.' },
];

type Registry = OpenAPIHono['openAPIRegistry'];

/** The schemas that operations name by `$ref`: those of each game's moves and options. */
const registerGames = (registry: Registry): void => {
  for (const { schemas } of engines) {
    for (const schema of [schemas.move, schemas.options]) {
      const id = z.globalRegistry.get(schema)?.id;
      if (typeof id !== 'string') throw new Error('a schema of a game has no id for the contract');
      registry.register(id, schema);
    }
  }
};

const registerShared = (registry: Registry): void => {
  registry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description:
      'An access token. Registering (`POST /v1/players`) gives the first one; each operation names the scope it takes.',
  });
  for (const [name, header] of Object.entries(responseHeaders))
    registry.registerComponent('headers', name, header);
  for (const code of problemCodes)
    registry.registerComponent('examples', code, problemExample(code, documentedUrl));
};

/** What is served beside the operations of `/v1`. */
const registerService = (registry: Registry): void => {
  const serviceHeaders = { 'Request-Id': { $ref: '#/components/headers/Request-Id' } };
  registry.registerPath({
    method: 'get',
    path: '/healthz',
    operationId: 'readHealth',
    tags: ['service'],
    summary: 'Ask whether the API is up',
    security: [],
    responses: {
      200: {
        description: 'It is.',
        headers: serviceHeaders,
        content: {
          'application/json': {
            schema: z.object({ status: z.literal('ok') }),
            example: { status: 'ok' },
          },
        },
      },
      405: {
        description: '`method-not-allowed`',
        headers: serviceHeaders,
        content: {
          'application/problem+json': {
            schema: problemSchema,
            examples: { 'method-not-allowed': { $ref: '#/components/examples/method-not-allowed' } },
          },
        },
      },
    },
  });
};

/** Builds the document anew; the same code gives the same document. */
export const openApiDocument = () => {
  const { openAPIRegistry: registry, getOpenAPI31Document: documentOf } = new OpenAPIHono();
  registerShared(registry);
  registerGames(registry);
  for (const { contract } of operations) registry.registerPath(routeOf(contract));
  registerService(registry);
  registerWebhooks(registry);
  return documentOf({
    openapi: '3.1.0',
    info: {
      title: 'Giliran',
      version: '1.0.0',
      summary: 'A serverless API for correspondence play.',
      description,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Giliran' },
    },
    servers: [{ url: documentedUrl }],
    tags,
  });
};
