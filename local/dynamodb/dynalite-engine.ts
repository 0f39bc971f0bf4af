/**
 * Runs dynalite, an emulator of DynamoDB, inside this process. This file loads internals of dynalite, so dynalite's
 * version is pinned exactly.
 */
import { createRequire } from 'node:module';
import { AwsError, type JsonObject } from '../aws-json/aws-json-service.ts';
import { cacheParsedExpressions, type Parser } from './cache-parsed-expressions.ts';
import type { Item, TableDescription } from './dynamodb-types.ts';
import { keyedRequests, refuseEmptyIndexKeys, refuseLongKeys } from './key-rules.ts';

type Callback = (error: unknown, result: unknown) => void;
interface Store {
  getTable(name: string, callback: Callback): void;
  readonly db: { open(): Promise<void>; close(callback: (error: unknown) => void): void };
  readonly options: unknown;
}
type Done = (error?: unknown, item?: Item) => void;
interface ItemStore {
  readonly getTable: Store['getTable'];
  readonly getItemDb: () => {
    lock(key: string, work: (release: (callback: Callback) => Callback) => void): void;
    get(key: string, done: Done): void;
    put(key: string, item: Item, done: Done): void;
    del(key: string, done: Done): void;
  };
  readonly getIndexDb: () => {
    put(key: string, item: Item, done: Done): void;
    del(key: string, done: Done): void;
  };
  readonly options: unknown;
}
type Action = (store: Store | ItemStore, input: JsonObject, callback: Callback) => void;
interface Validation {
  readonly types: unknown;
  readonly custom: unknown;
}
interface DynaliteDb {
  create(options: { path?: string; createTableMs: 0; deleteTableMs: 0; updateTableMs: 0 }): Store;
  checkConditional(input: unknown, item: unknown): unknown;
  capacityUnits(item: unknown, isRead: boolean, isConsistent: boolean): number;
  itemSize(item: unknown): number;
  /** Writes the index entries of an item, just before the item itself is changed. */
  updateIndexes: UpdateIndexes;
}
type UpdateIndexes = (
  store: Store,
  table: TableDescription,
  before: Item | undefined,
  after: Item | undefined,
  callback: (error?: unknown) => void,
) => void;
interface DynaliteValidations {
  checkTypes(input: unknown, types: unknown): JsonObject;
  checkValidations(input: unknown, types: unknown, custom: unknown, store: Store): void;
}

const load = createRequire(import.meta.url);
const dynalite: DynaliteDb = load('dynalite/db');
const validations: DynaliteValidations = load('dynalite/validations');
for (const name of ['conditionParser', 'updateParser', 'projectionParser']) {
  const parser: Parser = load(`dynalite/db/${name}`);
  cacheParsedExpressions(parser);
}

const { updateIndexes } = dynalite;
// `checkKeys` runs before dynalite applies an update expression. So the index keys that an update produces are checked
// here.
dynalite.updateIndexes = (store, table, before, after, callback) => {
  try {
    refuseEmptyIndexKeys(table, after ?? {});
  } catch (error) {
    return callback(error);
  }
  updateIndexes(store, table, before, after, callback);
};

const OPERATIONS = [
  'BatchGetItem',
  'BatchWriteItem',
  'CreateTable',
  'DeleteItem',
  'DeleteTable',
  'DescribeTable',
  'GetItem',
  'ListTables',
  'PutItem',
  'Query',
  'Scan',
  'UpdateItem',
] as const;
export type Operation = (typeof OPERATIONS)[number];

export const isOperation = (name: string): name is Operation => OPERATIONS.some((known) => known === name);

/** Operation with its validated input. It can be run only once, because dynalite changes the input. */
export interface Prepared {
  readonly operation: Operation;
  readonly input: JsonObject;
}

