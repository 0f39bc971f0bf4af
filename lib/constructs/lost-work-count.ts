import { Duration } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import { AppFunction } from './base/app-function.ts';
import { Schedule } from './base/schedule.ts';

const EVERY = Duration.minutes(15);

export interface LostWorkProps {
  readonly config: Config;
  readonly queues: readonly Queue[];
}

/** Counts the messages in dead-letter queues that no function empties, as one metric (decision 0085). */
export class LostWork extends Construct {
  readonly metric: Metric;

  constructor(scope: Construct, id: string, { config, queues }: LostWorkProps) {
    super(scope, id);
    const { metricNamespace: namespace } = config;
    const count = new AppFunction(this, 'Count', {
      entry: 'jobs/countLost.ts',
      logRetention: config.logRetentionDays,
      environment: {
        [ENV.metricNamespace]: namespace,
        [ENV.lostQueues]: JSON.stringify(queues.map(({ queueUrl }) => queueUrl)),
      },
    });
    count.allow(
      ['sqs:GetQueueAttributes'],
      queues.map(({ queueArn }) => queueArn),
    );
    new Schedule(this, 'Often', { every: EVERY, target: count });
    this.metric = new Metric({ namespace, metricName: 'LostWork', statistic: 'Maximum', period: EVERY });
  }
}
