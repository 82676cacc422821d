import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Commit } from '../../../../domain/match/commit.ts';
import { commitFromRow, type Row } from '../codec.ts';
import { isCommit } from '../keys.ts';

/** The commit in an item's image of the table's stream; undefined for any other kind of item (S28). */
export const commitOfImage = (image: Record<string, AttributeValue>): Commit | undefined => {
  const row = unmarshall(image) as Row;
  return isCommit(row) ? commitFromRow(row) : undefined;
};
