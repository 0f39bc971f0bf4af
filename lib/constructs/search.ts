import { Duration } from 'aws-cdk-lib';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { searchChats } from '#contract/chats';
import { ENV } from '../../lambdas/runtime/env-names.ts';
import type { Config } from '../config.ts';
import type { Tables } from '../data-stack.ts';
import type { ProductHttpApi } from './apis/http-api.ts';
import { INTEGRATION_TIMEOUT } from './apis/timeout-of-api-functions.ts';
import { AppFunction } from './base/app-function.ts';
import { ChangeFeed, type ChangePattern } from './base/change-feed.ts';
import type { DeadLetterQueue } from './base/dead-letter-queue.ts';
import type { FilesBucket } from './files/files-bucket.ts';

export interface SearchProps {
  readonly config: Config;
  readonly tables: Tables;
  readonly httpApi: ProductHttpApi;
  readonly files: FilesBucket;
}

/** Gathers several changes of an owner into one row of the index. */
const WINDOW = Duration.seconds(1);

const exists = (type: string, wanted: boolean) => ({ [type]: [{ exists: wanted }] });
const changed = { eventName: ['INSERT', 'MODIFY'] };
/** Excludes items that expire: of guests, of temporary chats, and of deleted or half-imported chats. */
const lasting = { ttl: exists('N', false) };

/**
 * Patterns for ended turns, and for chats, whose names are searchable. An item with a `kind` is a welcome or thank-you
 * message, which is not searchable.
 */
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

/** Search of messages, chat names and documents (decisions 0006 and 0116). */
export class Search extends Construct {
  readonly search: AppFunction;
  readonly indexer: AppFunction;
  readonly merger: AppFunction;
  readonly documents: AppFunction;
  /**
   * Dead-letter queue of messages and documents that were not indexed. `npm run ops -- search rebuild` indexes them.
   */
  readonly lost: Queue;

  constructor(scope: Construct, id: string, { config, tables, httpApi, files }: SearchProps) {
    super(scope, id);
    const logRetention: RetentionDays = config.logRetentionDays;
    this.search = new AppFunction(this, 'Query', {
      entry: 'http/search.ts',
      logRetention,
      memorySize: 1024,
      timeout: INTEGRATION_TIMEOUT,
    });
    httpApi.addCalls(this.search, [searchChats]);
    tables.search.grantUse(this.search, 'Query', 'BatchGetItem');
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
    this.documents = this.#addDocuments({ tables, files }, feed.lost, logRetention);
    this.indexer.setEnv({ [ENV.indexDocumentsFunction]: this.documents.functionName });
    this.indexer.allow(['lambda:InvokeFunction'], [this.documents.functionArn]);
  }

  #addDocuments(
    { tables, files }: Pick<SearchProps, 'tables' | 'files'>,
    lost: DeadLetterQueue,
    logRetention: RetentionDays,
  ): AppFunction {
    const documents = new AppFunction(this, 'Documents', {
      ...{ entry: 'jobs/indexDocuments.ts', logRetention },
      memorySize: 1024,
      timeout: Duration.minutes(3),
      ...lost.afterRetries,
    });
    lost.grantFailuresOf(documents);
    tables.chats.grantUse(documents, 'GetItem', 'BatchGetItem');
    tables.search.grantUse(documents, 'GetItem', 'Query', 'PutItem', 'BatchWriteItem');
    files.grantReadTexts(documents);
    documents.setEnv({ [ENV.mergeSearchFunction]: this.merger.functionName });
    documents.allow(['lambda:InvokeFunction'], [this.merger.functionArn]);
    return documents;
  }
}
