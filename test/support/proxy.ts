import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/** A request to DynamoDB on its way through the proxy. */
export interface ProxiedRequest {
  /** `PutItem`, `Query`, … */
  readonly operation: string;
  /** The request's JSON. */
  readonly body: string;
}

/**
 * What happens to a request: nothing reaches the database (`drop`), the database acts but its answer is lost (`lose-answer`), or an
 * error is answered in its place; `delayMs` only holds it up.
 */
export type ProxyFault =
  | { readonly kind: 'drop' }
  | { readonly kind: 'lose-answer' }
  | { readonly kind: 'error'; readonly status: number; readonly type: string }
  | { readonly kind: 'delay'; readonly delayMs: number };

/** Errors that DynamoDB answers with, as they look on the wire. */
export const throttled: ProxyFault = {
  kind: 'error',
  status: 400,
  type: 'com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException',
};
export const rateLimited: ProxyFault = {
  kind: 'error',
  status: 400,
  type: 'com.amazon.coral.availability#ThrottlingException',
};
export const serverFailed: ProxyFault = {
  kind: 'error',
  status: 500,
  type: 'com.amazonaws.dynamodb.v20120810#InternalServerError',
};
/** An error of ours, which no retry mends. */
export const invalid: ProxyFault = {
  kind: 'error',
  status: 400,
  type: 'com.amazon.coral.validate#ValidationException',
};

/** A proxy before a DynamoDB endpoint that fails as networks and services do. */
export interface FaultProxy {
  readonly endpoint: string;
  /** How often each operation was asked for since the last `clear`, tries by the SDK included. */
  readonly counts: () => Readonly<Record<string, number>>;
  /** Chooses the fault of each request from now on; undefined lets it through. */
  readonly inject: (faultOf: (request: ProxiedRequest) => ProxyFault | undefined) => void;
  /** The next `times` requests for this operation get this fault, and none after them. */
  readonly failNext: (operation: string, fault: ProxyFault, times?: number) => void;
  /** No more faults; counts begin at 0. */
  readonly clear: () => void;
  readonly stop: () => Promise<void>;
}

const forward = async (target: URL, incoming: IncomingMessage, body: Buffer) => {
  const outgoing = request(target, { method: 'POST', headers: incoming.headers });
  outgoing.end(body);
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (!response) throw new Error('the database gave no response');
  return { response, answer: await buffer(response) };
};

const answerError = (response: ServerResponse, fault: Extract<ProxyFault, { kind: 'error' }>): void => {
  response.writeHead(fault.status, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify({ __type: fault.type, message: 'injected by the test' }));
};

/** Starts a proxy before `endpoint`, without faults. */
export const startFaultProxy = async (endpoint: string): Promise<FaultProxy> => {
  const target = new URL(endpoint);
  let faultOf: (request: ProxiedRequest) => ProxyFault | undefined = () => undefined;
  let counts: Record<string, number> = {};

  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(incoming);
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? '';
    counts = { ...counts, [operation]: (counts[operation] ?? 0) + 1 };
    const fault = faultOf({ operation, body: body.toString() });
    if (fault?.kind === 'drop') return void incoming.socket.destroy();
    if (fault?.kind === 'error') return answerError(response, fault);
    if (fault?.kind === 'delay') await sleep(fault.delayMs);
    const { response: upstream, answer } = await forward(target, incoming, body);
    if (fault?.kind === 'lose-answer') return void incoming.socket.destroy();
    response.writeHead(upstream.statusCode ?? 500, upstream.headers);
    response.end(answer);
  };

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');

  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    counts: () => counts,
    inject: (chooser) => {
      faultOf = chooser;
    },
    failNext: (wanted, fault, times = 1) => {
      let left = times;
      faultOf = ({ operation }) => (operation === wanted && left-- > 0 ? fault : undefined);
    },
    clear: () => {
      faultOf = () => undefined;
      counts = {};
    },
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
};
