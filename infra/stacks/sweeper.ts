import { Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import type { Construct } from 'constructs';
import { RunbookAlarm } from '../constructs/alarm.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import { DeadLetterQueue } from '../constructs/queues.ts';
import type { DataStack } from './data.ts';

/** What the sweeper works on. */
export interface SweeperStackProps {
  readonly data: DataStack;
  /** The folder with the bundled handler. */
  readonly asset: string;
  /** The base of the URLs in notices. */
  readonly publicUrl: string;
}

/** Every minute the sweeper looks for what is due: deadlines, reminders, retries of deliveries, matches to mend. */
export class SweeperStack extends Stack {
  readonly sweeper: NodeFunction;

  constructor(scope: Construct, id: string, { data, asset, publicUrl }: SweeperStackProps) {
    super(scope, id);

    this.sweeper = new NodeFunction(this, 'sweeper', {
      description: 'Appends time-outs, sends reminders, queues due retries',
      asset,
      timeout: Duration.seconds(60),
      environment: data.functionEnvironment(publicUrl),
      alarmTopic: data.alarmTopic,
    });
    data.allowMatches(this.sweeper);
    data.table.allowIndex(this.sweeper, 'due');
    // The next minute's sweep finds whatever a failed one left, so that a retry would only do the same work twice.
    this.sweeper.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new RunbookAlarm(this, 'sweeper-silence', {
      meaning:
        'No sweep for five minutes: nobody times out, nobody is reminded, failed deliveries are not retried.',
      metric: this.sweeper.metricInvocations({ period: Duration.minutes(5) }),
      threshold: 1,
      whenBelow: true,
      topic: data.alarmTopic,
    });

    const deadLetters = new DeadLetterQueue(this, 'sweeper-dead-letters', {
      meaning: 'The scheduler could not start a sweep.',
      alarmTopic: data.alarmTopic,
    });
    // The target's own role would be allowed to invoke every version of the function, by a wildcard.
    const role = new Role(this, 'schedule-role', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    role.addToPolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [this.sweeper.functionArn] }),
    );
    role.addToPolicy(
      new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [deadLetters.queueArn] }),
    );
    new Schedule(this, 'schedule', {
      description: 'Starts the sweeper',
      schedule: ScheduleExpression.rate(Duration.minutes(1)),
      target: new LambdaInvoke(this.sweeper, {
        role: role.withoutPolicyUpdates(),
        retryAttempts: 2,
        maxEventAge: Duration.minutes(1),
        deadLetterQueue: deadLetters,
      }),
    });
  }
}
