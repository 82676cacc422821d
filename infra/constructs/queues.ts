import { Duration, Validations } from 'aws-cdk-lib';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { RunbookAlarm } from './alarm.ts';

const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true } satisfies QueueProps;

/** Where work ends that failed for good, so that it neither holds up other work nor disappears. */
export interface DeadLetterQueueProps {
  /** One sentence: what it means that something landed here. */
  readonly meaning: string;
  readonly alarmTopic: ITopic;
}

/** Keeps what it gets for 14 days, and one message is an alarm. Its id, `<whose>-dead-letters`, is the alarm's id too. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, { meaning, alarmTopic }: DeadLetterQueueProps) {
    super(scope, id, { ...safe, retentionPeriod: Duration.days(14) });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is a dead-letter queue, of a queue or of an event source, which cdk-nag does not see.',
    });
    new RunbookAlarm(this, id, {
      meaning,
      metric: this.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: 'max',
      }),
      threshold: 1,
      topic: alarmTopic,
    });
  }
}

/** A queue that a function consumes. */
export interface WorkQueueProps {
  /** The consuming function's timeout. A message stays hidden six times as long, so that no slow run overlaps with a second one. */
  readonly consumerTimeout: Duration;
  /** Receptions before a message counts as poison and goes to the dead letters. */
  readonly maxReceiveCount: number;
  /** The age of the oldest message from which the consumer counts as stuck. */
  readonly maxAge: Duration;
  readonly alarmTopic: ITopic;
}

/** A queue with its dead letters (`<id>-dead-letters`) and an alarm on messages that wait too long (`<id>-age`). */
export class WorkQueue extends Queue {
  readonly deadLetters: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: WorkQueueProps) {
    const { alarmTopic, maxReceiveCount } = props;
    const deadLetters = new DeadLetterQueue(scope, `${id}-dead-letters`, {
      meaning: `A message of ${id} failed ${maxReceiveCount} times and was set aside.`,
      alarmTopic,
    });
    super(scope, id, {
      ...safe,
      visibilityTimeout: Duration.seconds(6 * props.consumerTimeout.toSeconds()),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount },
    });
    this.deadLetters = deadLetters;
    new RunbookAlarm(this, `${id}-age`, {
      meaning: `The oldest message of ${id} has waited for ${props.maxAge.toMinutes()} minutes.`,
      metric: this.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(1), statistic: 'max' }),
      threshold: props.maxAge.toSeconds(),
      periods: 5,
      topic: alarmTopic,
    });
  }
}
