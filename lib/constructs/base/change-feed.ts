import { Duration } from 'aws-cdk-lib';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';
import type { DataTable } from './data-table.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';

/** https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html */
export type ChangePattern = Readonly<Record<string, unknown>>;

export interface ChangeFeedProps {
  /** Has `hasFeed`. */
  readonly table: DataTable;
  readonly consumer: AppFunction;
  /** A change that matches any of them reaches the consumer. */
  readonly patterns: readonly ChangePattern[];
  /** Changes at a time, at most. @default 100 */
  readonly batchSize?: number;
  /** How long changes are gathered before the consumer runs. @default 0 seconds */
  readonly window?: Duration;
}

/** Actions that Lambda needs to read a table's stream. */
const READ_STREAM = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
const RETRIES = 5;

/**
 * Hands a table's changes to a function: at least once, in order for each item, in batches of which the function
 * may report the changes that failed. What fails for good is named in a queue, and does not hold up the rest.
 */
export class ChangeFeed extends Construct {
  /** Where changes are named that the consumer could not take in; anything here is an alarm. */
  readonly lost: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: ChangeFeedProps) {
    super(scope, id);
    const { table, consumer, patterns, batchSize = 100, window = Duration.seconds(0) } = props;
    const stream = table.tableStreamArn;
    if (stream === undefined) throw new Error(`${table.node.path} has no feed: set hasFeed`);
    this.lost = new DeadLetterQueue(this, 'Lost');
    this.lost.grantFailuresOf(consumer);
    consumer.allow(READ_STREAM, [stream]);
    const mapping = new CfnEventSourceMapping(this, 'Mapping', {
      functionName: consumer.functionName,
      eventSourceArn: stream,
      startingPosition: 'TRIM_HORIZON',
      batchSize,
      maximumBatchingWindowInSeconds: window.toSeconds(),
      bisectBatchOnFunctionError: true,
      maximumRetryAttempts: RETRIES,
      functionResponseTypes: ['ReportBatchItemFailures'],
      destinationConfig: { onFailure: { destination: this.lost.queueArn } },
      filterCriteria: { filters: patterns.map((pattern) => ({ pattern: JSON.stringify(pattern) })) },
    });
    // Lambda looks at the role when the mapping is made.
    mapping.node.addDependency(consumer.ownRole);
  }
}
