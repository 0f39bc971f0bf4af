import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import { AppFunction } from './base/app-function.ts';
import { ChangeFeed, type ChangePattern } from './base/change-feed.ts';

export interface ChatRemovalProps {
  readonly config: Config;
  readonly tables: Tables;
}

/** Matches the removal of a chat's item by DynamoDB. The items of deleted chats and of guests' chats expire. */
const REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'CHAT#' }] } } },
};

/** Removes the messages of chats whose item was removed. */
export class ChatRemoval extends Construct {
  readonly purge: AppFunction;
  /** Queue of chats whose messages could not be removed. Any message raises an alarm. */
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables }: ChatRemovalProps) {
    super(scope, id);
    this.purge = new AppFunction(this, 'Purge', {
      entry: 'jobs/purgeChat.ts',
      logRetention: config.logRetentionDays,
      timeout: Duration.minutes(5),
    });
    tables.chats.grantUse(this.purge, 'GetItem', 'Query', 'DeleteItem');
    const feed = new ChangeFeed(this, 'Removals', {
      table: tables.chats,
      consumer: this.purge,
      patterns: [REMOVED],
      batchSize: 10,
    });
    this.lost = feed.lost;
  }
}
