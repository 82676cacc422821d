import { Duration, Stack } from 'aws-cdk-lib';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq, SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { table as schema } from '../../functions/shared/store/table.ts';
import type { Assets } from '../bundle.ts';
import { RunbookAlarm } from '../constructs/alarm.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { DeadLetterQueue } from '../constructs/queues.ts';
import { DataStack } from './data.ts';

/** What notices are made from, and by. */
export interface NoticesStackProps {
  readonly data: DataStack;
  readonly assets: Assets;
  /** The base of the URLs in notices. */
  readonly publicUrl: string;
}

/** Copies of the dispatcher. The queue asks for no more than are reserved, or it would count refusals as failed deliveries. */
const dispatchers = 10;

/** The stream records that the consumer gets: new commits and messages, and changes of standing orders and vacations. */
const consumedRecords = [
  { eventName: ['INSERT'], sortKey: FilterRule.beginsWith('C#') },
  { eventName: ['INSERT'], sortKey: FilterRule.beginsWith('M#') },
  { eventName: ['INSERT', 'MODIFY'], sortKey: FilterRule.beginsWith('O#') },
  { eventName: ['INSERT', 'MODIFY'], sortKey: FilterRule.isEqual('VACATION') },
].map(({ eventName, sortKey }) =>
  FilterCriteria.filter({ eventName, dynamodb: { Keys: { [schema.sortKey]: { S: sortKey } } } }),
);

/** The way of a notice: the consumer reads the log's stream and queues deliveries, the dispatcher posts them to webhooks. */
export class NoticesStack extends Stack {
  readonly stream: NodeFunction;
  readonly dispatcher: NodeFunction;

  constructor(scope: Construct, id: string, { data, assets, publicUrl }: NoticesStackProps) {
    super(scope, id);

    this.stream = new NodeFunction(this, 'stream', {
      description: 'Consumes the match log: read models, inboxes, deliveries, standing orders',
      asset: assets.stream,
      timeout: Duration.seconds(60),
      environment: data.functionEnvironment(publicUrl),
      alarmTopic: data.alarmTopic,
    });
    data.allowMatches(this.stream);
    this.stream.addEventSource(
      new DynamoEventSource(data.table, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 25,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: 10,
        maxRecordAge: Duration.hours(6),
        onFailure: new SqsDlq(
          new DeadLetterQueue(this, 'stream-dead-letters', {
            meaning: 'The consumer gave up on stream records: notices of these matches were not sent.',
            alarmTopic: data.alarmTopic,
          }),
        ),
        filters: consumedRecords,
      }),
    );
    new RunbookAlarm(this, 'stream-iterator-age', {
      meaning: 'The consumer is more than five minutes behind the log: notices are late.',
      metric: this.stream.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'max' }),
      threshold: Duration.minutes(5).toMilliseconds(),
      periods: 5,
      topic: data.alarmTopic,
    });

    this.dispatcher = new NodeFunction(this, 'dispatcher', {
      description: 'Signs notices and posts them to webhooks',
      asset: assets.dispatcher,
      timeout: DataStack.dispatchTimeout,
      reservedConcurrency: dispatchers,
      environment: data.functionEnvironment(publicUrl),
      alarmTopic: data.alarmTopic,
    });
    // It talks to strangers and gets the least: endpoints and deliveries, and a look at HEAD (which IAM can't tell from a commit).
    data.table.allow(this.dispatcher, ['PLAYER#*'], ['GetItem', 'Query', 'PutItem']);
    data.table.allow(this.dispatcher, ['MATCH#*'], ['BatchGetItem']);
    data.deliveries.grantSendMessages(this.dispatcher);
    this.dispatcher.addEventSource(
      new SqsEventSource(data.deliveries, {
        batchSize: 10,
        maxConcurrency: dispatchers,
        reportBatchItemFailures: true,
      }),
    );
  }
}
