import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An item, or a part of one, as it goes over the wire. */
export type Item = Readonly<
  Record<string, { readonly S?: string; readonly N?: string; readonly B?: Uint8Array }>
>;

/** A call of the SDK, as IAM sees it, with what the tests look at of its input. */
export interface Call {
  /** `dynamodb:PutItem`, `sqs:SendMessage`. */
  readonly action: string;
  readonly input: {
    readonly IndexName?: string;
    readonly Item?: Item;
    readonly Key?: Item;
    readonly ExpressionAttributeValues?: Item;
    readonly RequestItems?: Readonly<Record<string, { readonly Keys: readonly Item[] }>>;
    readonly MessageBody?: string;
  };
}

/** What the handlers take for AWS. */
export interface FakeAws {
  readonly url: string;
  /** Every call since the start, in order. */
  readonly calls: readonly Call[];
  readonly stop: () => void;
}

const services: Readonly<Record<string, string>> = {
  DynamoDB_20120810: 'dynamodb',
  AmazonSQS: 'sqs',
  secretsmanager: 'secretsmanager',
};
/** What every secret holds. */
const secret = 'a server key that is long enough to be one';
const forwarded = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target'];

/** Hands calls of DynamoDB on to a server that can answer them, accepts messages as SQS does, keeps one secret, and notes every call. */
export async function startFakeAws(databaseUrl: string): Promise<FakeAws> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const [service = '', operation = ''] = String(request.headers['x-amz-target']).split('.');
    const body = await text(request);
    const call: Call = { action: `${services[service]}:${operation}`, input: JSON.parse(body) };
    calls.push(call);
    if (service === 'AmazonSQS') {
      const md5 = createHash('md5')
        .update(call.input.MessageBody ?? '')
        .digest('hex');
      response.end(JSON.stringify({ MessageId: `message-${calls.length}`, MD5OfMessageBody: md5 }));
      return;
    }
    if (service === 'secretsmanager') {
      response.end(JSON.stringify({ SecretString: secret }));
      return;
    }
    const headers = Object.fromEntries(forwarded.map((name) => [name, String(request.headers[name])]));
    const answer = await fetch(databaseUrl, { method: 'POST', headers, body });
    response.writeHead(answer.status).end(await answer.text());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
