import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';

/** When to wake somebody, and why. */
export interface RunbookAlarmProps {
  /** One sentence: what is wrong for the players. */
  readonly meaning: string;
  readonly metric: IMetric;
  /** The alarm goes off when the metric reaches this value (or, with `whenBelow`, drops under it). */
  readonly threshold: number;
  /** @default 1 */
  readonly periods?: number;
  /** Watches for silence: too little, or no data at all, is the trouble. @default false */
  readonly whenBelow?: boolean;
  readonly topic: ITopic;
}

/** An alarm that tells the people on call and links to its paragraph of `docs/runbook.md`, whose heading is the alarm's id. */
export class RunbookAlarm extends Alarm {
  constructor(scope: Construct, id: string, props: RunbookAlarmProps) {
    super(scope, id, {
      alarmName: `${Stack.of(scope).stackName}-${id}`,
      alarmDescription: `${props.meaning} Runbook: docs/runbook.md#${id}`,
      metric: props.metric,
      threshold: props.threshold,
      evaluationPeriods: props.periods ?? 1,
      comparisonOperator: props.whenBelow
        ? ComparisonOperator.LESS_THAN_THRESHOLD
        : ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: props.whenBelow ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    });
    this.addAlarmAction(new SnsAction(props.topic));
  }
}
