import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { StoreUnavailable } from '../shared/store/match-log.ts';
import type { ApiDeps } from './deps.ts';
import { serve } from './operation.ts';
import { problemPage } from './problem-pages.ts';
import { type Problem, problemCodes, problemResponse } from './problems.ts';
import { operations } from './routes/operations.ts';

const honoPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const patterns = operations.map(({ contract }) => ({
  method: contract.method,
  pattern: pathPattern(contract.path),
}));

/** The methods that a path has, in upper case; none for an unknown path. */
const methodsOf = (path: string): readonly string[] =>
  patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method.toUpperCase());

const unrouted = (path: string): Problem => {
  const methods = methodsOf(path);
  return methods.length === 0
    ? { code: 'not-found' }
    : { code: 'method-not-allowed', headers: { Allow: methods.join(', ') } };
};

const ofThrown = (error: unknown): Problem =>
  error instanceof StoreUnavailable
    ? { code: 'try-again', headers: { 'Retry-After': '1' } }
    : { code: 'internal' };

/** Clients in a browser may live anywhere: there are no cookies, a token is sent by hand (CORS, Fetch standard). */
const allowOrigins = cors({
  origin: '*',
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposeHeaders: [
    'Allow',
    'ETag',
    'Idempotent-Replayed',
    'Location',
    'Request-Id',
    'Retry-After',
    'WWW-Authenticate',
  ],
  maxAge: 86_400,
});

/** The docs page loads its script, the contract and nothing else; its script writes styles. */
const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The API. No AWS in here: everything from outside comes by `deps`. */
export const createApp = (deps: ApiDeps): Hono => {
  const app = new Hono();
  const problem = (c: Context, found: Problem): Response =>
    problemResponse(found, { publicUrl: deps.publicUrl, path: c.req.path });

  app.use(async (c, next) => {
    await next();
    c.header('Request-Id', randomUUID());
    c.header('Cache-Control', 'private, no-cache');
    c.header('Vary', 'Authorization');
    c.header('X-Content-Type-Options', 'nosniff');
  });
  app.use(async (c, next) =>
    c.req.method === 'OPTIONS' && methodsOf(c.req.path).length === 0 ? next() : allowOrigins(c, next),
  );
  for (const operation of operations) {
    app.on(operation.contract.method.toUpperCase(), honoPath(operation.contract.path), async (c) => {
      const served = await serve(c, operation, deps);
      return served.ok ? served.value : problem(c, served.error);
    });
  }
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/openapi.json', async (c) =>
    c.body(atHome(await deps.readAsset('openapi.json'), deps.publicUrl), 200, {
      'Content-Type': 'application/json',
    }),
  );
  app.get('/docs', (c) => c.html(docsPage, 200, { 'Content-Security-Policy': docsPolicy }));
  app.get('/docs/rapidoc.js', async (c) =>
    c.body(await deps.readAsset('rapidoc-min.js'), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/problems/:code', async (c) => {
    const code = problemCodes.find((known) => known === c.req.param('code'));
    if (!code) return problem(c, { code: 'not-found' });
    return c.body(await problemPage(code, deps.publicUrl), 200, {
      'Content-Type': 'text/markdown; charset=utf-8',
      'Content-Language': 'en',
    });
  });
  app.notFound((c) => problem(c, unrouted(c.req.path)));
  app.onError((error, c) => {
    deps.logger.error('a request failed', { path: c.req.path, error });
    return problem(c, ofThrown(error));
  });
  return app;
};

/** The contract with the server's own address in place of the documented one. */
const atHome = (contract: string, publicUrl: string): string =>
  contract.replaceAll('https://api.giliran.dev', publicUrl);

const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Giliran API</title>
    <script type="module" src="/docs/rapidoc.js"></script>
  </head>
  <body>
    <rapi-doc spec-url="/openapi.json" load-fonts="false" render-style="read" allow-authentication="true"></rapi-doc>
  </body>
</html>
`;
