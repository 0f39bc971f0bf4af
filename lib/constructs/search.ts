import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { searchChats } from '#contract/chats';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import { AppFunction } from './base/app-function.ts';
import { ChangeFeed, type ChangePattern } from './base/change-feed.ts';

export interface SearchProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
}

/** How long changes are gathered: a row of the index for each owner then, instead of one for each change. */
const WINDOW = Duration.seconds(1);

const exists = (type: string, wanted: boolean) => ({ [type]: [{ exists: wanted }] });
const changed = { eventName: ['INSERT', 'MODIFY'] };
/** Pattern without items that expire: those are a guest's, or are being deleted. */
const lasting = { ttl: exists('N', false) };

/** Turns that have ended, and chats for their names. Notices are not searched for. */
const INDEXED: readonly ChangePattern[] = [
  {
    ...changed,
    dynamodb: {
      Keys: { sk: { S: [{ prefix: 'MSG#' }] } },
      NewImage: { ...lasting, kind: exists('S', false), status: { S: [{ 'anything-but': ['streaming'] }] } },
    },
  },
  { ...changed, dynamodb: { Keys: { sk: { S: [{ prefix: 'CHAT#' }] } }, NewImage: lasting } },
];

/** Search (decision 0006): the function that answers, the one that indexes what changes, and the one that merges. */
export class Search extends Construct {
  readonly search: AppFunction;
  readonly indexer: AppFunction;
  readonly merger: AppFunction;
  /** Changes that could not be indexed; anything here is an alarm. A rebuild takes them in. */
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables, httpApi }: SearchProps) {
    super(scope, id);
    const logRetention: RetentionDays = config.logRetentionDays;
    this.search = new AppFunction(this, 'Query', {
      entry: 'http/search.ts',
      logRetention,
      memorySize: 1024,
      timeout: Duration.seconds(29),
    });
    httpApi.addCalls(this.search, [searchChats]);
    tables.search.grantUse(this.search, 'Query');
    tables.chats.grantUse(this.search, 'BatchGetItem');

    this.merger = new AppFunction(this, 'Merge', {
      entry: 'jobs/mergeSearch.ts',
      logRetention,
      memorySize: 1024,
      timeout: Duration.minutes(10),
      retryAttempts: 1,
      maxEventAge: Duration.hours(1),
    });
    tables.search.grantUse(this.merger, 'Query', 'PutItem', 'ConditionCheckItem', 'BatchWriteItem');
    tables.chats.grantUse(this.merger, 'BatchGetItem');

    this.indexer = new AppFunction(this, 'Index', {
      entry: 'jobs/indexMessages.ts',
      logRetention,
      timeout: Duration.seconds(60),
    });
    tables.search.grantUse(this.indexer, 'PutItem');
    this.indexer.setEnv({ [ENV.mergeSearchFunction]: this.merger.functionName });
    this.indexer.allow(['lambda:InvokeFunction'], [this.merger.functionArn]);
    const feed = new ChangeFeed(this, 'Changes', {
      table: tables.chats,
      consumer: this.indexer,
      patterns: INDEXED,
      window: WINDOW,
    });
    this.lost = feed.lost;
  }

  get all(): readonly AppFunction[] {
    return [this.search, this.indexer, this.merger];
  }
}
