/** The bundled handlers, loaded and invoked as Lambda does: real events over a real database, and a fake for the rest of AWS. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { startDatabase } from '../../functions/local/database.ts';
import { localConnection } from '../../functions/shared/store/dynamo/client.ts';
import { createTable } from '../../functions/shared/store/dynamo/create-table.ts';
import { table } from '../../functions/shared/store/table.ts';
import { bundle, type FunctionName, functionNames } from '../../infra/bundle.ts';
import { type Call, type Item, startFakeAws } from './fake-aws.ts';

/** An HTTP request as a client makes it. */
export interface GatewayRequest {
  readonly method: string;
  /** As the gateway hands it on: percent-decoded. */
  readonly path: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly receivedAt?: number;
  readonly sourceIp?: string;
}

/** What a handler answers the gateway with. */
export interface GatewayAnswer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** Those of a batch that Lambda is to try again. */
export interface BatchAnswer {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/** The four functions, deployed on this machine. */
export interface Deployment {
  readonly bundles: string;
  /** Calls of AWS, each with the function that made it. */
  readonly calls: readonly (Call & { readonly by: FunctionName })[];
  readonly api: (request: GatewayRequest) => Promise<GatewayAnswer>;
  /** Hands every item of the table to the consumer as the stream would, with `more` records behind them. */
  readonly stream: (more?: readonly object[]) => Promise<BatchAnswer>;
  readonly dispatcher: (bodies: readonly string[]) => Promise<BatchAnswer>;
  readonly sweeper: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const publicUrl = 'https://api.giliran.test';

const settings = (awsUrl: string): Readonly<Record<string, string>> => ({
  AWS_ENDPOINT_URL: awsUrl,
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  TABLE_NAME: 'giliran',
  DELIVERY_QUEUE_URL: `${awsUrl}/123456789012/deliveries`,
  PUBLIC_URL: publicUrl,
  SERVER_KEY_SECRET_ARN: 'arn:aws:secretsmanager:eu-central-1:123456789012:secret:server-key',
});

const gatewayEvent = (request: GatewayRequest) => ({
  version: '2.0',
  routeKey: '$default',
  rawPath: request.path,
  rawQueryString: request.query ?? '',
  headers: { host: 'api.giliran.test', 'x-forwarded-for': '10.9.8.7', ...request.headers },
  requestContext: {
    accountId: '123456789012',
    apiId: 'api-id',
    domainName: 'api.giliran.test',
    domainPrefix: 'api',
    http: {
      method: request.method,
      path: request.path,
      protocol: 'HTTP/1.1',
      sourceIp: request.sourceIp ?? '203.0.113.7',
      userAgent: 'test',
    },
    requestId: 'request-id',
    routeKey: '$default',
    stage: '$default',
    time: '01/Dec/2026:04:00:00 +0000',
    timeEpoch: request.receivedAt ?? Date.now(),
  },
  ...(request.body === undefined ? {} : { body: request.body }),
  isBase64Encoded: request.isBase64Encoded ?? false,
});

/** An item in the JSON that Lambda hands over, in which bytes are in base64. */
const asSent = (item: Item): object =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      value.B instanceof Uint8Array ? { B: Buffer.from(value.B).toString('base64') } : value,
    ]),
  );

const streamRecord = (item: Item, index: number) => ({
  eventID: `event-${index}`,
  eventName: 'INSERT',
  eventVersion: '1.1',
  eventSource: 'aws:dynamodb',
  awsRegion: 'eu-central-1',
  eventSourceARN: 'arn:aws:dynamodb:eu-central-1:123456789012:table/giliran/stream/2026',
  dynamodb: {
    Keys: { [table.partitionKey]: item[table.partitionKey], [table.sortKey]: item[table.sortKey] },
    NewImage: asSent(item),
    SequenceNumber: `${index + 1}`,
    SizeBytes: 100,
    StreamViewType: 'NEW_IMAGE',
  },
});

const queueRecord = (body: string, index: number) => ({
  messageId: `message-${index}`,
  receiptHandle: 'handle',
  body,
  attributes: {
    ApproximateReceiveCount: '1',
    SentTimestamp: `${Date.now()}`,
    SenderId: 'sender',
    ApproximateFirstReceiveTimestamp: `${Date.now()}`,
  },
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:deliveries',
  awsRegion: 'eu-central-1',
});

const context = {
  functionName: 'giliran',
  functionVersion: '1',
  awsRequestId: 'request-id',
  memoryLimitInMB: '512',
  callbackWaitsForEmptyEventLoop: true,
  getRemainingTimeInMillis: () => 30_000,
};

/** Bundles the functions, starts what they stand on, and loads each as Lambda would. */
export const deploy = async (): Promise<Deployment> => {
  const bundles = await mkdtemp(path.join(tmpdir(), 'giliran-bundles-'));
  const assets = await bundle(bundles);
  const database = await startDatabase();
  const fake = await startFakeAws(database.endpoint);
  const client = new DynamoDBClient(localConnection(database.endpoint));
  await createTable(client, 'giliran');

  const environment = settings(fake.url);
  const before = Object.fromEntries(Object.keys(environment).map((name) => [name, process.env[name]]));
  Object.assign(process.env, environment);
  const calls: (Call & { readonly by: FunctionName })[] = [];
  let seen = 0;
  const noting = async <Result>(by: FunctionName, work: () => Promise<Result>): Promise<Result> => {
    const result = await work();
    calls.push(...fake.calls.slice(seen).map((call) => ({ ...call, by })));
    seen = fake.calls.length;
    return result;
  };
  const handlers: Partial<Record<FunctionName, (event: unknown, context: unknown) => Promise<never>>> = {};
  for (const name of functionNames) {
    const url = pathToFileURL(path.join(assets[name], 'index.mjs')).href;
    handlers[name] = (await noting(name, () => import(url))).handler;
  }
  const invoke = (name: FunctionName, event: unknown): Promise<never> =>
    noting(name, () => handlers[name]!(event, context));

  const everyItem = async (): Promise<readonly Item[]> => {
    const { Items: items = [] } = await client.send(new ScanCommand({ TableName: 'giliran' }));
    return items as readonly Item[];
  };
  return {
    bundles,
    calls,
    api: (request) => invoke('api', gatewayEvent(request)),
    stream: async (more = []) =>
      invoke('stream', { Records: [...(await everyItem()).map(streamRecord), ...more] }),
    dispatcher: (bodies) => invoke('dispatcher', { Records: bodies.map(queueRecord) }),
    sweeper: () => invoke('sweeper', { source: 'scheduler' }),
    stop: async () => {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      client.destroy();
      fake.stop();
      await database.stop();
      await rm(bundles, { recursive: true, force: true });
    },
  };
};
