/**
 * Emulates TransactWriteItems and TransactGetItems, which dynalite lacks. The caller must hold the exclusive lock
 * (`shared-exclusive-lock.ts`), so that no write and no other transaction sees half a transaction. Reads outside
 * transactions take no lock, so they may see half a transaction.
 */
import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Engine, Operation, Prepared } from './dynalite-engine.ts';
import type { Item } from './dynamodb-types.ts';
import { refuseEmptyIndexKeys } from './key-rules.ts';
import { keyOf, readItem } from './read-and-write-item.ts';

/**
 * Largest number of items of a transaction, and of their bytes together.
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html
 */
const MAX_ITEMS = 100;
const MAX_BYTES = 4 * 1024 * 1024;
const OPERATION_OF: Readonly<Record<string, Operation>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  // A ConditionCheck is prepared as a delete, so that the engine can evaluate the condition. This delete never runs.
  ConditionCheck: 'DeleteItem',
};

interface Write {
  readonly kind: string;
  readonly request: JsonObject;
  readonly prepared: Prepared;
  readonly table: string;
  readonly key: Item;
  readonly old: Item | undefined;
}

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: Item;
}

/** Response, and capacity units by table. An operation in a transaction costs twice as many units. */
export interface TransactionResult {
  readonly answer: JsonObject;
  readonly units: ReadonlyMap<string, number>;
}

export async function transactWrite(engine: Engine, input: JsonObject): Promise<TransactionResult> {
  const writes = await prepareAll(engine, entriesOf(input));
  // Rehearses every write before the first one runs, so that a transaction that fails has written nothing.
  const rehearsals = await Promise.all(writes.map((write) => rehearse(engine, write)));
  let bytes = 0;
  const units = new Map<string, number>();
  for (const { write, after } of rehearsals) {
    bytes += engine.itemBytes(after ?? write.old);
    units.set(write.table, (units.get(write.table) ?? 0) + 2 * unitsOf(engine, write, after));
  }
  if (bytes > MAX_BYTES) throw tooLarge();
  const reasons = rehearsals.map(({ reason }) => reason);
  if (reasons.some(({ Code }) => Code !== 'None')) throw cancelled(reasons);
  for (const { kind, prepared } of writes) if (kind !== 'ConditionCheck') await engine.run(prepared);
  return { answer: {}, units };
}

interface Rehearsal {
  readonly write: Write;
  readonly reason: Reason;
  /** Item after the write. For a failed Put, the item to be put. For any other failed write, the old item. */
  readonly after: Item | undefined;
}

async function rehearse(engine: Engine, write: Write): Promise<Rehearsal> {
  const { kind, request, prepared, old } = write;
  const reason = conditionReason(engine, write);
  const failed = { write, after: kind === 'Put' ? (request.Item as Item) : old }; // validated by prepare
  if (kind === 'ConditionCheck' || reason.Code !== 'None') return { ...failed, reason };
  try {
    // A prepared input can be run only once.
    const after = await engine.rehearse(engine.prepare(prepared.operation, request), old);
    return { write, reason, after };
  } catch (error) {
    if (!(error instanceof AwsError)) throw error;
    return { ...failed, reason: { Code: 'ValidationError', Message: error.message } };
  }
}

export async function transactGet(engine: Engine, input: JsonObject): Promise<TransactionResult> {
  const units = new Map<string, number>();
  const Responses: JsonObject[] = [];
  let bytes = 0;
  for (const [, get] of entriesOf(input)) {
    const prepared = engine.prepare('GetItem', { ...get, ConsistentRead: true });
    const { Item } = await engine.run(prepared);
    Responses.push(Item ? { Item } : {});
    const table = String(get.TableName);
    const whole = await readItem(engine, table, get.Key as Item); // validated by prepare
    bytes += engine.itemBytes(whole);
    if (bytes > MAX_BYTES) throw tooLarge();
    units.set(table, (units.get(table) ?? 0) + 2 * engine.readUnits(whole));
  }
  return { answer: { Responses }, units };
}

export function entriesOf(input: JsonObject): [kind: string, request: JsonObject][] {
  const items = (input.TransactItems ?? []) as readonly Readonly<Record<string, JsonObject>>[];
  if (items.length === 0 || items.length > MAX_ITEMS)
    throw new AwsError(
      'ValidationException',
      `1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have length ` +
        `between 1 and ${MAX_ITEMS}`,
    );
  return items.map((item) => {
    const [entry, ...more] = Object.entries(item);
    if (!entry || more.length > 0)
      throw new AwsError(
        'ValidationException',
        'TransactItems can only contain one of Check, Put, Update or Delete',
      );
    return entry;
  });
}

async function prepareAll(engine: Engine, entries: [string, JsonObject][]): Promise<Write[]> {
  const writes: Write[] = [];
  const seen = new Set<string>();
  for (const [kind, request] of entries) {
    const operation = OPERATION_OF[kind];
    if (!operation) throw new AwsError('ValidationException', `Unknown transaction action ${kind}`);
    const prepared = engine.prepare(operation, request);
    const table = String(request.TableName);
    const description = await engine.table(table);
    if (kind === 'Put') refuseEmptyIndexKeys(description, request.Item as Item); // validated by prepare
    const key = keyOf(description, (request.Key ?? request.Item) as Item);
    const id = `${table} ${JSON.stringify(key)}`;
    if (seen.has(id))
      throw new AwsError(
        'ValidationException',
        'Transaction request cannot include multiple operations on one item',
      );
    seen.add(id);
    writes.push({ kind, request, prepared, table, key, old: await readItem(engine, table, key) });
  }
  return writes;
}

function conditionReason(engine: Engine, { prepared, request, old }: Write): Reason {
  if (engine.conditionHolds(prepared, old)) return { Code: 'None' };
  const failed = { Code: 'ConditionalCheckFailed', Message: 'The conditional request failed' };
  return request.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && old ? { ...failed, Item: old } : failed;
}

function cancelled(reasons: readonly Reason[]): AwsError {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return new AwsError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    400,
    { CancellationReasons: reasons },
  );
}

const tooLarge = (): AwsError =>
  new AwsError('ValidationException', 'The aggregate size of the items in the transaction exceeds 4 MB');

const unitsOf = (engine: Engine, { old }: Write, after: Item | undefined): number =>
  Math.max(engine.writeUnits(old), engine.writeUnits(after));
