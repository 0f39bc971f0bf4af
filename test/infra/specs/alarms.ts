import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../../lib/config.ts';
import { dev, prod } from '../synthesized-deployments.ts';
import { functionsOf, resourcesOf, short, theResource } from '../template-queries.ts';

export function alarmSpecs(): void {
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
