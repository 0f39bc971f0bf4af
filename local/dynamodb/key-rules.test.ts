import { afterEach, beforeEach, expect, it } from 'vitest';
import type { JsonObject } from '../aws-json/aws-json-service.ts';
import { createTable } from './create-tables.ts';
import { createEngine, type Engine, type Operation } from './dynalite-engine.ts';

const TableName = 'Chats';
let engine: Engine;
beforeEach(async () => {
  engine = createEngine();
  await engine.open();
  const named = (AttributeName: string) => ({ AttributeName, AttributeType: 'S' });
  await createTable(engine, TableName, {
    AttributeDefinitions: [named('pk'), named('ownerId')],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byOwner',
        KeySchema: [{ AttributeName: 'ownerId', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  });
});
afterEach(() => engine.close());

const run = (operation: Operation, input: JsonObject) => engine.run(engine.prepare(operation, input));
const Key = { pk: { S: 'a' } };
const empty = { S: '' };
const fine = { pk: { S: 'fine' } };

const update = (UpdateExpression: string): [Operation, JsonObject] => [
  'UpdateItem',
  { TableName, Key, UpdateExpression, ExpressionAttributeValues: { ':ownerId': empty } },
];
const writes = (...requests: JsonObject[]) => ({ RequestItems: { [TableName]: requests } });

it.each<[string, Operation, JsonObject]>([
  ['a put', 'PutItem', { TableName, Item: { ...Key, ownerId: empty } }],
  ['an update', ...update('SET ownerId = :ownerId')],
  [
    'an update of an attribute that is not there',
    ...update('SET ownerId = if_not_exists(ownerId, :ownerId)'),
  ],
  ['a legacy update', 'UpdateItem', { TableName, Key, AttributeUpdates: { ownerId: { Value: empty } } }],
  [
    'a put in a batch',
    'BatchWriteItem',
    writes({ PutRequest: { Item: fine } }, { PutRequest: { Item: { ...Key, ownerId: empty } } }),
  ],
])('%s with an empty key of an index is refused, and writes nothing', async (_, operation, input) => {
  await expect(run(operation, input)).rejects.toMatchObject({
    code: 'ValidationException',
    message: expect.stringContaining('key attribute cannot contain an empty string value'),
  });
  expect(await run('Scan', { TableName })).toMatchObject({ Count: 0 });
});

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
