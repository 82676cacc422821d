import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { commitFromRow, messageFromRow, type Row } from '../codec.ts';
import { isCommit, isMessage, isOrders, isVacation, matchIdOf, playerOf } from '../keys.ts';
import type { Written } from '../written.ts';

/** What the consumer must hear of in an item's image of the table's stream; undefined for any other kind of item (S28). */
export const writtenOfImage = (image: Record<string, AttributeValue>): Written | undefined => {
  const row = unmarshall(image) as Row;
  if (isCommit(row)) return { kind: 'commit', commit: commitFromRow(row) };
  if (isMessage(row)) return { kind: 'message', message: messageFromRow(row) };
  if (isOrders(row)) return { kind: 'orders', matchId: matchIdOf(row) };
  if (isVacation(row)) return { kind: 'vacation', player: playerOf(row) };
  return undefined;
};
