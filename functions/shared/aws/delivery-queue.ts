import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { z } from 'zod';
import type { Enqueue } from '../deliveries.ts';
import type { Log } from '../log.ts';
import type { DeliveryRef } from '../store/notices.ts';

const connectionTimeoutMs = 1_000;
const requestTimeoutMs = 3_000;
/** The longest that SQS holds a message back. */
const delaySecondsMax = 900;

const refSchema = z.strictObject({ player: z.string(), endpoint: z.string(), delivery: z.string() });

/** The delivery that a message of the queue names; throws on a message that we didn't write. */
export const refOfMessage = (body: string): DeliveryRef => refSchema.parse(JSON.parse(body));

/**
 * Queues deliveries for the dispatcher on SQS. What can't be queued is logged and left: its row is due, and the sweeper queues it
 * (design §6).
 */
export const createDeliveryQueue = (queueUrl: string, logger: Log): Enqueue => {
  const client = new SQSClient({
    requestHandler: new NodeHttpHandler({
      connectionTimeout: connectionTimeoutMs,
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
    }),
  });
  return async (ref, delayMs = 0) => {
    const message = new SendMessageCommand({
      QueueUrl: queueUrl,
      MessageBody: JSON.stringify(ref),
      DelaySeconds: Math.min(delaySecondsMax, Math.ceil(delayMs / 1_000)),
    });
    await client.send(message).catch((error: unknown) => {
      logger.warn('a delivery was not queued', { ...ref, error });
    });
  };
};
