/**
 * Emulates DynamoDB's HTTP API with dynalite as engine. Adds what dynalite lacks, such as transactions, TTL,
 * point-in-time recovery, IAM and faults.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { awsJsonService, type JsonCall, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults, Step } from '../faults/faults.ts';
import { ADMIN_ACCESS_KEY, isOperator } from '../iam/iam.ts';
import { createMeter, type Stats, unitsIn } from './capacity-meter.ts';
import { type Change, createChangeCapture } from './change-capture.ts';
import { createTables } from './create-tables.ts';
import { createDispatcher, isWrite } from './dispatch-operations-under-locks.ts';
import { createEngine } from './dynalite-engine.ts';
import type { TableProperties } from './dynamodb-types.ts';
import { needsOf } from './needed-permissions.ts';
import { createPointInTimeRecovery } from './point-in-time-recovery.ts';
import { createLock } from './shared-exclusive-lock.ts';
import { entriesOf } from './transactions.ts';
import { createTimeToLive } from './ttl.ts';

export type { CallRecord, Stats } from './capacity-meter.ts';
export type { Change } from './change-capture.ts';
export { databaseDirOf, databaseErrorOf, isDatabaseInUse } from './database-in-use-or-damaged.ts';
export type { TableProperties } from './dynamodb-types.ts';
export { tableArn } from './needed-permissions.ts';

export interface DynamoDbOptions {
  /** Tables by physical name. Existing tables keep their items. */
  readonly tables: Readonly<Record<string, TableProperties>>;
  /** Folder of the data. @default the data is in memory */
  readonly path?: string;
  readonly authorize: Authorize;
  readonly faults: Faults;
  readonly clock: Clock;
  /** Called with every change of a table that has a stream, in the order of the writes. @default none */
  readonly onChange?: (change: Change) => void;
  /** Returns the physical name of the function that signs with an access key; undefined for any other caller. */
  readonly callerOf?: (accessKeyId: string) => string | undefined;
}

export interface DynamoDb {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Deletes items that have expired by the stack's clock. Returns their number. */
  sweep(): Promise<number>;
  /** Returns the functions' calls since the last reset. Calls of the stack itself and of operators are not counted. */
  stats(): Stats;
  resetStats(): void;
  close(): Promise<void>;
}

/** Exceptions of Coral, AWS's service framework. Their `__type` has Coral's prefix instead of DynamoDB's. */
const CODES_OF_CORAL = ['AccessDeniedException', 'UnrecognizedClientException', 'SerializationException'];

export async function createDynamoDb(options: DynamoDbOptions): Promise<DynamoDb> {
  const engine = createEngine(options.path);
  const { onChange = () => undefined } = options;
  const followed = new Set(
    Object.entries(options.tables).flatMap(([name, { StreamSpecification }]) =>
      StreamSpecification ? [name] : [],
    ),
  );
  /** Tables whose changes are captured: those with a stream, and those with point-in-time recovery. */
  const watched = new Set(followed);
  const backups = createPointInTimeRecovery(engine, options.clock, watched);
  const tell = (change: Change): void => {
    backups.record(change);
    if (followed.has(change.table)) onChange(change);
  };
  const lock = createLock();
  const ttl = createTimeToLive(engine, lock, options.clock, (table, keys, before) =>
    tell({ table, keys, before, after: undefined, isExpiry: true }),
  );
  const meter = createMeter();
  const run = createDispatcher(engine, lock, ttl, createChangeCapture(engine, watched, tell), backups);
  await engine.open();
  try {
    await createTables(engine, ttl, options.tables);
  } catch (error) {
    // If LevelDB kept its lock, the next start of a stack in this process would fail.
    await engine.close();
    throw error;
  }
  for (const [name, table] of Object.entries(options.tables)) if (isProtected(table)) backups.protect(name);

  async function call({ action, input, accessKeyId }: JsonCall): Promise<JsonObject> {
    const tables = tablesOf(action, input);
    const counted = accessKeyId !== ADMIN_ACCESS_KEY && !isOperator(accessKeyId);
    try {
      const caller = options.callerOf?.(accessKeyId);
      const step: Step = { service: 'dynamodb', action, caller, request: () => JSON.stringify(input) };
      if (counted) await options.faults.strike(step);
      for (const need of needsOf(action, input)) options.authorize(accessKeyId, need.action, need.resource);
      const answer = await run(action, {
        ...input,
        ReturnConsumedCapacity: input.ReturnConsumedCapacity ?? 'TOTAL',
      });
      if (counted) await options.faults.strike({ ...step, phase: 'after' });
      const units = unitsIn(answer);
      const writes = isWrite(action);
      if (counted)
        meter.record({
          operation: action,
          tables,
          readUnits: writes ? 0 : units,
          writeUnits: writes ? units : 0,
        });
      const wanted = ['TOTAL', 'INDEXES'].includes(String(input.ReturnConsumedCapacity));
      return wanted ? answer : { ...answer, ConsumedCapacity: undefined };
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown';
      const writeUnits = unitsOfFailure(name, input);
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
    // Without the lock, the database could close between two writes of a transaction.
    close: () => lock.exclusive(() => engine.close()),
  };
}

/**
 * Returns the write units of a failed call. Ignores the item's size, although AWS bills more units above 1 KB.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
 */
function unitsOfFailure(error: string, input: JsonObject): number {
  if (error === 'ConditionalCheckFailedException') return 1;
  return error === 'TransactionCanceledException' ? 2 * entriesOf(input).length : 0;
}

const isProtected = ({ PointInTimeRecoverySpecification, Replicas = [] }: TableProperties): boolean =>
  [PointInTimeRecoverySpecification, Replicas[0]?.PointInTimeRecoverySpecification].some(
    (specification) => specification?.PointInTimeRecoveryEnabled === true,
  );

function tablesOf(action: string, input: JsonObject): string[] {
  if (action.startsWith('Batch')) return Object.keys(input.RequestItems ?? {});
  if (action.startsWith('Transact'))
    return [...new Set(entriesOf(input).map(([, request]) => String(request.TableName)))];
  return input.TableName === undefined ? [] : [String(input.TableName)];
}
