import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { AppFunction } from './base/app-function.ts';
import { destination } from './base/dead-letter-queue.ts';
import type { FilesBucket } from './files/files-bucket.ts';
import { ModelAccess } from './model-access.ts';

const GIVE_UP_TIMEOUT = Duration.seconds(30);

export interface ReplyWorkerProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly files: FilesBucket;
  readonly socket: SocketApi;
}

/**
 * Worker that writes replies, and the handling of its failures (docs/architecture.md 4.1). After two retries, or if the
 * input has waited for an hour, Lambda puts the worker's input into the queue `failures`, and `giveUp` ends the turn.
 * If `giveUp` fails three times, the input goes to the queue `lost`, for the operator.
 */
export class ReplyWorker extends Construct {
  readonly worker: AppFunction;
  readonly giveUp: AppFunction;
  readonly failures: Queue;
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables, files, socket }: ReplyWorkerProps) {
    super(scope, id);
    const logRetention: RetentionDays = config.logRetentionDays;
    this.lost = this.#queue('Lost', Duration.seconds(30));
    // AWS recommends a visibility timeout of six times the consumer's timeout, so that no message is processed twice at
    // the same time.
    this.failures = this.#queue('Failures', Duration.seconds(6 * GIVE_UP_TIMEOUT.toSeconds()), this.lost);
    this.worker = new AppFunction(this, 'Reply', {
      entry: 'jobs/reply.ts',
      logRetention,
      // The worker mostly waits for the model, and the wait is billed by memory (docs/operate.md, What a turn costs).
      memorySize: 512,
      timeout: Duration.minutes(10),
      retryAttempts: 2,
      maxEventAge: Duration.hours(1),
      ...(config.concurrency.replies !== undefined && {
        reservedConcurrentExecutions: config.concurrency.replies,
      }),
      onFailure: destination(this.failures),
    });
    this.worker.allow(['sqs:SendMessage'], [this.failures.queueArn]);
    this.giveUp = new AppFunction(this, 'ReplyFailed', {
      entry: 'jobs/replyFailed.ts',
      logRetention,
      timeout: GIVE_UP_TIMEOUT,
    });
    this.giveUp.addEventSource(
      new SqsEventSource(this.failures, { batchSize: 10, reportBatchItemFailures: true }),
    );
    this.worker.setEnv({ ...replyEnv(config), [ENV.metricNamespace]: config.metricNamespace });
    const { models, slug, stage } = config;
    new ModelAccess(this, 'Models', { models, projectName: `${slug}-${stage}` }).grantInvoke(this.worker);
    for (const either of [this.worker, this.giveUp]) {
      // Both functions delete items of files that an edit took out of a message. The worker also deletes a turn that it
      // has just claimed, if the turn was abandoned or its chat was deleted before the claim (`releaseTurn`).
      tables.chats.grantUse(either, 'GetItem', 'BatchGetItem', 'Query', 'UpdateItem', 'DeleteItem');
      tables.usage.grantUse(either, 'UpdateItem');
      tables.connections.grantUse(either, 'Query', 'DeleteItem');
      socket.grantPost(either);
    }
    files.grantRead(this.worker, 'files');
    this.giveUp.setEnv(replyEnv(config));
  }

  grantStart(starter: AppFunction): void {
    starter.setEnv({ [ENV.replyFunction]: this.worker.functionName });
    starter.allow(['lambda:InvokeFunction'], [this.worker.functionArn]);
  }

  #queue(id: string, visibilityTimeout: Duration, deadLetters?: Queue): Queue {
    return new Queue(this, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      visibilityTimeout,
      ...(deadLetters && { deadLetterQueue: { queue: deadLetters, maxReceiveCount: 3 } }),
    });
  }
}

/** Returns the environment for functions that start, write or give up replies. */
export function replyEnv(config: Config) {
  const { productName, models, allowances, assistant, dailySpendCapUsd, limits } = config;
  return {
    [ENV.productName]: productName,
    [ENV.models]: packJson(models),
    [ENV.allowances]: JSON.stringify(allowances),
    [ENV.assistant]: JSON.stringify(assistant),
    [ENV.dailySpendCap]: String(dailySpendCapUsd),
    [ENV.limits]: JSON.stringify(limits),
  };
}