export interface Engine {
  /** Opens the database. Rejects when another process uses the data or the data is damaged: see `databaseErrorOf`. */
  open(): Promise<void>;
  /** Validates an input. Throws the {@link AwsError} with which DynamoDB refuses it. */
  prepare(operation: Operation, input: JsonObject): Prepared;
  run(prepared: Prepared): Promise<JsonObject>;
  /**
   * Returns the item that `run` would leave in the place of `old`, and writes nothing. Rejects with the error of `run`.
   */
  rehearse(prepared: Prepared, old: Item | undefined): Promise<Item | undefined>;
  table(name: string): Promise<TableDescription>;
  conditionHolds(prepared: Prepared, item: Item | undefined): boolean;
  itemBytes(item: Item | undefined): number;
  writeUnits(item: Item | undefined): number;
  readUnits(item: Item | undefined): number;
  /**
   * Waits for running operations, then closes the database. If the database closed during an operation, dynalite would
   * throw an error that no caller can catch.
   */
  close(): Promise<void>;
}

export function createEngine(path?: string): Engine {
  const store = dynalite.create({
    ...(path && { path }),
    createTableMs: 0,
    deleteTableMs: 0,
    updateTableMs: 0,
  });

  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  function tracked<T>(start: (callback: Callback) => void): Promise<T> {
    if (isClosed) return Promise.reject(new AwsError('InternalServerError', 'The database is closed', 500));
    const work = promised<T>(start).finally(() => running.delete(work));
    running.add(work);
    return work;
  }

  const table = (name: string) => tracked<TableDescription>((callback) => store.getTable(name, callback));
  /** Descriptions by table. They are cached, because a table's keys never change. */
  const described = new Map<string, TableDescription>();
  async function checkKeys(input: JsonObject): Promise<void> {
    for (const [name, request] of keyedRequests(input)) {
      const known = described.get(name) ?? (await table(name));
      described.set(name, known);
      refuseLongKeys(known, request);
      refuseEmptyIndexKeys(known, (request.Item ?? {}) as Item); // validated by `prepare`
    }
  }

  return {
    open: () => store.db.open(),
    prepare(operation, input) {
      const { types, custom }: Validation = load(`dynalite/validations/${fileOf(operation)}`);
      try {
        const checked = validations.checkTypes(structuredClone(input), types);
        validations.checkValidations(checked, types, custom, store);
        return { operation, input: checked };
      } catch (error) {
        throw translated(error);
      }
    },
    async run({ operation, input }) {
      await checkKeys(input);
      if (operation === 'CreateTable' || operation === 'DeleteTable')
        described.delete(String(input.TableName));
      const action: Action = load(`dynalite/actions/${fileOf(operation)}`);
      return tracked<JsonObject>((callback) => action(store, input, callback));
    },
    async rehearse({ operation, input }, old) {
      await checkKeys(input);
      const action: Action = load(`dynalite/actions/${fileOf(operation)}`);
      let after = old;
      const itemStore: ItemStore = {
        ...{ getTable: store.getTable, options: store.options },
        getItemDb: () => ({
          lock: (_, work) => work((callback) => callback),
          get: (_, done) => done(undefined, structuredClone(old)),
          put(_, item, done) {
            after = item;
            done();
          },
          del(_, done) {
            after = undefined;
            done();
          },
        }),
        getIndexDb: () => ({ put: (_, _item, done) => done(), del: (_, done) => done() }),
      };
      await tracked((callback) => action(itemStore, input, callback));
      return after;
    },
    table,
    conditionHolds: ({ input }, item) => !dynalite.checkConditional(input, item),
    itemBytes: (item) => (item === undefined ? 0 : dynalite.itemSize(item)),
    writeUnits: (item) => dynalite.capacityUnits(item, false, true),
    readUnits: (item) => dynalite.capacityUnits(item, true, true),
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await promised<void>((callback) => store.db.close((error) => callback(error, undefined)));
    },
  };
}

const fileOf = (operation: Operation): string => operation.charAt(0).toLowerCase() + operation.slice(1);

function promised<T>(start: (callback: Callback) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, result) => {
      if (error) reject(translated(error));
      else resolve(result as T); // the type depends on the action
    });
  });
}

function translated(error: unknown): unknown {
  if (!(error instanceof Error) || !('body' in error)) return error;
  const body = error.body as Record<string, string>; // only dynalite sets `body`
  const code = body.__type?.split('#').at(-1) ?? 'InternalServerError';
  return new AwsError(code, body.message ?? body.Message ?? '', 400);
}
