import { Match } from 'aws-cdk-lib/assertions';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, test } from 'vitest';
import { table as schema } from '../../functions/shared/store/table.ts';
import { resources, synthesise } from './synth.ts';

// Synthesis throws on a finding of cdk-nag that nobody acknowledged, so that every test here fails with one.
const templates = synthesise();
const { data, api, notices, sweeper } = templates;

describe('the table', () => {
  test('bears the keys, indexes, expiry and stream that the store relies on', () => {
    data.hasResourceProperties('AWS::DynamoDB::GlobalTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: schema.partitionKey, KeyType: 'HASH' },
        { AttributeName: schema.sortKey, KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: Object.values(schema.indexes).map((index) => ({
        IndexName: index.name,
        KeySchema: [
          { AttributeName: index.partitionKey, KeyType: 'HASH' },
          { AttributeName: index.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      })),
      TimeToLiveSpecification: { AttributeName: schema.ttl, Enabled: true },
      StreamSpecification: { StreamViewType: 'NEW_IMAGE' },
    });
  });

  test('can be restored to a point in time, and neither a deployment nor a slip deletes it', () => {
    data.hasResource('AWS::DynamoDB::GlobalTable', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        Replicas: [
          Match.objectLike({
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
          }),
        ],
      },
    });
  });

  test('the server key survives its stack too', () => {
    data.hasResource('AWS::SecretsManager::Secret', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
    });
  });
});

describe('the functions', () => {
  const functions = resources<{ Description: string; LoggingConfig: unknown }>(
    Object.values(templates),
    'AWS::Lambda::Function',
  );

  test('are the four of the design, and no helper of CDK beside them', () => {
    expect(functions).toHaveLength(4);
  });

  test.each(functions)(
    '$id runs on arm64 and the newest Node.js that CDK knows, and logs to a group of its own',
    (it) => {
      expect(it.Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: Runtime.NODEJS_LATEST.name,
        Handler: 'index.handler',
        LoggingConfig: { LogGroup: { Ref: expect.any(String) } },
      });
    },
  );

  test('log groups are kept for a month', () => {
    const groups = resources<{ RetentionInDays: number }>(Object.values(templates), 'AWS::Logs::LogGroup');
    expect(groups).toHaveLength(5);
    for (const group of groups) expect(group.Properties.RetentionInDays).toBe(30);
  });

  test('the API answers before the gateway gives up after 30 seconds', () => {
    api.hasResourceProperties('AWS::Lambda::Function', { Timeout: 28 });
  });

  test('the dispatcher has reserved copies, and the queue asks for no more of them', () => {
    notices.hasResourceProperties('AWS::Lambda::Function', { Timeout: 60, ReservedConcurrentExecutions: 10 });
    notices.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      ScalingConfig: { MaximumConcurrency: 10 },
    });
  });
});

describe('the HTTP API', () => {
  test('gives every request to the function, in the payload format 2.0', () => {
    api.resourceCountIs('AWS::ApiGatewayV2::Route', 1);
    api.hasResourceProperties('AWS::ApiGatewayV2::Route', { RouteKey: '$default' });
    api.hasResourceProperties('AWS::ApiGatewayV2::Integration', { PayloadFormatVersion: '2.0' });
  });

  test('has one stage, unnamed in URLs, that throttles and logs each request as JSON', () => {
    api.hasResourceProperties('AWS::ApiGatewayV2::Stage', {
      StageName: '$default',
      AutoDeploy: true,
      DefaultRouteSettings: { ThrottlingRateLimit: Match.anyValue(), ThrottlingBurstLimit: Match.anyValue() },
      AccessLogSettings: {
        Format: Match.serializedJson(
          Match.objectLike({ requestId: '$context.requestId', status: '$context.status' }),
        ),
      },
    });
  });

  test('never logs a token', () => {
    expect(JSON.stringify(api.findResources('AWS::ApiGatewayV2::Stage'))).not.toMatch(/authoriz|authoris/i);
  });

  test('tells every function where it is', () => {
    for (const template of [api, notices, sweeper]) {
      const environments = resources<{ Environment: { Variables: object } }>(
        [template],
        'AWS::Lambda::Function',
      );
      for (const { Properties } of environments) {
        expect(Object.keys(Properties.Environment.Variables)).toEqual(
          expect.arrayContaining(['TABLE_NAME', 'DELIVERY_QUEUE_URL', 'PUBLIC_URL']),
        );
      }
    }
  });
});

describe('the stream', () => {
  test('a poisoned record is isolated, given up after ten tries or six hours, and kept', () => {
    notices.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 25,
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 6 * 60 * 60,
      DestinationConfig: { OnFailure: { Destination: Match.anyValue() } },
    });
  });
});

describe('deliveries', () => {
  test('a message stays hidden six times as long as the dispatcher may run (S30)', () => {
    data.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 6 * 60,
      RedrivePolicy: Match.anyValue(),
    });
  });

  test('one bad delivery in a batch runs again alone (S30)', () => {
    notices.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: Match.anyValue(),
    });
  });
});

describe('the sweeper', () => {
  test('starts every minute; a start that fails is tried again within the minute, then kept', () => {
    sweeper.hasResourceProperties('AWS::Scheduler::Schedule', {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 2 },
        DeadLetterConfig: Match.anyValue(),
      },
    });
  });

  test('a failed sweep is not repeated: the next minute finds what it left', () => {
    sweeper.hasResourceProperties('AWS::Lambda::EventInvokeConfig', { MaximumRetryAttempts: 0 });
  });
});
