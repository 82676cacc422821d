import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import { AttributeType, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { type IGrantable, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { table as schema } from '../../functions/shared/store/table.ts';
import { RunbookAlarm } from './alarm.ts';

const string = (name: string) => ({ name, type: AttributeType.STRING });

/** What a function may do with items. There is no scan, no transaction and nothing that changes the table itself. */
export type ItemAction = 'GetItem' | 'BatchGetItem' | 'Query' | 'PutItem' | 'UpdateItem' | 'DeleteItem';

/** The one table (design §3) with its indexes, expiry and stream. It survives its stack, and can be restored to any second of 35 days. */
export class TheTable extends TableV2 {
  constructor(scope: Construct, id: string, alarmTopic: ITopic) {
    super(scope, id, {
      partitionKey: string(schema.partitionKey),
      sortKey: string(schema.sortKey),
      globalSecondaryIndexes: Object.values(schema.indexes).map((index) => ({
        indexName: index.name,
        partitionKey: string(index.partitionKey),
        sortKey: string(index.sortKey),
        projectionType: ProjectionType.KEYS_ONLY,
      })),
      timeToLiveAttribute: schema.ttl,
      dynamoStream: StreamViewType.NEW_IMAGE,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    new RunbookAlarm(this, `${id}-throttles`, {
      meaning: 'DynamoDB refuses reads or writes: requests are slow, some answer 503.',
      metric: new MathExpression({
        expression: 'FILL(reads, 0) + FILL(writes, 0)',
        usingMetrics: {
          reads: this.metric('ReadThrottleEvents', { statistic: 'sum' }),
          writes: this.metric('WriteThrottleEvents', { statistic: 'sum' }),
        },
        period: Duration.minutes(5),
      }),
      threshold: 10,
      topic: alarmTopic,
    });
  }

  /** Allows these actions on the items of some partitions, given by patterns of their keys (`PLAYER#*`). */
  allow(grantee: IGrantable, partitions: readonly string[], actions: readonly ItemAction[]): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: actions.map((action) => `dynamodb:${action}`),
        resources: [this.tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': partitions } },
      }),
    );
  }

  /** Allows queries of one index. */
  allowIndex(grantee: IGrantable, index: keyof typeof schema.indexes): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new PolicyStatement({
        actions: ['dynamodb:Query'],
        resources: [`${this.tableArn}/index/${schema.indexes[index].name}`],
      }),
    );
  }
}
