import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { writtenOfImage } from '../store/dynamo/images.ts';
import type { Written } from '../store/written.ts';

/** The image as the SDK would have read it: Lambda hands bytes over in base64. Our items hold bytes at the top level alone. */
const imageOf = (sent: Readonly<Record<string, object>>): Record<string, AttributeValue> => {
  // The two packages describe the same wire format, one with more kinds of value than the other.
  const image = sent as Record<string, AttributeValue>;
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => {
      const bytes: unknown = value.B;
      return [name, typeof bytes === 'string' ? { B: Buffer.from(bytes, 'base64') } : value];
    }),
  );
};

/** What the consumer must hear of in a record of the table's stream; undefined for what was removed and for other kinds of item. */
export const writtenOfRecord = ({ dynamodb }: DynamoDBRecord): Written | undefined =>
  dynamodb?.NewImage && writtenOfImage(imageOf(dynamodb.NewImage));
