import { Duration } from 'aws-cdk-lib';
import { type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

const PERIOD = Duration.minutes(5);

export interface MetricSources {
  /** Queue of reply jobs that Lambda has given up. */
  readonly failures: Queue;
  readonly lost: IMetric;
  readonly httpApiId: string;
}

/** Metrics for the alarms and the dashboard. Adding a metric can raise the costs (docs/deploy.md). */
export class OperatorMetrics {
  /** `errors` and `throttles` count all functions in the account and region, so that one alarm is enough. */
  readonly errors: IMetric;
  readonly throttles: IMetric;
  readonly failures: IMetric;
  readonly lost: IMetric;
  readonly serverErrors: IMetric;
  readonly firstTokenP95: Metric;
  readonly replyP95: Metric;
  readonly modelThrottled: Metric;
  readonly modelFailed: Metric;
  readonly modelRefused: Metric;
  readonly costPerDay: Metric;

  constructor(namespace: string, { failures, lost, httpApiId }: MetricSources) {
    const reply = (metricName: string, statistic: string, period = PERIOD) =>
      new Metric({ namespace, metricName, statistic, period });
    this.errors = LambdaFunction.metricAllErrors({ period: PERIOD });
    this.throttles = LambdaFunction.metricAllThrottles({ period: PERIOD });
    this.failures = failures.metricNumberOfMessagesSent({ period: PERIOD });
    this.lost = lost;
    this.serverErrors = new Metric({
      namespace: 'AWS/ApiGateway',
      metricName: '5xx',
      dimensionsMap: { ApiId: httpApiId },
      statistic: 'Sum',
      period: PERIOD,
    });
    this.firstTokenP95 = reply('ReplyFirstTokenMs', 'p95');
    this.replyP95 = reply('ReplyMs', 'p95');
    this.modelThrottled = reply('ModelThrottled', 'Sum');
    this.modelFailed = reply('ModelFailed', 'Sum');
    // After a model has refused a call, a process of the worker avoids the model for ten minutes and then tries it
    // again. With a period of five minutes, the alarm would end between two refusals. Each refusal would raise a new
    // alarm.
    this.modelRefused = reply('ModelRefused', 'Sum', Duration.hours(1));
    this.costPerDay = reply('ReplyCostUsd', 'Sum', Duration.days(1));
  }
}
