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
  /** Job that deletes closed accounts. */
  readonly deletionJob: AppFunction;
  readonly files: FilesBucket;
}

/**
 * Matches the removal of a chat's item, by its expiry or by a function. The items of temporary chats, guests' chats and
 * deleted chats expire.
 */
const CHAT_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: {
    Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'CHAT#' }, { prefix: 'TEMP#' }] } },
  },
};

/**
 * Matches the removal of a file's item, for example because the user deleted the file, because the file's chat, project
 * or account was removed, or because the item expired.
 */
const FILE_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'FILE#' }] } } },
};

/**
 * Matches the removal of the item that holds a project's instructions and the list of the project's files. Also matches
 * the removal of a user's own instructions, which the function (`lambdas/jobs/removals.ts`) ignores.
 */
const PROJECT_REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'INSTRUCTIONS#' }] } } },
};

/** Matches a new tombstone: the item that requests the deletion of an account. */
const DELETION_REQUESTED: ChangePattern = {
  eventName: ['INSERT'],
  dynamodb: { Keys: { pk: { S: ['DELETIONS'] } } },
};

/**
 * Function that removes the messages, files and shares of chats whose item was removed, and the files of deleted
 * projects. It removes the objects of removed files and the files' passages for search, and subtracts the files'
 * bytes from the owner's used storage. It starts the deletion of closed accounts. One function does all of this,
 * because DynamoDB allows only two readers of a table's stream: the indexer of search (`search.ts`) and this function.
 */
export class Removals extends Construct {
  readonly purge: AppFunction;
  /**
   * Queue of reports about changes that failed after all retries, for example a chat not removed or a deletion not
   * started. Any message raises an alarm.
   */
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables, deletionJob, files }: RemovalsProps) {
    super(scope, id);
    this.purge = new AppFunction(this, 'Purge', {
      entry: 'jobs/removals.ts',
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
