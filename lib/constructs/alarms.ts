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
  /** At most ten: an alarm takes no more metrics. */
  readonly functions: readonly LambdaFunction[];
  readonly failures: Queue;
  readonly lost: Queue;
  readonly httpApiId: string;
}

/** What an operator watches, as metrics. Those of replies are written by the functions (`publish`). */
export class OperatorMetrics {
  readonly errors: IMetric;
  readonly throttles: IMetric;
  readonly failures: IMetric;
  readonly lost: IMetric;
  readonly serverErrors: IMetric;
  readonly firstTokenP95: Metric;
  readonly replyP95: Metric;
  readonly modelThrottled: Metric;
  readonly modelFailed: Metric;
  readonly costPerDay: Metric;

  /** @param namespace where the functions publish: the product's name */
  constructor(namespace: string, { functions, failures, lost, httpApiId }: Watched) {
    const sum = (id: string, metric: (of: LambdaFunction) => Metric, label: string) =>
      new MathExpression({
        expression: 'SUM(METRICS())',
        usingMetrics: Object.fromEntries(functions.map((of, index) => [`${id}${index}`, metric(of)])),
        label,
        period: PERIOD,
      });
    const reply = (metricName: string, statistic: string, period = PERIOD) =>
      new Metric({ namespace, metricName, statistic, period });
    this.errors = sum('e', (of) => of.metricErrors({ period: PERIOD }), 'Errors of functions');
    this.throttles = sum('t', (of) => of.metricThrottles({ period: PERIOD }), 'Throttled invocations');
    this.failures = failures.metricNumberOfMessagesSent({ period: PERIOD });
    this.lost = lost.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'Maximum' });
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
  /** @default nobody; the topic is there to subscribe to */
  readonly email?: string;
}

/** One alarm for each thing that needs a person, all sent to one topic. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { metrics, dailyCost, email }: AlarmsProps) {
    super(scope, id);
    this.topic = this.createTopic(email);
    this.add('Errors', metrics.errors, 5, 'Functions fail.');
    this.add('Throttles', metrics.throttles, 1, 'Functions are throttled: raise the account’s concurrency.');
    this.add(
      'LostReplies',
      metrics.lost,
      1,
      'Failed replies could not be ended: look into the queue of lost jobs.',
    );
    this.add('FailedReplies', metrics.failures, 3, 'The reply worker gives up after its retries.');
    this.add('ServerErrors', metrics.serverErrors, 5, 'The HTTP API answers 5xx.');
    this.add('SlowReplies', metrics.firstTokenP95, 8_000, 'Readers wait long for the first words.', 3);
    this.add('ModelThrottled', metrics.modelThrottled, 5, 'Models are throttled: raise Bedrock’s quotas.');
    this.add('ModelFailed', metrics.modelFailed, 5, 'Replies end as failed.');
    this.add(
      'DailyCost',
      metrics.costPerDay,
      dailyCost,
      'Replies cost more than planned today, in US dollars.',
    );
  }

  private createTopic(email: string | undefined): Topic {
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // A policy of one's own replaces the default one, which let CloudWatch in.
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

  private add(id: string, metric: IMetric, threshold: number, alarmDescription: string, periods = 1): void {
    const props: AlarmProps = {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    };
    const alarm = new Alarm(this, id, props);
    alarm.addAlarmAction(new SnsAction(this.topic));
    this.all.push(alarm);
  }
}
