import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { AppFunction } from './base/app-function.ts';
import { ChangeFeed, type ChangePattern } from './base/change-feed.ts';
import type { FilesBucket } from './files/files-bucket.ts';

export interface RemovalsProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly deletionJob: AppFunction;
  readonly files: FilesBucket;
}

/**
 * Matches the removal of a chat's item, also the removal by DynamoDB when the item expires. The items of temporary
 * chats, of guests' chats and of deleted chats expire.
 */
const CHAT_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: {
    Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'CHAT#' }, { prefix: 'TEMP#' }] } },
  },
};

const FILE_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'FILE#' }] } } },
};

/**
 * Matches the removal of the item with a project's instructions and files. Also matches the removal of a user's own
 * instructions, which `lambdas/jobs/cleanUpAfterRemovals.ts` ignores.
 */
const PROJECT_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'INSTRUCTIONS#' }] } } },
};

const DELETION_REQUESTED: ChangePattern = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: ['DELETIONS'] } } },
};

/**
 * Cleans up after removed chats, files and projects, and starts the deletion of closed accounts. One function does all
 * of this, because DynamoDB allows only two readers of a table's stream. `search.ts` has the other reader.
 */
export class Removals extends Construct {
  readonly purge: AppFunction;
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables, deletionJob, files }: RemovalsProps) {
    super(scope, id);
    this.purge = new AppFunction(this, 'Purge', {
      entry: 'jobs/cleanUpAfterRemovals.ts',
      logRetention: config.logRetentionDays,
      timeout: Duration.minutes(5),
    });
    tables.chats.grantUse(this.purge, 'GetItem', 'Query', 'UpdateItem', 'DeleteItem');
    files.grantDelete(this.purge, 'files');
    tables.search.grantUse(this.purge, 'Query', 'BatchWriteItem');
    this.purge.setEnv({ [ENV.deleteAccountFunction]: deletionJob.functionName });
    this.purge.allow(['lambda:InvokeFunction'], [deletionJob.functionArn]);
    const feed = new ChangeFeed(this, 'Removals', {
      table: tables.chats,
      consumer: this.purge,
      patterns: [CHAT_REMOVED, FILE_REMOVED, PROJECT_REMOVED, DELETION_REQUESTED],
      batchSize: 10,
    });
    this.lost = feed.lost;
  }
}
