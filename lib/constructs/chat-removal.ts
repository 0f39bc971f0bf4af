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

/** A chat's item is gone: its time after a deletion was over, or a guest's chat had lived its days. */
const REMOVED: ChangePattern = {
  eventName: ['REMOVE'],
  dynamodb: { Keys: { pk: { S: [{ prefix: 'OWNER#' }] }, sk: { S: [{ prefix: 'CHAT#' }] } } },
};

/** Removes the messages of chats that are gone. */
export class ChatRemoval extends Construct {
  readonly purge: AppFunction;
  /** Chats whose messages could not be removed; anything here is an alarm. */
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
