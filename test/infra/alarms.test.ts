import { readFileSync } from 'node:fs';
import { Match } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import { resources, synthesise } from './synth.ts';

interface Alarm {
  readonly AlarmDescription: string;
  readonly AlarmActions: readonly unknown[];
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
  readonly MetricName?: string;
}

interface Queue {
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: unknown };
  readonly MessageRetentionPeriod?: number;
  readonly SqsManagedSseEnabled: boolean;
}

const templates = synthesise();
const alarms = resources<Alarm>(Object.values(templates), 'AWS::CloudWatch::Alarm');
const queues = resources<Queue>(Object.values(templates), 'AWS::SQS::Queue');
const isAbout = (name: string, id: string) => (alarm: { Properties: Alarm }) =>
  JSON.stringify(alarm.Properties.Dimensions ?? []).includes(`"${id}"`) &&
  alarm.Properties.MetricName === name;

test.each(queues)(
  '$id is a dead-letter queue or has one, is encrypted, and has an alarm',
  ({ id, Properties }) => {
    expect(Properties.SqsManagedSseEnabled).toBe(true);
    if (Properties.RedrivePolicy === undefined) {
      expect(Properties.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
      expect(alarms.filter(isAbout('ApproximateNumberOfMessagesVisible', id))).toHaveLength(1);
    } else {
      expect(alarms.filter(isAbout('ApproximateAgeOfOldestMessage', id))).toHaveLength(1);
    }
  },
);

test('every function has an alarm on its errors', () => {
  const functions = resources<object>(Object.values(templates), 'AWS::Lambda::Function');
  for (const { id } of functions) expect.soft(alarms.filter(isAbout('Errors', id)), id).toHaveLength(1);
});

test('every alarm has its paragraph in the runbook, and every paragraph its alarm', () => {
  const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
  const paragraphs = [...runbook.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);
  const links = alarms.map(
    ({ Properties }) => /docs\/runbook\.md#(\S+)$/.exec(Properties.AlarmDescription)?.[1],
  );
  expect(links.toSorted()).toEqual(paragraphs.toSorted());
});

test('every alarm tells the topic, and CloudWatch may write to it', () => {
  for (const { id, Properties } of alarms) expect.soft(Properties.AlarmActions, id).toHaveLength(1);
  templates.data.hasResourceProperties('AWS::SNS::TopicPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Effect: 'Allow',
          Action: 'sns:Publish',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
        }),
      ]),
    },
  });
});

test('silence of the sweeper is an alarm: no data counts as trouble', () => {
  templates.sweeper.hasResourceProperties('AWS::CloudWatch::Alarm', {
    MetricName: 'Invocations',
    ComparisonOperator: 'LessThanThreshold',
    TreatMissingData: 'breaching',
  });
});
