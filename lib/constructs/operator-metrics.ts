import { Duration } from 'aws-cdk-lib';
import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';

const PERIOD = Duration.minutes(5);

/** Resources whose metrics are read. */
export interface MetricSources {
  readonly functions: readonly LambdaFunction[];
  /** Queue of reply jobs whose worker failed. */
  readonly failures: Queue;
  /** Dead-letter queues. An operator must handle every message in them. */
  readonly lost: readonly Queue[];
  readonly httpApiId: string;
}

/**
 * Metrics for the alarms and the dashboard. AWS publishes them, except the reply metrics, which the functions publish.
 */
export class OperatorMetrics {
  /** Sums of at most ten functions each, so there can be several. */
  readonly errors: readonly IMetric[];
  readonly throttles: readonly IMetric[];
  readonly failures: IMetric;
  readonly lost: readonly IMetric[];
  readonly serverErrors: IMetric;
  readonly firstTokenP95: Metric;
  readonly replyP95: Metric;
  readonly modelThrottled: Metric;
  readonly modelFailed: Metric;
  readonly costPerDay: Metric;

  /** @param namespace CloudWatch namespace of the reply metrics: the product's name */
  constructor(namespace: string, { functions, failures, lost, httpApiId }: MetricSources) {
    const sum = (id: string, label: string, metrics: readonly IMetric[]) =>
      inTens(metrics).map(
        (some, part) =>
          new MathExpression({
            expression: 'SUM(METRICS())',
            usingMetrics: Object.fromEntries(some.map((metric, index) => [`${id}${part}m${index}`, metric])),
            label,
            period: PERIOD,
          }),
      );
    const reply = (metricName: string, statistic: string, period = PERIOD) =>
      new Metric({ namespace, metricName, statistic, period });
    this.errors = sum(
      'errors',
      'Errors of functions',
      functions.map((of) => of.metricErrors({ period: PERIOD })),
    );
    this.throttles = sum(
      'throttles',
      'Throttled invocations',
      functions.map((of) => of.metricThrottles({ period: PERIOD })),
    );
    this.failures = failures.metricNumberOfMessagesSent({ period: PERIOD });
    this.lost = sum(
      'lost',
      'Given up',
      lost.map((queue) =>
        queue.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' }),
      ),
    );
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
    this.costPerDay = reply('ReplyCostUsd', 'Sum', Duration.days(1));
  }
}

/** Splits metrics into groups of ten, because an alarm on an expression accepts at most ten. */
const inTens = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, i) => items.slice(i * 10, i * 10 + 10));
