import { Duration } from 'aws-cdk-lib';
import type { IDestination } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge-findings.ts';
import type { AppFunction } from './app-function.ts';

/** Queue for work that failed after all retries. A single message raises an alarm (`LostWork`). */
export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(this, { 'AwsSolutions-SQS3': 'This queue is itself a dead-letter queue.' });
  }

  get afterRetries(): { readonly retryAttempts: number; readonly onFailure: IDestination } {
    return { retryAttempts: 2, onFailure: destination(this) };
  }

  grantFailuresOf(failing: AppFunction): void {
    failing.allow(['sqs:SendMessage'], [this.queueArn]);
  }
}

/**
 * Returns the queue as an on-failure destination. SqsDestination would grant more than Lambda needs, so the caller
 * allows `sqs:SendMessage`.
 */
export const destination = (queue: Queue): IDestination => ({
  bind: () => ({ destination: queue.queueArn }),
});
