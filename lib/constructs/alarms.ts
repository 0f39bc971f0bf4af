import { Stack } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { OperatorMetrics } from './operator-metrics.ts';

export interface AlarmsProps {
  readonly metrics: OperatorMetrics;
  /** US dollars. */
  readonly dailyCost: number;
  /** @default none */
  readonly email?: string;
}

/** Alarms for the operator, all sent to one SNS topic. */
export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { metrics, dailyCost, email }: AlarmsProps) {
    super(scope, id);
    this.#topic = this.#createTopic(email);
    this.#add('Errors', metrics.errors, 5, 'Functions of this account and region fail.');
    this.#add(
      'Throttles',
      metrics.throttles,
      1,
      'Functions of this account and region are throttled: raise the account’s concurrency, or what replies have of it.',
    );
    this.#add(
      'Lost',
      metrics.lost,
      1,
      'Work was given up for good: look into the queues named Lost.',
      1,
      // `LostWork` (lost-work-count.ts) counts every 15 minutes. Between two counts the alarm keeps its state.
      TreatMissingData.IGNORE,
    );
    this.#add('FailedReplies', metrics.failures, 3, 'The reply worker gives up after its retries.');
    this.#add('ServerErrors', metrics.serverErrors, 5, 'The HTTP API answers 5xx.');
    this.#add('SlowReplies', metrics.firstTokenP95, 8_000, 'Readers wait long for the first words.', 3);
    this.#add('ModelThrottled', metrics.modelThrottled, 10, 'Models are throttled: raise Bedrock’s quotas.');
    this.#add(
      'ModelRefused',
      metrics.modelRefused,
      1,
      'A model refuses its calls until you mend the cause: subscription at AWS Marketplace, access form, quota, or configuration. `npm run ops -- doctor --call-models` names model and mend; docs/operate.md, When a model refuses.',
    );
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
    // `enforceSSL` creates a topic policy. This policy replaces SNS's default policy, which let CloudWatch publish. So
    // CloudWatch must be allowed again.
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

  #add(
    id: string,
    metric: IMetric,
    threshold: number,
    alarmDescription: string,
    periods = 1,
    treatMissingData = TreatMissingData.NOT_BREACHING,
  ): void {
    const props: AlarmProps = {
      metric,
      threshold,
      alarmDescription,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      treatMissingData,
    };
    const alarm = new Alarm(this, id, props);
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.all.push(alarm);
  }
}
