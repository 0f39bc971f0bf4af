import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClock } from '../faults/faults.ts';
import { createTables } from './create-tables.ts';
import { createEngine, type Engine } from './dynalite-engine.ts';
import type { TableProperties } from './dynamodb-types.ts';
import { createLock } from './shared-exclusive-lock.ts';
import { createTimeToLive } from './ttl.ts';

let engine: Engine;
beforeEach(async () => {
  engine = createEngine();
  await engine.open();
});
afterEach(() => engine.close());

const hash = (AttributeName: string) => [{ AttributeName, KeyType: 'HASH' }];
const text = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
const index = (IndexName: string, key: string, ProjectionType = 'ALL') => ({
  IndexName,
  KeySchema: hash(key),
  Projection: { ProjectionType },
});
const table = (indexes: readonly ReturnType<typeof index>[] = [], key = 'pk'): TableProperties => ({
  AttributeDefinitions: [key, ...new Set(indexes.map((one) => String(one.KeySchema[0]?.AttributeName)))].map(
    text,
  ),
  KeySchema: hash(key),
  ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
});
const start = (properties: TableProperties) =>
  createTables(
    engine,
    createTimeToLive(engine, createLock(), createClock(), () => undefined),
    { Data: properties },
  );
const [byMail, byDay] = [index('byMail', 'mail'), index('byDay', 'day')];

it.each([
  ['the same table', table(), table()],
  ['the same indexes in another order', table([byMail, byDay]), table([byDay, byMail])],
])('a start with %s keeps it', async (_, before, after) => {
  await start(before);
  await expect(start(after)).resolves.toBeUndefined();
});

it('a start with other keys of a table is refused', async () => {
  await start(table());
  await expect(start(table([], 'id'))).rejects.toThrow(
    'The keys of table Data have changed; start over with --fresh',
  );
});

const number = {
  ...table([byMail]),
  AttributeDefinitions: [text('pk'), { ...text('mail'), AttributeType: 'N' }],
};
it.each([
  ['a new index', table(), table([byMail])],
  ['a missing index', table([byMail]), table()],
  ['another key of an index', table([byMail]), table([index('byMail', 'day')])],
  ['another type of an index key', table([byMail]), number],
  ['another projection of an index', table([byMail]), table([index('byMail', 'mail', 'KEYS_ONLY')])],
])('a start with %s is refused', async (_, before, after) => {
  await start(before);
  await expect(start(after)).rejects.toThrow(
    'The indexes of table Data have changed; start over with --fresh',
  );
});
