import { describe, expect, it } from 'vitest';
import { dev, prod } from '../synthesized-deployments.ts';
import { functionsOf, plainId, resourcesOf, short, theResource } from '../template-queries.ts';

const clouds = { dev, prod };

export function functionSpecs(): void {
  describe('functions', () => {
    it.each(Object.entries(clouds))(
      '%s: run on Node 24 and arm64, traced, with logs that expire',
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
          // Lambda allows 4 KB of variables in all.
          expect(environment.length).toBeLessThan(4_096);
        }
      },
    );

    it('have no variable of the local stack in their environment', () => {
      for (const { properties } of functionsOf(dev))
        expect(JSON.stringify(properties.Environment ?? {})).not.toMatch(/localhost|LOCAL|AWS_ENDPOINT/);
    });

    it('include a reply worker with ten minutes, two retries and a queue for failed replies', () => {
      expect(theResource(dev.app, 'AWS::Lambda::Function', 'RepliesReplyE').properties).toMatchObject({
        Timeout: 600,
        MemorySize: 512,
      });
      const config = theResource(dev.app, 'AWS::Lambda::EventInvokeConfig', 'RepliesReply').properties;
      expect(config).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 3600 });
      const { OnFailure } = config.DestinationConfig as { OnFailure: { Destination: unknown } };
      expect(short(OnFailure.Destination)).toBe('RepliesFailures');
    });

    it('reserve concurrency for replies only where it is configured', () => {
      const reserved = (cloud: typeof dev) =>
        functionsOf(cloud).flatMap(({ id, properties: { ReservedConcurrentExecutions: places } }) =>
          places === undefined ? [] : [[plainId(id), places]],
        );
      expect(reserved(dev)).toEqual([]);
      expect(reserved(prod)).toEqual([['RepliesReply', 400]]);
    });

    it('end failed replies one queue message at a time, and keep a message that fails three times in RepliesLost', () => {
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

    it('index changed chats from the stream, split a batch that fails, and queue lost changes', () => {
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

    it('end triggers, with three attempts at each of two calls, within the 5 seconds that Cognito waits', () => {
      const pool = theResource(dev.data, 'AWS::Cognito::UserPool').properties;
      const triggers = Object.values(pool.LambdaConfig as Record<string, unknown>).map(short);
      expect(triggers).toHaveLength(4);
      for (const { id, properties } of functionsOf(dev).filter(({ id }) => triggers.includes(plainId(id)))) {
        const { Variables } = properties.Environment as { Variables: Readonly<Record<string, string>> };
        expect([id, properties.Timeout]).toEqual([id, 5]);
        expect([id, 2 * 3 * Number(Variables.ATTEMPT_MAX_MS) < 4_500]).toEqual([id, true]);
      }
    });

    it('stay within the 29 seconds that API Gateway waits', () => {
      for (const { id, properties } of functionsOf(dev).filter(({ id }) => id.startsWith('Functions')))
        expect([id, Number(properties.Timeout) <= 29]).toEqual([id, true]);
    });
  });
}
