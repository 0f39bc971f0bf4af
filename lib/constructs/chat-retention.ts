import { Duration } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { AppFunction } from './base/app-function.ts';
import { DeadLetterQueue } from './base/dead-letter-queue.ts';
import { Schedule } from './base/schedule.ts';

export interface ChatRetentionProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: IUserPool;
}

/**
 * Removes unused chats after a notice (decision 0016), and expired temporary chats. Each user is checked once a UTC
 * day. The job runs every hour, because one run may be too short for all users.
 */
export class ChatRetention extends Construct {
  readonly job: AppFunction;
  readonly lost: DeadLetterQueue;

  constructor(scope: Construct, id: string, { config, tables, pool }: ChatRetentionProps) {
    super(scope, id);
    this.lost = new DeadLetterQueue(this, 'Lost');
    this.job = new AppFunction(this, 'Job', {
      entry: 'jobs/retention.ts',
      logRetention: config.logRetentionDays,
      timeout: Duration.minutes(15),
      ...this.lost.afterRetries,
      environment: {
        [ENV.retention]: JSON.stringify(config.retention),
        [ENV.userPoolId]: pool.userPoolId,
      },
    });
    tables.chats.grantUse(this.job, 'Query', 'UpdateItem', 'DeleteItem');
    tables.subscriptions.grantUse(this.job, 'GetItem');
    tables.usage.grantUse(this.job, 'GetItem', 'PutItem');
    this.job.allow(['cognito-idp:ListUsers'], [pool.userPoolArn]);
    this.lost.grantFailuresOf(this.job);
    new Schedule(this, 'Hourly', { every: Duration.hours(1), target: this.job });
  }
}
