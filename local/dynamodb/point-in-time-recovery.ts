/**
 * Emulates point-in-time recovery. Changes are recorded in memory, so no time before a restart of the stack can be
 * restored.
 */
import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Clock } from '../emulator-types.ts';
import type { Change } from './change-capture.ts';
import { createTable } from './create-tables.ts';
import type { Engine } from './dynalite-engine.ts';
import type { Item, TableProperties } from './dynamodb-types.ts';
import { tableArn } from './needed-permissions.ts';
import { keyOf } from './read-and-write-item.ts';

/**
 * Age of the latest and of the earliest restorable time, in milliseconds.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/PointInTimeRecovery_Howitworks.html
 */
const LATEST_MS = 5 * 60_000;
const EARLIEST_MS = 35 * 86_400_000;

interface Undo {
  readonly at: number;
  readonly keys: Item;
  readonly before: Item | undefined;
}
interface Protected {
  readonly since: number;
  readonly undo: Undo[];
}

export interface Backups {
  protect(table: string): void;
  record(change: Change): void;
  readonly actions: Readonly<Record<string, (input: JsonObject) => Promise<JsonObject>>>;
}

/** Adds each table with point-in-time recovery to `watched`, the set of tables whose changes are captured. */
export function createPointInTimeRecovery(engine: Engine, clock: Clock, watched: Set<string>): Backups {
  const tables = new Map<string, Protected>();

  function protect(table: string): void {
    if (!tables.has(table)) tables.set(table, { since: clock.now(), undo: [] });
    watched.add(table);
  }

  /** Returns the restorable times of a table, in Unix milliseconds. */
  const windowOf = ({ since }: Protected) => {
    const latest = clock.now() - LATEST_MS;
    return { earliest: Math.max(since, clock.now() - EARLIEST_MS), latest };
  };

  async function describe({ TableName }: JsonObject): Promise<JsonObject> {
    const name = String(TableName);
    await existing(engine, name);
    const found = tables.get(name);
    const { earliest, latest } = found ? windowOf(found) : { earliest: 0, latest: 0 };
    const PointInTimeRecoveryDescription = found
      ? {
          PointInTimeRecoveryStatus: 'ENABLED',
          RecoveryPeriodInDays: 35,
          EarliestRestorableDateTime: earliest / 1000,
          LatestRestorableDateTime: latest / 1000,
        }
      : { PointInTimeRecoveryStatus: 'DISABLED' };
    const ContinuousBackupsStatus = 'ENABLED'; // DynamoDB enables continuous backups for every table
    return {
      ContinuousBackupsDescription: { ContinuousBackupsStatus, PointInTimeRecoveryDescription },
    };
  }

  async function update(input: JsonObject): Promise<JsonObject> {
    const { PointInTimeRecoveryEnabled } = (input.PointInTimeRecoverySpecification ?? {}) as JsonObject;
    if (typeof PointInTimeRecoveryEnabled !== 'boolean')
      throw new AwsError('ValidationException', 'PointInTimeRecoverySpecification is incomplete');
    const name = String(input.TableName);
    await existing(engine, name);
    if (PointInTimeRecoveryEnabled) protect(name);
    else tables.delete(name);
    return describe(input);
  }

  async function restore(input: JsonObject): Promise<JsonObject> {
    const source = String(input.SourceTableName ?? input.SourceTableArn).replace(/^arn:.*:table\//, '');
    const target = String(input.TargetTableName);
    const description = await existing(engine, source);
    const found = tables.get(source);
    if (!found)
      throw new AwsError(
        'PointInTimeRecoveryUnavailableException',
        `Point in time recovery is not enabled for table '${source}'`,
      );
    const at = wantedTime(input, windowOf(found));
    await createTable(engine, target, description).catch((error: unknown) => {
      if (error instanceof AwsError && error.code === 'ResourceInUseException')
        throw new AwsError('TableAlreadyExistsException', `Table already exists: ${target}`);
      throw error;
    });
    for (const item of await itemsAt(engine, source, found.undo, at))
      await engine.run(engine.prepare('PutItem', { TableName: target, Item: item }));
    const { Table } = await engine.run(engine.prepare('DescribeTable', { TableName: target }));
    const RestoreSummary = {
      SourceTableArn: tableArn(source),
      RestoreDateTime: at / 1000,
      RestoreInProgress: true,
    };
    return { TableDescription: { ...(Table as JsonObject), TableStatus: 'CREATING', RestoreSummary } };
  }

  return {
    protect,
    record: ({ table, keys, before }) => tables.get(table)?.undo.push({ at: clock.now(), keys, before }),
    actions: {
      DescribeContinuousBackups: describe,
      UpdateContinuousBackups: update,
      RestoreTableToPointInTime: restore,
    },
  };
}

/** Returns a table's properties. @throws AwsError TableNotFoundException */
async function existing(engine: Engine, name: string): Promise<TableProperties> {
  const { TableNames } = await engine.run(engine.prepare('ListTables', {}));
  if (!(TableNames as readonly string[]).includes(name))
    throw new AwsError('TableNotFoundException', `Table not found: ${name}`);
  const { Table } = await engine.run(engine.prepare('DescribeTable', { TableName: name }));
  return Table as unknown as TableProperties; // `createTable` reads only the keys and indexes, and `Table` has both
}

/**
 * Returns the time to restore, in Unix milliseconds. @throws AwsError ValidationException, InvalidRestoreTimeException
 */
function wantedTime(
  { RestoreDateTime, UseLatestRestorableTime }: JsonObject,
  { earliest, latest }: { readonly earliest: number; readonly latest: number },
): number {
  if ((RestoreDateTime === undefined) === (UseLatestRestorableTime !== true))
    throw new AwsError('ValidationException', 'Give RestoreDateTime or UseLatestRestorableTime');
  const at = RestoreDateTime === undefined ? latest : Number(RestoreDateTime) * 1000;
  if (!(at >= earliest && at <= latest))
    throw new AwsError(
      'InvalidRestoreTimeException',
      `RestoreDateTime is not between ${new Date(earliest).toISOString()} and ${new Date(latest).toISOString()}`,
    );
  return at;
}

async function itemsAt(engine: Engine, name: string, undo: readonly Undo[], at: number): Promise<Item[]> {
  const table = await engine.table(name);
  const place = (item: Item) => JSON.stringify(keyOf(table, item));
  const items = new Map<string, Item>();
  let from: unknown;
  do {
    const page = await engine.run(
      engine.prepare('Scan', { TableName: name, ...(from !== undefined && { ExclusiveStartKey: from }) }),
    );
    for (const item of (page.Items ?? []) as readonly Item[]) items.set(place(item), item); // the cast follows DynamoDB's documentation
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  for (const { keys, before } of undo.filter((one) => one.at > at).toReversed()) {
    if (before) items.set(place(keys), before);
    else items.delete(place(keys));
  }
  return [...items.values()];
}
