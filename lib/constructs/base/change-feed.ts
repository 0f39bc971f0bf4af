import { Duration } from 'aws-cdk-lib';
import { CfnEventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { AppFunction } from './app-function.ts';
import type { DataTable } from './data-table.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';

/** Filter for records of a table's stream. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb-filtering.html */
export type ChangePattern = Readonly<Record<string, unknown>>;

export interface ChangeFeedProps {
  readonly table: DataTable;
  readonly consumer: AppFunction;
  readonly patterns: readonly ChangePattern[];
  /** @default 100 */
  readonly batchSize?: number;
  /** Longest time to gather changes before an invocation. @default 0 seconds */
  readonly window?: Duration;
}

const READ_STREAM = [
  'dynamodb:DescribeStream',
  'dynamodb:GetRecords',
  'dynamodb:GetShardIterator',
  'dynamodb:ListStreams',
];
const RETRIES = 5;

/**
 * Invokes a function with batches of the table's changes. The changes of one item come in order, and may come several
 * times. After the last retry, Lambda reports the failed changes to the queue `lost` and continues with later ones.
 */
export class ChangeFeed extends Construct {
  readonly lost: DeadLetterQueue;

  constructor(scope: Construct, id: string, props: ChangeFeedProps) {
    super(scope, id);
    const { table, consumer, patterns, batchSize = 100, window = Duration.seconds(0) } = props;
    const stream = table.tableStreamArn;
    if (stream === undefined) throw new Error(`${table.node.path} has no stream: set hasFeed`);
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
    // Lambda checks the role's permissions when it creates the mapping, so the role must have them before.
    mapping.node.addDependency(consumer.ownRole);
  }
}
