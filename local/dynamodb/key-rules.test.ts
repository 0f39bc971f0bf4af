import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../aws-json/index.ts';
import { createTable } from './create-tables.ts';
import { createEngine, type Engine, type Operation } from './engine.ts';

const TableName = 'Chats';
let engine: Engine;
beforeEach(async () => {
  engine = createEngine();
  await engine.open();
  const named = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  await createTable(engine, TableName, {
    AttributeDefinitions: [named('pk'), named('owner')],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byOwner',
        KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
});
afterEach(() => engine.close());

const run = (operation: Operation, input: JsonObject) => engine.run(engine.prepare(operation, input));
const fine = { pk: { S: 'fine' } };

const writes = (...requests: JsonObject[]) => ({ RequestItems: { [TableName]: requests } });

const long = { pk: { S: 'é'.repeat(1_025) } };
it.each<[string, Operation, JsonObject]>([
  ['a put', 'PutItem', { TableName, Item: long }],
  [
    'a put in a batch',
    'BatchWriteItem',
    writes({ PutRequest: { Item: fine } }, { PutRequest: { Item: long } }),
  ],
  ['a deletion in a batch', 'BatchWriteItem', writes({ DeleteRequest: { Key: long } })],
  ['a read in a batch', 'BatchGetItem', { RequestItems: { [TableName]: { Keys: [fine, long] } } }],
])('%s with a key of 2,050 bytes is refused, and writes nothing', async (_, operation, input) => {
  await expect(run(operation, input)).rejects.toMatchObject({
    code: 'ValidationException',
    message: expect.stringContaining('2048 bytes'),
  });
  expect(await run('Scan', { TableName })).toMatchObject({ Count: 0 });
});
