/** Captures the changes that a write makes to items, for streams and point-in-time recovery. */
import type { JsonObject } from '../aws-json/aws-json-service.ts';
import type { Engine } from './dynalite-engine.ts';
import type { Item } from './dynamodb-types.ts';
import { keyOf, readItem } from './read-and-write-item.ts';
import { entriesOf } from './transactions.ts';

export interface Change {
  readonly table: string;
  readonly keys: Item;
  readonly before: Item | undefined;
  readonly after: Item | undefined;
  /** True when the item was deleted because its TTL had passed. */
  readonly isExpiry?: boolean;
}

interface Touched {
  readonly table: string;
  readonly keys: Item;
}

export interface ChangeCapture {
  /** True when the call writes or checks an item of a table whose changes are captured. */
  follows(action: string, input: JsonObject): boolean;
  /**
   * Runs a write and reports its changes, even if the write fails after some of them. The caller must block other
   * writes meanwhile, because their changes would be reported as changes of this write.
   */
  capture<T>(action: string, input: JsonObject, work: () => Promise<T>): Promise<T>;
}

/**
 * Calls `tell` with each change of an item in `tables`. Like DynamoDB, ignores a write that leaves an item as it was.
 * Reads `tables` at each write, because point-in-time recovery can add a table at any time.
 */
export function createChangeCapture(
  engine: Engine,
  tables: ReadonlySet<string>,
  tell: (change: Change) => void,
): ChangeCapture {
  const isFollowed = (action: string, input: JsonObject) =>
    tables.size > 0 && requestsOf(action, input).some(([table]) => tables.has(table));

  async function touchedBy(action: string, input: JsonObject): Promise<Touched[]> {
    const requests = requestsOf(action, input).filter(([table]) => tables.has(table));
    return Promise.all(
      requests.map(async ([table, item]) => ({ table, keys: keyOf(await engine.table(table), item) })),
    );
  }

  return {
    follows: isFollowed,
    async capture(action, input, work) {
      const touched = await touchedBy(action, input);
      const before = await Promise.all(touched.map(({ table, keys }) => readItem(engine, table, keys)));
      try {
        return await work();
      } finally {
        for (const [i, { table, keys }] of touched.entries()) {
          const after = await readItem(engine, table, keys);
          if (!isSame(before[i], after)) tell({ table, keys, before: before[i], after });
        }
      }
    },
  };
}

const isSame = (a: Item | undefined, b: Item | undefined) => JSON.stringify(a) === JSON.stringify(b);

function requestsOf(action: string, input: JsonObject): [table: string, item: Item][] {
  if (action === 'PutItem' || action === 'UpdateItem' || action === 'DeleteItem')
    return [[String(input.TableName), itemIn(input)]];
  if (action === 'TransactWriteItems')
    return entriesOf(input).map(([, request]) => [String(request.TableName), itemIn(request)]);
  if (action !== 'BatchWriteItem') return [];
  const tables = (input.RequestItems ?? {}) as Readonly<
    Record<string, readonly Record<string, JsonObject>[]>
  >;
  return Object.entries(tables).flatMap(([table, requests]) =>
    requests.flatMap((request) =>
      Object.values(request).map((part): [string, Item] => [table, itemIn(part)]),
    ),
  );
}

const itemIn = (request: JsonObject): Item => (request.Key ?? request.Item ?? {}) as Item; // both are attribute maps
