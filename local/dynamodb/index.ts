/**
 * DynamoDB over its own wire protocol: dynalite's engine plus what it lacks (transactions, TTL, the old item of
 * a failed condition), with IAM, faults and a meter. An operation that is not emulated is refused by name.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AwsError, awsJsonService, type JsonCall, type JsonObject } from '../aws-json/index.ts';
import type { Faults } from '../faults/index.ts';
import { ADMIN_ACCESS_KEY } from '../iam/index.ts';
import type { Authorize, Clock } from '../types.ts';
import { createEngine, type Engine, isOperation, type Operation } from './engine.ts';
import { writeItem } from './items.ts';
import { createLock, type Lock } from './lock.ts';
import { createMeter, type Stats, unitsIn } from './meter.ts';
import { needsOf } from './permissions.ts';
import { createTables } from './tables.ts';
import { entriesOf, type TransactionResult, transactGet, transactWrite } from './transactions.ts';
import { createTimeToLive, updateTimeToLive } from './ttl.ts';
import type { TableProperties } from './types.ts';

export type { CallRecord, Stats } from './meter.ts';
export { tableArn } from './permissions.ts';
export type { TableProperties } from './types.ts';

export interface DynamoDbOptions {
  /** By physical name. Tables that are there already keep their items. */
  readonly tables: Readonly<Record<string, TableProperties>>;
  /** Folder of the data. @default memory */
  readonly path?: string;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Physical name of the function that signs with an access key. */
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

export interface DynamoDb {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Deletes what has expired by the stack's clock, and says how many items that were. */
  sweep(): Promise<number>;
  /** Calls of functions since the last reset, with their units; calls of tests do not count. */
  stats(): Stats;
  resetStats(): void;
  close(): Promise<void>;
}

const WRITES: readonly string[] = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem'];
const CODES_OF_CORAL = ['AccessDeniedException', 'UnrecognizedClientException', 'SerializationException'];

export async function createDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const engine = createEngine(options.path);
  const ttl = createTimeToLive(engine, options.clock);
  const meter = createMeter();
  const run = createRunner(engine, ttl);
  await engine.open();
  await createTables(engine, ttl, options.tables);

  async function call({ action, input, accessKeyId }: JsonCall): Promise<JsonObject> {
    const tables = tablesOf(action, input);
    const counted = accessKeyId !== ADMIN_ACCESS_KEY;
    try {
      const caller = options.callerOf?.(accessKeyId);
      if (counted) await options.faults.strike({ service: 'dynamodb', action, caller });
      for (const need of needsOf(action, input)) options.authorize(accessKeyId, need.action, need.resource);
      const answer = await run(action, {
        ...input,
        ReturnConsumedCapacity: input.ReturnConsumedCapacity ?? 'TOTAL',
      });
      const units = unitsIn(answer);
      const isWrite = WRITES.includes(action) || action === 'TransactWriteItems';
      if (counted)
        meter.record({
          operation: action,
          tables,
          readUnits: isWrite ? 0 : units,
          writeUnits: isWrite ? units : 0,
        });
      const wanted = ['TOTAL', 'INDEXES'].includes(String(input.ReturnConsumedCapacity));
      return wanted ? answer : { ...answer, ConsumedCapacity: undefined };
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      // A failed condition still costs a write. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
      const writeUnits = name === 'ConditionalCheckFailedException' ? 1 : 0;
      if (counted) meter.record({ operation: action, tables, readUnits: 0, writeUnits, error: name });
      throw error;
    }
  }

  return {
    handle: awsJsonService(call, (code) =>
      CODES_OF_CORAL.includes(code) ? 'com.amazon.coral.service#' : 'com.amazonaws.dynamodb.v20120810#',
    ),
    sweep: () => ttl.sweep(),
    stats: () => meter.stats(),
    resetStats: () => meter.reset(),
    close: () => engine.close(),
  };
}

type Run = (action: string, input: JsonObject) => Promise<JsonObject>;

function createRunner(engine: Engine, ttl: ReturnType<typeof createTimeToLive>): Run {
  const lock = createLock();
  const transact = createTransactions(engine, lock);
  return async (action, input) => {
    if (action === 'TransactWriteItems' || action === 'TransactGetItems') return transact(action, input);
    if (action === 'UpdateTimeToLive') return updateTimeToLive(ttl, input);
    if (action === 'DescribeTimeToLive')
      return { TimeToLiveDescription: ttl.describe(String(input.TableName)) };
    if (!isOperation(action))
      throw new AwsError('UnknownOperationException', `DynamoDB's ${action} is not emulated`);
    return single(engine, lock, action, input);
  };
}

async function single(engine: Engine, lock: Lock, action: Operation, input: JsonObject): Promise<JsonObject> {
  const prepared = engine.prepare(action, input);
  if (!WRITES.includes(action)) return engine.run(prepared);
  // The item of a failed condition must be the one that failed it, so nothing may come between.
  const isolation = input.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? 'exclusive' : 'shared';
  return lock[isolation](() => writeItem(engine, action, input, prepared));
}

/** A repeated client token answers as the first call did, without a second effect. */
function createTransactions(engine: Engine, lock: Lock): Run {
  const answered = new Map<string, string>();
  return (action, input) =>
    lock.exclusive(async () => {
      const token = input.ClientRequestToken;
      const body = JSON.stringify(input.TransactItems);
      if (typeof token === 'string' && action === 'TransactWriteItems') {
        const earlier = answered.get(token);
        if (earlier === body) return {};
        if (earlier !== undefined)
          throw new AwsError(
            'IdempotentParameterMismatchException',
            'The token was used with other parameters',
          );
      }
      const write = action === 'TransactWriteItems';
      const result = write ? await transactWrite(engine, input) : await transactGet(engine, input);
      if (typeof token === 'string') answered.set(token, body);
      return withCapacity(result, write);
    });
}

function withCapacity({ answer, units }: TransactionResult, write: boolean): JsonObject {
  const ConsumedCapacity = [...units].map(([TableName, CapacityUnits]) => ({
    TableName,
    CapacityUnits,
    [write ? 'WriteCapacityUnits' : 'ReadCapacityUnits']: CapacityUnits,
  }));
  return { ...answer, ConsumedCapacity };
}

function tablesOf(action: string, input: JsonObject): string[] {
  if (action.startsWith('Batch')) return Object.keys(input.RequestItems ?? {});
  if (action.startsWith('Transact'))
    return [...new Set(entriesOf(input).map(([, request]) => String(request.TableName)))];
  return input.TableName === undefined ? [] : [String(input.TableName)];
}
