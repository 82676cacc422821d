import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Architecture, Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { RunbookAlarm } from './alarm.ts';

/** What differs from function to function. */
export interface NodeFunctionProps {
  readonly description: string;
  /** The folder with the bundle, `index.mjs`, that exports `handler`. */
  readonly asset: string;
  readonly timeout: Duration;
  /** @default 512 MB */
  readonly memorySize?: number;
  /** Copies that may run at once. @default as many as the account allows */
  readonly reservedConcurrency?: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly alarmTopic: ITopic;
}

/** A bundled handler on arm64 and Node.js, with logs kept for a month, an alarm (`<id>-errors`) and a role of its own that may write those logs and nothing else yet. */
export class NodeFunction extends LambdaFunction {
  constructor(scope: Construct, id: string, props: NodeFunctionProps) {
    const logGroup = new LogGroup(scope, `${id}-logs`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(scope, `${id}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    logGroup.grantWrite(role);
    super(scope, id, {
      description: props.description,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(props.asset),
      timeout: props.timeout,
      memorySize: props.memorySize ?? 512,
      reservedConcurrentExecutions: props.reservedConcurrency,
      environment: props.environment,
      logGroup,
      role,
    });
    new RunbookAlarm(this, `${id}-errors`, {
      meaning: `The function ${id} crashed or timed out.`,
      metric: this.metricErrors({ period: Duration.minutes(5) }),
      threshold: 1,
      topic: props.alarmTopic,
    });
  }
}
