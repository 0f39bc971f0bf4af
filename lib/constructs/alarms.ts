import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';

const PERIOD = Duration.minutes(5);

export interface Watched {
  readonly functions: readonly LambdaFunction[];
  readonly failures: Queue;
  /** Queues of work that was given up for good: any message in them needs a person. */
  readonly lost: readonly Queue[];
  readonly httpApiId: string;
}

/** Metrics for the alarms and the dashboard. AWS provides them, except those of replies, which the functions `publish`. */
export class OperatorMetrics {
  /** Sums over at most ten functions each, so there may be several. */
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

  /** @param namespace where the functions publish: the product's name */
  constructor(namespace: string, { functions, failures, lost, httpApiId }: Watched) {
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

export interface AlarmsProps {
  readonly metrics: OperatorMetrics;
  /** US dollars. */
  readonly dailyCost: number;
  /** @default none; the topic is there to subscribe to */
  readonly email?: string;
}

/** Groups of at most ten: an alarm on an expression takes no more metrics. */
const inTens = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 10) }, (_, i) => items.slice(i * 10, i * 10 + 10));

/** One alarm for each thing that needs a person, all sent to one topic. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { metrics, dailyCost, email }: AlarmsProps) {
    super(scope, id);
    this.#topic = this.#createTopic(email);
    this.#addEach('Errors', metrics.errors, 5, 'Functions fail.');
    this.#addEach(
      'Throttles',
      metrics.throttles,
      1,
      'Functions are throttled: raise the account’s concurrency.',
    );
    this.#addEach('Lost', metrics.lost, 1, 'Work was given up for good: look into the queues named Lost.');
    this.#add('FailedReplies', metrics.failures, 3, 'The reply worker gives up after its retries.');
    this.#add('ServerErrors', metrics.serverErrors, 5, 'The HTTP API answers 5xx.');
    this.#add('SlowReplies', metrics.firstTokenP95, 8_000, 'Readers wait long for the first words.', 3);
    this.#add('ModelThrottled', metrics.modelThrottled, 5, 'Models are throttled: raise Bedrock’s quotas.');
    this.#add('ModelFailed', metrics.modelFailed, 5, 'Replies end as failed.');
    this.#add(
      'DailyCost',
      metrics.costPerDay,
      dailyCost,
      'Replies cost more than planned today, in US dollars.',
    );
  }

  #createTopic(email: string | undefined): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // Any explicit topic policy replaces SNS's default one, so CloudWatch must be allowed again.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    return topic;
  }

  #addEach(id: string, metrics: readonly IMetric[], threshold: number, description: string): void {
    for (const [index, metric] of metrics.entries())
      this.#add(index === 0 ? id : `${id}${index + 1}`, metric, threshold, description);
  }

  #add(id: string, metric: IMetric, threshold: number, alarmDescription: string, periods = 1): void {
    const props: AlarmProps = {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    };
    const alarm = new Alarm(this, id, props);
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.all.push(alarm);
  }
}
