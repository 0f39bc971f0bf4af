/**
 * Emulates event source mappings of DynamoDB streams. Each stream has one shard. Every mapped function gets, in order,
 * the records that match the mapping's filters.
 */

import type { InvokeResult, Log } from '../emulator-types.ts';
import type { MovableClock } from '../faults/faults.ts';
import { REGION } from '../region-and-account.ts';
import { asFailedResult } from './as-failed-result.ts';
import { matchesPattern } from './event-filter.ts';
import { recordsThatFit } from './payload-and-batch-limits.ts';
import { unlessThrottled } from './throttling-error.ts';

export interface StreamMapping {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly BatchSize?: number;
  readonly MaximumRetryAttempts?: number;
  readonly BisectBatchOnFunctionError?: boolean;
  readonly FunctionResponseTypes?: readonly string[];
  readonly FilterCriteria?: { readonly Filters: readonly { readonly Pattern: string }[] };
  readonly DestinationConfig?: { readonly OnFailure?: { readonly Destination: string } };
}

type Image = Readonly<Record<string, unknown>>;

/**
 * Write to one item. `before` is undefined for a new item, `after` for a removed one. `isExpiry` is true for a removal
 * by time to live.
 */
export interface StreamChange {
  readonly keys: Image;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
  readonly isExpiry?: boolean;
}

export interface StreamsOptions {
  readonly mappings: readonly StreamMapping[];
  readonly invoke: (functionName: string, event: unknown) => Promise<InvokeResult>;
  readonly sendTo: (queueArn: string, body: string) => void;
  /** Milliseconds of the stack's clock before a failed or throttled batch is sent again. */
  readonly retryDelayMs: number;
  readonly clock: MovableClock;
  readonly log: Log;
}

export interface Streams {
  push(streamArn: string, change: StreamChange): void;
  /** Resolves when every consumer has processed, or given up on, the records that were pushed before this call. */
  settled(): Promise<void>;
  close(): void;
}

type StreamRecord = ReturnType<typeof recordOf>;

/**
 * Largest number of mappings of a stream. DynamoDB may throttle the reads when a third mapping reads the same shard.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html
 */
const MOST_READERS = 2;

/** Throws when a stream has more than `MOST_READERS` mappings. */
export function createStreamConsumers(options: StreamsOptions): Streams {
  const readers = Map.groupBy(options.mappings, ({ EventSourceArn }) => EventSourceArn);
  for (const [arn, { length }] of readers)
    if (length > MOST_READERS)
      throw new Error(
        `${length} mappings read the stream ${arn}: DynamoDB throttles more than ${MOST_READERS}`,
      );
  const consumers = options.mappings.map((mapping) => createConsumer(mapping, options));
  let sequence = 0;
  return {
    push(streamArn, change) {
      sequence += 1;
      const record = recordOf(streamArn, change, sequence, options.clock.now());
      for (const consumer of consumers) if (consumer.streamArn === streamArn) consumer.take(record);
    },
    async settled() {
      await Promise.all(consumers.map((consumer) => consumer.settled()));
    },
    close() {
      for (const consumer of consumers) consumer.close();
    },
  };
}

