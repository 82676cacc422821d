import { Duration, Stack } from 'aws-cdk-lib';
import { AlarmStatusWidget, Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { RunbookAlarm } from '../constructs/alarm.ts';
import type { ApiStack } from './api.ts';
import type { DataStack } from './data.ts';
import type { NoticesStack } from './notices.ts';
import type { SweeperStack } from './sweeper.ts';

/** The stacks that are looked at. */
export interface ObservabilityStackProps {
  readonly data: DataStack;
  readonly api: ApiStack;
  readonly notices: NoticesStack;
  readonly sweeper: SweeperStack;
}

/** One page for the person on call: every alarm's state, then the way of a turn from the request to the webhook. */
export class ObservabilityStack extends Stack {
  constructor(scope: Construct, id: string, { data, api, notices, sweeper }: ObservabilityStackProps) {
    super(scope, id);

    const alarms = [data, api, notices, sweeper]
      .flatMap((stack) => stack.node.findAll())
      .filter((construct) => construct instanceof RunbookAlarm);

    new Dashboard(this, 'dashboard', {
      dashboardName: id,
      defaultInterval: Duration.days(1),
      widgets: [
        [new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 4 })],
        [
          graph(
            'Requests',
            api.httpApi.metricCount(),
            api.httpApi.metricClientError(),
            api.httpApi.metricServerError(),
          ),
          graph(
            'Latency',
            api.httpApi.metricLatency({ statistic: 'p50' }),
            api.httpApi.metricLatency({ statistic: 'p99' }),
          ),
        ],
        [
          graph('Consumer: age of the log (ms)', notices.stream.metric('IteratorAge', { statistic: 'max' })),
          graph(
            'Deliveries waiting',
            data.deliveries.metricApproximateNumberOfMessagesVisible(),
            data.deliveries.metricApproximateNumberOfMessagesNotVisible(),
          ),
        ],
        [
          graph(
            'Invocations',
            ...[api.handler, notices.stream, notices.dispatcher, sweeper.sweeper].map((f) =>
              f.metricInvocations(),
            ),
          ),
          graph(
            'Duration',
            ...[api.handler, notices.stream, notices.dispatcher, sweeper.sweeper].map((f) =>
              f.metricDuration({ statistic: 'p99' }),
            ),
          ),
        ],
      ],
    });
  }
}

function graph(title: string, ...left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 12 });
}
