import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

/** One request as it came in. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body's raw bytes. */
  readonly body: Buffer;
  /** The server name of the TLS handshake; undefined over plain http. */
  readonly serverName: string | undefined;
}

/** How a receiver answers. */
export type Behaviour = (response: ServerResponse) => void;

const answer =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

/** Writes to the response for ever, one chunk each `everyMs`. */
const writeForEver = (response: ServerResponse, chunk: string | Buffer, everyMs: number): void => {
  const timer = setInterval(() => response.write(chunk), everyMs);
  response.once('close', () => clearInterval(timer));
};

/** Receivers as they are met: well, slow, broken and hostile. */
export const behaviours = {
  ok: answer(204),
  answering: answer,
  /** Well, but only after a while. */
  slow:
    (delayMs: number): Behaviour =>
    (response) => {
      setTimeout(() => response.writeHead(204).end(), delayMs);
    },
  /** Takes the request and says nothing. */
  silent: (): void => {},
  /** Cuts the connection with a RST. */
  reset: (response: ServerResponse): void => {
    response.socket?.resetAndDestroy();
  },
  /** Closes the connection without a word. */
  hangUp: (response: ServerResponse): void => {
    response.socket?.end();
  },
  /** Says that it is well, then cuts the connection in the middle of its body. */
  resetInBody: (response: ServerResponse): void => {
    response
      .writeHead(200, { 'content-length': '100' })
      .write('half', () => response.socket?.resetAndDestroy());
  },
  /** Answers something that isn't HTTP. */
  garbage: (response: ServerResponse): void => {
    response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n');
  },
  tooMany: (retryAfter: string): Behaviour => answer(429, { 'retry-after': retryAfter }),
  redirect: (location: string, status = 302): Behaviour => answer(status, { location }),
  gone: answer(410),
  /** A body without end, as fast as it is read. */
  endless:
    (status: number): Behaviour =>
    (response) => {
      response.writeHead(status);
      writeForEver(response, Buffer.alloc(64 * 1024), 1);
    },
  /** A body without end, a byte at a time. */
  trickle:
    (status: number): Behaviour =>
    (response) => {
      response.writeHead(status);
      writeForEver(response, '.', 20);
    },
  /** Headers without end. */
  endlessHeaders: (response: ServerResponse): void => {
    const { socket } = response;
    socket?.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket?.write(`x-more: ${'y'.repeat(1_000)}\r\n`), 1);
    socket?.once('close', () => clearInterval(timer));
  },
  /** A body that would grow a thousandfold if it were decompressed. */
  bomb: answer(200, { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10_000_000))),
} as const;

/** A webhook receiver of its own, for tests: it records what comes in, and answers as it is told. */
export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: readonly Received[];
  /** How many connections were opened to it, whether or not a request came. */
  readonly connections: () => number;
  readonly behave: (behaviour: Behaviour) => void;
  readonly close: () => Promise<void>;
}

/** Where a receiver listens; with `cert` (a file of test/support/tls) over TLS. */
export interface ReceiverOptions {
  readonly host?: string;
  readonly port?: number;
  readonly cert?: 'cert.pem' | 'expired.pem';
}

/** A file of test/support/tls: a key pair for hooks.example.com that nothing but these tests knows, made by openssl. */
export const tlsFile = (name: string): string =>
  readFileSync(new URL(`tls/${name}`, import.meta.url), 'utf8');

/** Starts a receiver on loopback that answers 204 until it is told otherwise. */
export const startReceiver = async ({
  host = '127.0.0.1',
  port = 0,
  cert,
}: ReceiverOptions = {}): Promise<Receiver> => {
  const received: Received[] = [];
  let connections = 0;
  let behaviour: Behaviour = behaviours.ok;
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { method = '', url: path = '', headers, socket } = request;
    const serverName = 'servername' in socket ? String(socket.servername) : undefined;
    received.push({ method, path, headers, body, serverName });
    behaviour(response);
  };
  const server =
    cert === undefined
      ? createHttpServer(listener)
      : createHttpsServer({ key: tlsFile('key.pem'), cert: tlsFile(cert) }, listener);
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  return {
    url: `${cert === undefined ? 'http' : 'https'}://${host}:${bound}/hook`,
    port: bound,
    received,
    connections: () => connections,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
