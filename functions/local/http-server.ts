import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { CannotStart, reasonOf } from './cannot-start.ts';

/** The listener of the local runner. */
export interface HttpServer {
  readonly url: string;
  /** Says who answers; to be called before anything is awaited. */
  readonly serve: (fetch: (request: Request) => Response | Promise<Response>) => void;
  /** Takes no new connection, answers what is under way, and cuts what takes longer than `withinMs`. */
  readonly close: (withinMs: number) => Promise<void>;
}

const host = '127.0.0.1';
/** Longer than clients wait between two requests on one connection, so that it is them who end it. */
const keepAliveMs = 75_000;
const closeIdleEveryMs = 20;

/** Listens on loopback, on `port` or on a free one for 0; `CannotStart` if that can't be had. */
export const openHttpServer = async (port: number): Promise<HttpServer> => {
  const server = createServer({ keepAliveTimeout: keepAliveMs });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new CannotStart(whyNot(port, error), { cause: error });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://${host}:${address.port}`,
    serve: (fetch) => server.on('request', getRequestListener(fetch)),
    close: (withinMs) => close(server, withinMs),
  };
};

const whyNot = (port: number, error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? `Port ${port} is in use. End what listens there, or choose another port with PORT.`
    : `Port ${port} can't be had: ${reasonOf(error)}. Choose another one with PORT.`;

/** A connection that has been answered becomes idle only then, so it is looked for again and again. */
const close = async (server: Server, withinMs: number): Promise<void> => {
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  const late = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
};
