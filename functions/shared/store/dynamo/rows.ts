import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import {
  type AttributeValue,
  BatchGetItemCommand,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type QueryCommandInput,
  type QueryCommandOutput,
  ScanCommand,
  type ScanCommandOutput,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { Fault, invariant } from '../../../../domain/engine/result.ts';
import type { Instant } from '../../../../domain/match/instant.ts';
import { document, type Row } from '../codec.ts';
import type { Key, KeyRange } from '../keys.ts';
import { StoreUnavailable } from '../match-log.ts';
import { table } from '../table.ts';
import { isConditionFailure, storeErrorOf } from './client.ts';

/** A condition on the item that a put would replace. */
export interface Condition {
  readonly expression: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Nothing lies under the key. */
export const absent: Condition = { expression: 'attribute_not_exists(pk)' };

/** How a query walks its range. The first page is as small as the caller needs, later ones as large as DynamoDB makes them. */
export interface QueryOptions {
  readonly newestFirst?: boolean;
  readonly firstPage?: number;
  /** Begins behind this sort key, whether or not an item lies there. */
  readonly behind?: string | undefined;
  /** Also gives rows that count as absent because they have expired. */
  readonly withExpired?: boolean;
}

/** One shard of an index, up to a sort key. */
export interface IndexQuery {
  readonly index: (typeof table.indexes)[keyof typeof table.indexes];
  readonly partition: string;
  readonly upTo?: { readonly operator: '<' | '<='; readonly sortKey: string } | undefined;
  readonly newestFirst?: boolean;
  readonly limit: number;
}

/** The few operations that the store needs, each strongly consistent but `queryIndex`. All errors are the store's own (S24). */
export interface Rows {
  readonly get: (key: Key) => Promise<Row | undefined>;
  /** The rows that exist under these keys, in any order. */
  readonly getAll: (keys: readonly Key[]) => Promise<readonly Row[]>;
  /** Puts a row; false if the condition failed. */
  readonly put: (row: Row, condition?: Condition) => Promise<boolean>;
  /**
   * Puts a row under a condition and knows whether it won, even where an answer was lost and the SDK's next try failed on what the
   * first had written: then the stored row is read and `isMine` asked. Throws `StoreUnavailable` when neither is known.
   */
  readonly claim: (row: Row, condition: Condition, isMine?: (stored: Row) => boolean) => Promise<boolean>;
  /** Sets fields of the document of an existing row; undefined if there is none. */
  readonly update: (key: Key, fields: Readonly<Record<string, unknown>>) => Promise<Row | undefined>;
  readonly remove: (key: Key) => Promise<void>;
  readonly query: (range: KeyRange, options?: QueryOptions) => AsyncGenerator<Row>;
  /** Keys from an index: hints. An entry's row may be newer or, after a crash of the local database, not there at all. */
  readonly queryIndex: (query: IndexQuery) => Promise<readonly Row[]>;
  /** The keys of every row with this sort key, from the whole table. */
  readonly scan: (sk: string) => AsyncGenerator<Row>;
}

const batchMax = 100;
const batchTriesMax = 5;
const batchBackoffMs = 50;
/** Far above any log, list or inbox; a query that goes on longer is a defect. */
const pagesMax = 1_000;

/** The rows of the one table, by the official SDK. */
export const createRows = (client: DynamoDBClient, tableName: string, now: () => Instant): Rows => {
  const ask = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw storeErrorOf(error);
    }
  };

  const rowOf = (item: Record<string, AttributeValue>): Row => unmarshall(item) as Row;

  /** TTL deletes days late: a row whose time is over counts as absent before (S27). */
  const isLive = (row: Row): boolean => {
    const expiresAt = row[table.ttl];
    return typeof expiresAt !== 'number' || expiresAt * 1_000 > now();
  };

  const putItem = async (
    item: Record<string, AttributeValue>,
    condition: Condition | undefined,
  ): Promise<void> => {
    await ask(
      client.send(
        new PutItemCommand({
          TableName: tableName,
          Item: item,
          ConditionExpression: condition?.expression,
          ExpressionAttributeValues: condition?.values && marshall(condition.values),
        }),
      ),
    );
  };

  const getItem = async ({ pk, sk }: Key): Promise<Record<string, AttributeValue> | undefined> => {
    const command = new GetItemCommand({
      TableName: tableName,
      Key: marshall({ pk, sk }),
      ConsistentRead: true,
    });
    return (await ask(client.send(command))).Item;
  };

  const get: Rows['get'] = async (key) => {
    const item = await getItem(key);
    const row = item && rowOf(item);
    return row && isLive(row) ? row : undefined;
  };

  const getBatch = async (keys: readonly Key[]): Promise<readonly Row[]> => {
    const rows: Row[] = [];
    let wanted = keys.map(({ pk, sk }) => marshall({ pk, sk }));
    for (let round = 0; round < batchTriesMax; round++) {
      const request = { [tableName]: { Keys: wanted, ConsistentRead: true } };
      const answer = await ask(client.send(new BatchGetItemCommand({ RequestItems: request })));
      rows.push(...(answer.Responses?.[tableName] ?? []).map(rowOf));
      wanted = answer.UnprocessedKeys?.[tableName]?.Keys ?? [];
      if (wanted.length === 0) return rows;
      await sleep(Math.random() * batchBackoffMs * 2 ** round);
    }
    throw new StoreUnavailable(`${wanted.length} keys of a batch were left unprocessed`);
  };

  const getAll: Rows['getAll'] = async (keys) => {
    const unique = [...new Map(keys.map((key) => [`${key.pk}\n${key.sk}`, key])).values()];
    const batches = Array.from({ length: Math.ceil(unique.length / batchMax) }, (_, batch) =>
      getBatch(unique.slice(batch * batchMax, (batch + 1) * batchMax)),
    );
    return (await Promise.all(batches)).flat().filter(isLive);
  };

  const put: Rows['put'] = async (row, condition) => {
    try {
      await putItem(marshall(row, { removeUndefinedValues: true }), condition);
      return true;
    } catch (error) {
      if (isConditionFailure(error)) return false;
      throw error;
    }
  };

  const claim: Rows['claim'] = async (row, condition, isMine) => {
    const item = marshall(row, { removeUndefinedValues: true });
    try {
      await putItem(item, condition);
      return true;
    } catch (error) {
      if (!isConditionFailure(error) && !(error instanceof StoreUnavailable)) throw error;
      const stored = await getItem(row);
      if (stored && (isMine ? isMine(rowOf(stored)) : isDeepStrictEqual(stored, item))) return true;
      const isLost = isConditionFailure(error) || (stored !== undefined && condition === absent);
      if (isLost) return false;
      throw error;
    }
  };

  const update: Rows['update'] = async ({ pk, sk }, fields) => {
    const names = Object.keys(fields);
    if (names.length === 0) return get({ pk, sk });
    try {
      const { Attributes: item } = await ask(
        client.send(
          new UpdateItemCommand({
            TableName: tableName,
            Key: marshall({ pk, sk }),
            UpdateExpression: `SET ${names.map((_, i) => `${document}.#f${i} = :f${i}`).join(', ')}`,
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: Object.fromEntries(names.map((name, i) => [`#f${i}`, name])),
            ExpressionAttributeValues: marshall(
              Object.fromEntries(Object.values(fields).map((value, i) => [`:f${i}`, value])),
            ),
            ReturnValues: 'ALL_NEW',
          }),
        ),
      );
      invariant(item !== undefined, 'ALL_NEW gives the item');
      return rowOf(item);
    } catch (error) {
      if (isConditionFailure(error)) return undefined;
      throw error;
    }
  };

  const remove: Rows['remove'] = async ({ pk, sk }) => {
    await ask(client.send(new DeleteItemCommand({ TableName: tableName, Key: marshall({ pk, sk }) })));
  };

  async function* query(range: KeyRange, options: QueryOptions = {}): AsyncGenerator<Row> {
    let startKey: Record<string, AttributeValue> | undefined =
      options.behind === undefined ? undefined : marshall({ pk: range.pk, sk: options.behind });
    for (let page = 0; page < pagesMax; page++) {
      const input: QueryCommandInput = {
        TableName: tableName,
        ConsistentRead: true,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: marshall({ ':pk': range.pk, ':from': range.from, ':to': range.to }),
        ScanIndexForward: !options.newestFirst,
        Limit: page === 0 ? options.firstPage : undefined,
        ExclusiveStartKey: startKey,
      };
      const answer: QueryCommandOutput = await ask(client.send(new QueryCommand(input)));
      const rows = (answer.Items ?? []).map(rowOf);
      yield* options.withExpired ? rows : rows.filter(isLive);
      startKey = answer.LastEvaluatedKey;
      if (!startKey) return;
    }
    throw new Fault(`a query of ${range.pk} went over ${pagesMax} pages`);
  }

  const queryIndex: Rows['queryIndex'] = async ({ index, partition, upTo, newestFirst, limit }) => {
    const condition = upTo && `${index.sortKey} ${upTo.operator} :sort`;
    const answer = await ask(
      client.send(
        new QueryCommand({
          TableName: tableName,
          IndexName: index.name,
          KeyConditionExpression: [`${index.partitionKey} = :partition`, condition]
            .filter(Boolean)
            .join(' AND '),
          ExpressionAttributeValues: marshall({
            ':partition': partition,
            ...(upTo && { ':sort': upTo.sortKey }),
          }),
          ScanIndexForward: !newestFirst,
          Limit: limit,
        }),
      ),
    );
    return (answer.Items ?? []).map(rowOf);
  };

  async function* scan(sk: string): AsyncGenerator<Row> {
    let startKey: Record<string, AttributeValue> | undefined;
    do {
      const answer: ScanCommandOutput = await ask(
        client.send(
          new ScanCommand({
            TableName: tableName,
            ConsistentRead: true,
            ProjectionExpression: 'pk, sk',
            FilterExpression: 'sk = :sk',
            ExpressionAttributeValues: marshall({ ':sk': sk }),
            ExclusiveStartKey: startKey,
          }),
        ),
      );
      yield* (answer.Items ?? []).map(rowOf);
      startKey = answer.LastEvaluatedKey;
    } while (startKey);
  }

  return { get, getAll, put, claim, update, remove, query, queryIndex, scan };
};
