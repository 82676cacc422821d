/** The consumer on Lambda: it takes what is new in the table's stream. */
import { BatchProcessor, EventType, processPartialResponse } from '@aws-lambda-powertools/batch';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamHandler } from 'aws-lambda';
import { createAwsParts } from '../shared/aws/parts.ts';
import { writtenOfRecord } from '../shared/aws/stream-record.ts';
import { consumeWritten } from './written.ts';

const parts = createAwsParts(process.env);

const consumeRecord = async (record: DynamoDBRecord): Promise<void> => {
  const written = writtenOfRecord(record);
  if (written === undefined) return;
  try {
    await consumeWritten(parts, written);
  } catch (error) {
    parts.logger.error('a record of the stream was not consumed', { keys: record.dynamodb?.Keys, error });
    throw error;
  }
};

/**
 * Takes records one after another, so that what belongs to a match is consumed in order, and reports those that failed: Lambda tries
 * them again, and gives up a poisoned one to the dead letters.
 */
export const handler: DynamoDBStreamHandler = (event, context): Promise<DynamoDBBatchResponse> =>
  processPartialResponse(event, consumeRecord, new BatchProcessor(EventType.DynamoDBStreams), {
    context,
    processInParallel: false,
    throwOnFullBatchFailure: false,
  });
