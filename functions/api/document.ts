import { OpenAPIHono } from '@hono/zod-openapi';
import { routeOf } from './contract.ts';
import { operations } from './routes/operations.ts';

/**
 * The contract as OpenAPI 3.1. It is put together when it is asked for, not when the API starts: a start would take a fifth longer
 * for a document that few requests want.
 */
export const openApiDocument = (publicUrl: string) => {
  const { openAPIRegistry: registry, getOpenAPI31Document: documentOf } = new OpenAPIHono();
  registry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer' });
  for (const { contract } of operations) registry.registerPath(routeOf(contract));
  return documentOf({
    openapi: '3.1.0',
    info: {
      title: 'Giliran',
      version: '1',
      description: 'Correspondence play: validated moves, fair chance, signed turn notices.',
    },
    servers: [{ url: publicUrl }],
  });
};
