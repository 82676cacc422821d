import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Topic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import type { NodeFunction } from '../constructs/node-function.ts';
import { WorkQueue } from '../constructs/queues.ts';
import { TheTable } from '../constructs/the-table.ts';

/** What must outlive every deployment: the table, the queue of deliveries, the server key, and the topic that people on call subscribe to. */
export class DataStack extends Stack {
  /** How long the dispatcher may take for one batch of deliveries. */
  static readonly dispatchTimeout = Duration.seconds(60);

  readonly table: TheTable;
  readonly deliveries: WorkQueue;
  readonly serverKey: Secret;
  readonly alarmTopic: Topic;

  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);

    this.alarmTopic = new Topic(this, 'alarms', { enforceSSL: true });
    // A topic with a policy of its own no longer lets CloudWatch in by default.
    this.alarmTopic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    new CfnOutput(this, 'AlarmTopicArn', {
      value: this.alarmTopic.topicArn,
      description: 'People on call subscribe here',
    });

    this.table = new TheTable(this, 'table', this.alarmTopic);

    this.deliveries = new WorkQueue(this, 'deliveries', {
      consumerTimeout: DataStack.dispatchTimeout,
      maxReceiveCount: 5,
      maxAge: Duration.minutes(30),
      alarmTopic: this.alarmTopic,
    });

    this.serverKey = new Secret(this, 'server-key', {
      description: 'Derives ids from idempotency keys and signs cursors',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(this.serverKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'A rotated key would derive another id for a repeated Idempotency-Key and void every cursor.',
    });
  }

  /** What every function reads from its environment (`functions/shared/config.ts`). */
  functionEnvironment(publicUrl: string): Record<string, string> {
    return {
      TABLE_NAME: this.table.tableName,
      DELIVERY_QUEUE_URL: this.deliveries.queueUrl,
      PUBLIC_URL: publicUrl,
    };
  }

  /** Lets a function run matches: append to logs (never take anything away), keep players' lists and inboxes, and queue deliveries. */
  allowMatches(runner: NodeFunction): void {
    this.table.allow(runner, ['MATCH#*'], ['GetItem', 'BatchGetItem', 'Query', 'PutItem']);
    this.table.allow(runner, ['PLAYER#*'], ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'DeleteItem']);
    this.deliveries.grantSendMessages(runner);
  }
}
