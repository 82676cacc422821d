import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
} from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { StoreUnavailable } from '../match-log.ts';

/** No call waits longer for a connection, nor for its answer; with three tries it still fits a request's 29 s. */
const connectionTimeoutMs = 1_000;
const requestTimeoutMs = 4_000;
const attemptsMax = 3;
const socketsMax = 64;

/** Where the database is and who asks it; on Lambda the environment says both. */
export type ConnectionConfig = Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'>;

/** The connection to a DynamoDB-compatible server that takes any name for an answer, such as the local one. */
export const localConnection = (endpoint: string): ConnectionConfig => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

/** The SDK's client with bounded waiting: time limits on every call, few retries, connections kept open. */
export const createDynamoClient = (connection: ConnectionConfig = {}): DynamoDBClient =>
  new DynamoDBClient({
    ...connection,
    maxAttempts: attemptsMax,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: socketsMax },
      httpsAgent: { keepAlive: true, maxSockets: socketsMax },
    }),
  });

const throttlingNames: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

const networkCodes: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

const isUnavailable = (error: unknown): boolean => {
  if (error instanceof DynamoDBServiceException) {
    return throttlingNames.has(error.name) || (error.$metadata.httpStatusCode ?? 0) >= 500;
  }
  return error instanceof Error && 'code' in error && networkCodes.has(String(error.code));
};

/**
 * What an SDK error means to the store (S24), after the SDK's own retries: `StoreUnavailable` for throttling, time-outs, the network
 * and the server's own failures; all else as it is.
 */
export const storeErrorOf = (error: unknown): unknown =>
  isUnavailable(error) ? new StoreUnavailable('the database did not answer', { cause: error }) : error;

/** True for the failure of a condition that came with a write: an answer, not an error. */
export const isConditionFailure = (error: unknown): boolean =>
  error instanceof ConditionalCheckFailedException;
