import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../lib/config.ts';
import { dev, prod } from '../synthesized-deployments.ts';
import { resourcesOf, short, theResource } from '../template-queries.ts';

const TABLES = ['Audit', 'Chats', 'Connections', 'Invites', 'Search', 'Subscriptions', 'Usage', 'Waitlist'];
const clouds = { dev, prod };
const functionsOf = ({ data, app }: typeof dev) =>
  [...resourcesOf(data, 'AWS::Lambda::Function'), ...resourcesOf(app, 'AWS::Lambda::Function')].filter(
    ({ id }) => !id.startsWith('CustomCDK'),
  );

export function operationSpecs(): void {
  describe('data (docs/safety.md 37)', () => {
    it.each(TABLES)('%s has the product’s key, expires its items and is billed by use', (name) => {
      expect(theResource(dev.data, 'AWS::DynamoDB::GlobalTable', name).properties).toMatchObject({
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        BillingMode: 'PAY_PER_REQUEST',
      });
    });

    it('has no tables but these', () => {
      expect(resourcesOf(dev.data, 'AWS::DynamoDB::GlobalTable')).toHaveLength(TABLES.length);
      expect(resourcesOf(dev.app, 'AWS::DynamoDB::GlobalTable')).toEqual([]);
    });

    it.each(Object.entries(clouds))(
      '%s: protects data from deletion, in prod alone',
      (stage, { data, app }) => {
        const kept = stage === 'prod';
        const policy = kept ? 'Retain' : 'Delete';
        for (const { properties, body } of resourcesOf(data, 'AWS::DynamoDB::GlobalTable')) {
          const [replica] = properties.Replicas as Record<string, unknown>[];
          expect(replica?.DeletionProtectionEnabled).toBe(kept);
          expect(replica?.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: kept });
          expect(body.DeletionPolicy).toBe(policy);
        }
        const pool = theResource(data, 'AWS::Cognito::UserPool');
        expect(pool.properties.DeletionProtection).toBe(kept ? 'ACTIVE' : 'INACTIVE');
        expect(pool.body.DeletionPolicy).toBe(policy);
        const bucket = theResource(app, 'AWS::S3::Bucket');
        expect(bucket.body.DeletionPolicy).toBe(policy);
        expect(bucket.properties.VersioningConfiguration).toEqual(kept ? { Status: 'Enabled' } : undefined);
      },
    );
  });

  describe('functions', () => {
    it.each(Object.entries(clouds))(
      '%s: run on Node 24 and arm64, traced, with logs that end',
      (_, cloud) => {
        for (const { properties } of functionsOf(cloud)) {
          expect(properties).toMatchObject({
            Runtime: 'nodejs24.x',
            Architectures: ['arm64'],
            TracingConfig: { Mode: 'Active' },
            Handler: 'index.handler',
            LoggingConfig: { LogGroup: expect.anything() },
          });
        }
        for (const template of [cloud.data, cloud.app])
          for (const { properties } of resourcesOf(template, 'AWS::Logs::LogGroup'))
            expect(properties.RetentionInDays).toBe(30);
      },
    );

    it.each(Object.entries(clouds))(
      '%s: have no secret in their environment (docs/safety.md 35)',
      (_, cloud) => {
        for (const { properties } of functionsOf(cloud)) {
          const environment = JSON.stringify(properties.Environment ?? {});
          expect(environment).not.toMatch(/resolve:|SecretString|"[A-Z_]*(?:SECRET|PASSWORD|KEY)"/);
          // Lambda takes 4 KB of variables.
          expect(environment.length).toBeLessThan(4_096);
        }
      },
    );

    it('know nothing of a local mode', () => {
      for (const { properties } of functionsOf(dev))
        expect(JSON.stringify(properties.Environment ?? {})).not.toMatch(/localhost|LOCAL|AWS_ENDPOINT/);
    });

    it('give the reply worker ten minutes, two more tries and a queue for what fails', () => {
      expect(theResource(dev.app, 'AWS::Lambda::Function', 'RepliesReplyE').properties).toMatchObject({
        Timeout: 600,
        MemorySize: 1024,
      });
      const config = theResource(dev.app, 'AWS::Lambda::EventInvokeConfig', 'RepliesReply').properties;
      expect(config).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 });
      const { OnFailure } = config.DestinationConfig as { OnFailure: { Destination: unknown } };
      expect(short(OnFailure.Destination)).toBe('RepliesFailures');
    });

    it('give up a reply message by message, and keep what cannot be given up', () => {
      const mapping = theResource(
        dev.app,
        'AWS::Lambda::EventSourceMapping',
        'RepliesReplyFailed',
      ).properties;
      expect(mapping.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
      expect(short(mapping.FunctionName)).toBe('RepliesReplyFailed');
      const failures = theResource(dev.app, 'AWS::SQS::Queue', 'RepliesFailures').properties;
      const { deadLetterTargetArn, maxReceiveCount } = failures.RedrivePolicy as Record<string, unknown>;
      expect([short(deadLetterTargetArn), maxReceiveCount]).toEqual(['RepliesLost', 3]);
      for (const { properties } of resourcesOf(dev.app, 'AWS::SQS::Queue'))
        expect(properties.SqsManagedSseEnabled).toBe(true);
    });

    it('index what changes, in order, and name what cannot be indexed', () => {
      const mapping = theResource(dev.app, 'AWS::Lambda::EventSourceMapping', 'SearchChanges').properties;
      expect([short(mapping.FunctionName), short(mapping.EventSourceArn)]).toEqual(['SearchIndex', 'Chats']);
      expect(mapping).toMatchObject({
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        BisectBatchOnFunctionError: true,
        MaximumBatchingWindowInSeconds: 1,
      });
      const { OnFailure } = mapping.DestinationConfig as { OnFailure: { Destination: unknown } };
      expect(short(OnFailure.Destination)).toBe('SearchChangesLost');
    });

    it('stay within the 29 seconds that API Gateway waits', () => {
      for (const { id, properties } of functionsOf(dev).filter(({ id }) => id.startsWith('Functions')))
        expect([id, Number(properties.Timeout) <= 29]).toEqual([id, true]);
    });
  });

  describe('what an operator watches', () => {
    it('has an alarm for each, sent to one topic that CloudWatch may use', () => {
      const alarms = resourcesOf(dev.app, 'AWS::CloudWatch::Alarm');
      const names = alarms.map(({ id }) => id.replace(/^Alarms|\d?[0-9A-F]{8}$/g, ''));
      expect([...new Set(names)].sort()).toEqual([
        'DailyCost',
        'Errors',
        'FailedReplies',
        'Lost',
        'ModelFailed',
        'ModelThrottled',
        'ServerErrors',
        'SlowReplies',
        'Throttles',
      ]);
      const watched = alarms
        .filter(({ id }) => id.startsWith('AlarmsErrors'))
        .flatMap(({ properties }) => properties.Metrics as { MetricStat?: unknown }[])
        .filter(({ MetricStat }) => MetricStat !== undefined);
      expect(watched).toHaveLength(functionsOf(dev).length);
      for (const { properties } of alarms)
        expect((properties.AlarmActions as unknown[]).map(short)).toEqual(['AlarmsTopic']);
      const policy = JSON.stringify(theResource(dev.app, 'AWS::SNS::TopicPolicy').properties);
      expect(policy).toContain('cloudwatch.amazonaws.com');
    });

    it('reads the metrics that the functions publish', () => {
      const { productName } = parseConfig({});
      const dashboard = JSON.stringify(theResource(dev.app, 'AWS::CloudWatch::Dashboard').properties);
      for (const metric of ['ReplyFirstTokenMs', 'ReplyMs', 'ModelThrottled', 'ModelFailed', 'ReplyCostUsd'])
        expect(dashboard).toContain(`\\"${productName}\\",\\"${metric}\\"`);
    });

    it('sends mail where an address is configured', () => {
      expect(resourcesOf(dev.app, 'AWS::SNS::Subscription')).toEqual([]);
      expect(theResource(prod.app, 'AWS::SNS::Subscription').properties).toMatchObject({
        Protocol: 'email',
        Endpoint: 'operator@example.com',
      });
    });
  });
}
