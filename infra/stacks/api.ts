import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { RunbookAlarm } from '../constructs/alarm.ts';
import { NodeFunction } from '../constructs/node-function.ts';
import type { DataStack } from './data.ts';

/** What the API stands on. */
export interface ApiStackProps {
  readonly data: DataStack;
  /** The folder with the bundled handler. */
  readonly asset: string;
}

/** One line of JSON a request. Paths hold ids only; tokens travel in a header, which is not logged. */
const accessLog = {
  requestId: '$context.requestId',
  requestTime: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  userAgent: '$context.identity.userAgent',
  method: '$context.httpMethod',
  path: '$context.path',
  status: '$context.status',
  responseLength: '$context.responseLength',
  responseLatencyMs: '$context.responseLatency',
  integrationLatencyMs: '$context.integrationLatency',
  integrationError: '$context.integrationErrorMessage',
};

/** The HTTP API: every request goes to one function, which does its own routing, and refuses what it does not know. */
export class ApiStack extends Stack {
  readonly url: string;
  readonly httpApi: HttpApi;
  readonly handler: NodeFunction;

  constructor(scope: Construct, id: string, { data, asset }: ApiStackProps) {
    super(scope, id);

    this.httpApi = new HttpApi(this, 'http-api', { apiName: id, createDefaultStage: false });
    this.url = this.httpApi.apiEndpoint;
    new CfnOutput(this, 'PublicUrl', { value: this.url });

    const accessLogGroup = new LogGroup(this, 'access-logs', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this, 'stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: 100, burstLimit: 200 },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLogGroup),
        format: AccessLogFormat.custom(JSON.stringify(accessLog)),
      },
    });

    this.handler = new NodeFunction(this, 'api', {
      description: 'Answers the HTTP API',
      asset,
      // The gateway gives up after 30 s at most; the function must have answered by then.
      timeout: Duration.seconds(28),
      memorySize: 1024,
      environment: { ...data.functionEnvironment(this.url), SERVER_KEY_SECRET_ARN: data.serverKey.secretArn },
      alarmTopic: data.alarmTopic,
    });
    data.serverKey.grantRead(this.handler);
    data.allowMatches(this.handler);
    data.table.allow(
      this.handler,
      ['TOKEN#*', 'PLAYER#*'],
      ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
    );
    data.table.allowIndex(this.handler, 'lobby');

    const route = new HttpRoute(this, 'route', {
      httpApi: this.httpApi,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('integration', this.handler),
    });
    Validations.of(route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The function checks bearer tokens and scopes itself: some routes are public, and refusals are problem+json.',
    });

    new RunbookAlarm(this, 'api-server-errors', {
      meaning: 'Requests are answered with 5xx.',
      metric: this.httpApi.metricServerError({ period: Duration.minutes(5), statistic: 'sum' }),
      threshold: 5,
      topic: data.alarmTopic,
    });
    new RunbookAlarm(this, 'api-latency', {
      meaning: 'One request in a hundred takes longer than three seconds.',
      metric: this.httpApi.metricLatency({ period: Duration.minutes(5), statistic: 'p99' }),
      threshold: 3000,
      periods: 3,
      topic: data.alarmTopic,
    });
  }
}
