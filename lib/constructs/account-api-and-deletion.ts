import { Duration } from 'aws-cdk-lib';
import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import * as calls from '#contract/account';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { packJson } from '../pack-json-for-environment-variable.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import type { SocketApi } from './apis/socket-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import { DeadLetterQueue } from './base/dead-letter-queue.ts';
import { Schedule } from './base/schedule.ts';
import type { FilesBucket } from './files/files-bucket.ts';
import type { StripeEvents } from './stripe-events.ts';

export interface AccountProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly pool: IUserPool;
  readonly httpApi: ProductHttpApi;
  readonly socket: SocketApi;
  readonly files: FilesBucket;
}

/**
 * API of the user's own account, and the job that deletes closed accounts (decision 0012). The construct's id must stay
 * `Leaving`: with another id, CloudFormation would replace the functions and the queue.
 */
export class Account extends Construct {
  readonly api: AppFunction;
  readonly job: AppFunction;
  /** Failed events of the job. Nothing reads them: the hourly run continues all unfinished deletions. */
  readonly lost: Queue;

  constructor(scope: Construct, id: string, props: AccountProps) {
    super(scope, id);
    const logRetention: RetentionDays = props.config.logRetentionDays;
    this.api = new AppFunction(this, 'Account', {
      entry: 'http/account.ts',
      logRetention,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    const lost = new DeadLetterQueue(this, 'Lost');
    this.lost = lost;
    this.job = new AppFunction(this, 'Job', {
      entry: 'jobs/deleteAccount.ts',
      logRetention,
      timeout: Duration.minutes(15),
      ...lost.afterRetries,
    });
    lost.grantFailuresOf(this.job);
    this.#grantAccount(props);
    this.#grantJob(props);
    new Schedule(this, 'Hourly', { every: Duration.hours(1), target: this.job });
  }

  endSubscriptionsAt(stripe: StripeEvents): void {
    stripe.grantCalls(this.job);
  }

  #grantAccount({ config, tables, pool, httpApi, socket }: AccountProps): void {
    httpApi.addCalls(this.api, Object.values(calls));
    tables.chats.grantUse(this.api, 'GetItem', 'BatchGetItem', 'Query', 'PutItem');
    tables.usage.grantUse(this.api, 'Query');
    tables.connections.grantUse(this.api, 'UpdateItem', 'Query', 'DeleteItem');
    socket.grantClose(this.api);
    socket.grantPost(this.api);
    for (const table of [tables.subscriptions, tables.invites, tables.waitlist])
      table.grantUse(this.api, 'GetItem');
    this.api.setEnv({ [ENV.userPoolId]: pool.userPoolId, [ENV.models]: packJson(config.models) });
    this.api.allow(['cognito-idp:AdminGetUser'], [pool.userPoolArn]);
  }

  #grantJob({ tables, pool, socket, files }: AccountProps): void {
    tables.chats.grantUse(this.job, 'GetItem', 'Query', 'UpdateItem', 'DeleteItem', 'BatchWriteItem');
    for (const table of [tables.connections, tables.usage, tables.subscriptions])
      table.grantUse(this.job, 'Query', 'DeleteItem');
    // Stripe may still charge the user after the deployment has turned payments off. So the job always reads the user's
    // subscription.
    tables.subscriptions.grantUse(this.job, 'GetItem');
    tables.connections.grantUse(this.job, 'UpdateItem');
    socket.grantClose(this.job);
    socket.grantPost(this.job);
    tables.search.grantUse(this.job, 'Query', 'BatchWriteItem');
    files.grantList(this.job);
    files.grantDelete(this.job, 'files');
    tables.invites.grantUse(this.job, 'GetItem', 'Query', 'BatchGetItem', 'UpdateItem', 'DeleteItem');
    tables.waitlist.grantUse(this.job, 'GetItem', 'DeleteItem');
    this.job.setEnv({ [ENV.userPoolId]: pool.userPoolId });
    const actions = ['AdminDisableUser', 'AdminUserGlobalSignOut', 'AdminDeleteUser'];
    this.job.allow(
      actions.map((action) => `cognito-idp:${action}`),
      [pool.userPoolArn],
    );
  }
}