/** Delivers one batch at a time, and retries a failed batch before a later one is delivered. */
function createConsumer(mapping: StreamMapping, options: StreamsOptions) {
  const { invoke, sendTo, retryDelayMs, clock, log } = options;
  const patterns = mapping.FilterCriteria?.Filters.map(({ Pattern }): unknown => JSON.parse(Pattern));
  const { BatchSize = 100, MaximumRetryAttempts = -1, FunctionName } = mapping;
  const waiting: StreamRecord[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  let endPause = () => {};

  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = clock.after(retryDelayMs, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });

  async function drain(): Promise<void> {
    // Lets writes made in quick succession share a batch.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0 && !closed) {
      const batch = waiting.splice(0, recordsThatFit(waiting.slice(0, BatchSize)));
      await deliver(batch, 0).catch((error: unknown) => log('streams', `${FunctionName}: ${String(error)}`));
    }
    running = undefined;
  }

  async function deliver(batch: readonly StreamRecord[], attempt: number): Promise<void> {
    if (closed) return;
    const invocation = unlessThrottled(invoke(FunctionName, { Records: batch }));
    const result = await invocation.catch(asFailedResult(FunctionName, log));
    if (closed) return;
    if (result === undefined) {
      // A throttled call does not count as an attempt.
      // https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-params.html
      await pause();
      return deliver(batch, attempt);
    }
    const failed = firstFailed(result, batch, mapping);
    if (failed === undefined) return;
    const rest = batch.slice(failed);
    if (mapping.BisectBatchOnFunctionError && result.functionError && rest.length > 1) {
      // Splitting a batch does not count as a retry.
      // https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
      await pause();
      const half = Math.ceil(rest.length / 2);
      await deliver(rest.slice(0, half), attempt);
      return deliver(rest.slice(half), attempt);
    }
    if (MaximumRetryAttempts >= 0 && attempt >= MaximumRetryAttempts) return giveUp(rest);
    await pause();
    return deliver(rest, attempt + 1);
  }

  function giveUp(records: readonly StreamRecord[]): void {
    const destination = mapping.DestinationConfig?.OnFailure?.Destination;
    log('streams', `${FunctionName} gave up ${records.length} changes`);
    if (destination !== undefined) sendTo(destination, JSON.stringify(failureOf(records, mapping)));
  }

  return {
    streamArn: mapping.EventSourceArn,
    take(record: StreamRecord) {
      if (patterns && !patterns.some((pattern) => matchesPattern(pattern, record))) return;
      waiting.push(record);
      running ??= drain();
    },
    settled: async () => running,
    close() {
      closed = true;
      endPause();
    },
  };
}

/**
 * Returns the index of the first failed record; undefined if no record failed. With ReportBatchItemFailures, the result
 * of the Lambda function lists failed records. If an entry names no record of the batch, the whole batch fails.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
function firstFailed(
  result: InvokeResult,
  batch: readonly StreamRecord[],
  mapping: StreamMapping,
): number | undefined {
  if (result.functionError) return 0;
  if (!mapping.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return undefined;
  const answer = result.payload as { batchItemFailures?: unknown } | null;
  const entries = answer?.batchItemFailures ?? [];
  if (!Array.isArray(entries)) return 0;
  if (entries.length === 0) return undefined;
  const positions = entries.map((entry: { itemIdentifier?: unknown } | null) =>
    batch.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === entry?.itemIdentifier),
  );
  return Math.max(0, Math.min(...positions)); // -1 is the position of an unknown identifier
}

/** Builds a stream record in the form that functions get. https://docs.aws.amazon.com/lambda/latest/dg/with-ddb.html */
function recordOf(streamArn: string, change: StreamChange, sequence: number, now: number) {
  const { keys, before, after, isExpiry } = change;
  return {
    eventID: sequence.toString(16).padStart(32, '0'),
    eventName: before === undefined ? 'INSERT' : after === undefined ? 'REMOVE' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: REGION,
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(now / 1000),
      Keys: keys,
      ...(before !== undefined && { OldImage: before }),
      ...(after !== undefined && { NewImage: after }),
      SequenceNumber: String(sequence).padStart(21, '0'),
      SizeBytes: JSON.stringify([keys, before, after]).length,
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
    ...(isExpiry && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
    eventSourceARN: streamArn,
  };
}

/**
 * Builds the record for the on-failure destination.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
function failureOf(records: readonly StreamRecord[], { EventSourceArn, FunctionName }: StreamMapping) {
  return {
    requestContext: { functionArn: FunctionName, condition: 'RetryAttemptsExhausted' },
    version: '1.0',
    DDBStreamBatchInfo: {
      shardId: 'shardId-00000000000000000000-00000000',
      startSequenceNumber: records[0]?.dynamodb.SequenceNumber,
      endSequenceNumber: records.at(-1)?.dynamodb.SequenceNumber,
      batchSize: records.length,
      streamArn: EventSourceArn,
    },
  };
}
