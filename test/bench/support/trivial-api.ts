/** The least that an API on this stack can be: OpenAPIHono with one route, and the SDK's client. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createRoute, OpenAPIHono, z } from '@hono/zod-openapi';
import { handle } from 'hono/aws-lambda';

const client = new DynamoDBClient({});
const app = new OpenAPIHono();
const route = createRoute({
  method: 'get',
  path: '/region',
  responses: {
    200: {
      description: 'Where we are.',
      content: { 'application/json': { schema: z.object({ region: z.string() }) } },
    },
  },
});
app.openapi(route, async (c) => c.json({ region: await client.config.region() }));

export const handler = handle(app);
