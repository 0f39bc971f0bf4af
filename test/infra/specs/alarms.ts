import { describe, expect, it } from 'vitest';
import { dashboardMetrics } from '../../../lib/template-rules/alarm-and-dashboard-rules.ts';
import { at } from '../../../lib/template-rules/template-values.ts';
import { dev, prod } from '../synthesized-deployments.ts';
import { plainId, resourcesOf, short, theResource } from '../template-queries.ts';

export function alarmSpecs(): void {
  describe('monitoring', () => {
    it('has each alarm, sent to one topic that CloudWatch may use', () => {
      const alarms = resourcesOf(dev.app, 'AWS::CloudWatch::Alarm');
      const names = alarms.map(({ id }) => id.replace(/^Alarms|\d?[0-9A-F]{8}$/g, ''));
      expect([...new Set(names)].sort()).toEqual([
        'DailyCost',
        'Errors',
        'FailedReplies',
        'Lost',
        'ModelFailed',
        'ModelRefused',
        'ModelThrottled',
        'ServerErrors',
        'SlowReplies',
        'Throttles',
      ]);
      for (const { properties } of alarms)
        expect((properties.AlarmActions as unknown[]).map(short)).toEqual(['AlarmsTopic']);
      const policy = JSON.stringify(theResource(dev.app, 'AWS::SNS::TopicPolicy').properties);
      expect(policy).toContain('cloudwatch.amazonaws.com');
    });

    it.each(['Errors', 'Throttles'])(
      'counts the %s of all functions of the account as one metric',
      (name) => {
        const { properties } = theResource(dev.app, 'AWS::CloudWatch::Alarm', `Alarms${name}`);
        expect(properties).toMatchObject({ Namespace: 'AWS/Lambda', MetricName: name, Statistic: 'Sum' });
        expect(properties).not.toHaveProperty('Dimensions');
      },
    );

    it.each(Object.entries({ dev, prod }))(
      'reads the metrics that the worker of %s publishes, and no other stage',
      (stage, { app }) => {
        const worker = theResource(app, 'AWS::Lambda::Function', 'RepliesReplyE').properties;
        const namespace = at(worker, 'Environment', 'Variables', 'METRIC_NAMESPACE');
        expect(namespace).toBe(`Parley/${stage}`);
        const dashboard = dashboardMetrics(theResource(app, 'AWS::CloudWatch::Dashboard'));
        const models = ['ModelThrottled', 'ModelFailed', 'ModelRefused'];
        for (const name of ['ReplyFirstTokenMs', 'ReplyMs', 'ReplyCostUsd', ...models])
          expect(dashboard).toContainEqual([namespace, name]);
      },
    );

    it.each(Object.entries({ dev, prod }))('counts every dead-letter queue of %s', (_, { app }) => {
      const counter = theResource(app, 'AWS::Lambda::Function', 'LostWorkCount').properties;
      const counted: unknown = JSON.parse(short(at(counter, 'Environment', 'Variables', 'LOST_QUEUES')));
      const queues = resourcesOf(app, 'AWS::SQS::Queue').map(({ id }) => plainId(id));
      expect(counted).toEqual(expect.arrayContaining(queues.filter((id) => id !== 'RepliesFailures')));
      const alarm = theResource(app, 'AWS::CloudWatch::Alarm', 'AlarmsLost').properties;
      expect(alarm).toMatchObject({
        MetricName: 'LostWork',
        Statistic: 'Maximum',
        TreatMissingData: 'ignore',
      });
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
