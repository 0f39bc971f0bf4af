import { Duration } from 'aws-cdk-lib';
import type { IDestination } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge-findings.ts';
import type { AppFunction } from './app-function.ts';

/** Where work ends that failed for good. Anything in it is an alarm: see `OperatorMetrics`. */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this, { 'AwsSolutions-SQS3': 'Nothing reads from it: it is itself where failures end.' });
  }

  /** How a function is tried again when it was invoked asynchronously, and then ends here. */
  get afterRetries(): { readonly retryAttempts: number; readonly onFailure: IDestination } {
    return { retryAttempts: 2, onFailure: destination(this) };
  }

  /** Lets Lambda put what the function failed at in here. */
  grantFailuresOf(failing: AppFunction): void {
    failing.allow(['sqs:SendMessage'], [this.queueArn]);
  }
}

/** An on-failure destination without the rights that SqsDestination adds and Lambda does not need. */
export const destination = (queue: Queue): IDestination => ({
  bind: () => ({ destination: queue.queueArn }),
});
