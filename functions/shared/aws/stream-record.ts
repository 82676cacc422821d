import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { writtenOfImage } from '../store/dynamo/images.ts';
import type { Written } from '../store/written.ts';

/** What the consumer must hear of in a record of the table's stream; undefined for what was removed and for other kinds of item. */
export const writtenOfRecord = ({ dynamodb }: DynamoDBRecord): Written | undefined => {
  // The two packages describe the same wire format, one with more kinds of value than the other.
  const image = dynamodb?.NewImage as Record<string, AttributeValue> | undefined;
  return image && writtenOfImage(image);
};
