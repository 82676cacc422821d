/** The dispatcher on Lambda: it takes deliveries from the queue. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { SQSBatchResponse, SQSHandler, SQSRecord } from 'aws-lambda';
import { refOfMessage } from '../shared/aws/delivery-queue.ts';
import { createAwsParts } from '../shared/aws/parts.ts';
import { createDispatcher } from './deliver.ts';
import { attemptTimeouts, type PostRequest, post } from './post.ts';
import { dnsResolve } from './resolve.ts';
import { deployedPolicy } from './target.ts';

const parts = createAwsParts(process.env);
const policy = deployedPolicy(parts.publicUrl);

const dispatch = createDispatcher({
  ...parts,
  post: (request: PostRequest) =>
    post(request, { policy, resolve: dnsResolve(), timeouts: attemptTimeouts, now: parts.clock.wall }),
});

const dispatchRecord = async (record: SQSRecord): Promise<void> => {
  try {
    await dispatch(refOfMessage(record.body));
  } catch (error) {
    parts.logger.error('a delivery failed', { messageId: record.messageId, error });
    throw error;
  }
};

/** Makes the deliveries of a batch side by side, each for itself, and reports those that failed by a fault of ours. */
export const handler: SQSHandler = (event, context): Promise<SQSBatchResponse> =>
  processPartialResponse(event, dispatchRecord, new BatchProcessor(EventType.SQS), {
    context,
    throwOnFullBatchFailure: false,
  });
