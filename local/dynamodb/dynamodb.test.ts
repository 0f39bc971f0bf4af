import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createClock, createFaults } from '../faults/faults.ts';
import { createIam, type Iam } from '../iam/iam.ts';
import { createTable } from './create-tables.ts';
import { createEngine, type Engine } from './dynalite-engine.ts';
import { createDynamoDb, type DynamoDb, tableArn } from './dynamodb.ts';
import { transactWrite } from './transactions.ts';

const TableName = 'Data-Chats';
const tables = {
  [TableName]: {
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
  },
};
const ACTIONS = ['GetItem', 'PutItem', 'UpdateItem', 'Query', 'ConditionCheckItem'];
const clock = createClock();
const faults = createFaults();
let iam: Iam;
let database: DynamoDb;
let server: http.Server;
let documents: DynamoDBDocumentClient;

beforeEach(async () => {
  const Action = ACTIONS.map((action) => `dynamodb:${action}`);
  iam = createIam({ Chat: {} }, [
    {
      Roles: ['Chat'],
      PolicyDocument: { Statement: { Effect: 'Allow', Action, Resource: tableArn(TableName) } },
    },
  ]);
  faults.clear();
  database = await createDynamoDb({ tables, clock, faults, authorize: iam.authorize });
  server = http.createServer(database.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const client = new DynamoDBClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: iam.accessKeyOf('Chat'), secretAccessKey: 'x' },
  });
  documents = DynamoDBDocumentClient.from(client);
});
afterEach(async () => {
  documents.destroy();
  server.close();
  await database.close();
});

const item = (sk: string, more: object = {}) => ({ pk: 'a', sk, ...more });
const put = (sk: string, more?: object) =>
  documents.send(
    new PutCommand({ TableName, Item: item(sk, more), ConditionExpression: 'attribute_not_exists(pk)' }),
  );
const get = async (sk: string) =>
  (await documents.send(new GetCommand({ TableName, Key: item(sk), ConsistentRead: true }))).Item;

const tablesOf = async (engine: Engine) => (await engine.run(engine.prepare('ListTables', {}))).TableNames;

describe('a condition that fails', () => {
  it('returns the old item where asked', async () => {
    await put('1', { n: 1 });
    const again = new PutCommand({
      TableName,
      Item: item('1'),
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
    await expect(documents.send(again)).rejects.toMatchObject({
      name: 'ConditionalCheckFailedException',
      Item: { pk: { S: 'a' }, n: { N: '1' } },
    });
  });
});

describe('a transaction', () => {
  const spend = (limit: number, id: number) =>
    documents.send(
      new TransactWriteCommand({
        TransactItems: [
          {
            Update: {
              TableName,
              Key: item('quota'),
              UpdateExpression: 'ADD spent :one',
              ConditionExpression: 'attribute_not_exists(spent) OR spent < :limit',
              ExpressionAttributeValues: { ':one': 1, ':limit': limit },
              ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
            },
          },
          { Put: { TableName, Item: item(`spent-${id}`) } },
        ],
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );

  it('writes all or nothing, also under 40 parallel spends of 25', async () => {
    const results = await Promise.allSettled(Array.from({ length: 40 }, (_, id) => spend(25, id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
    expect(await get('quota')).toMatchObject({ spent: 25 });
    const rows = await documents.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :a AND begins_with(sk, :s)',
        ExpressionAttributeValues: { ':a': 'a', ':s': 'spent-' },
      }),
    );
    expect(rows.Count).toBe(25);
  });

  it('runs alone: of two that each forbid the other, one succeeds', async () => {
    const claim = (mine: string, other: string) =>
      documents.send(
        new TransactWriteCommand({
          TransactItems: [
            {
              ConditionCheck: {
                TableName,
                Key: item(other),
                ConditionExpression: 'attribute_not_exists(pk)',
              },
            },
            { Put: { TableName, Item: item(mine) } },
          ],
        }),
      );
    const results = await Promise.allSettled([claim('left', 'right'), claim('right', 'left')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('says why it was cancelled, and costs double', async () => {
    const { ConsumedCapacity } = await spend(1, 1);
    expect(ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 4, WriteCapacityUnits: 4 }]);
    await expect(spend(1, 2)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [
        { Code: 'ConditionalCheckFailed', Item: { spent: { N: '1' } } },
        { Code: 'None' },
      ],
    });
  });

  it('costs double also when it is cancelled', async () => {
    await spend(1, 1);
    database.resetStats();
    await expect(spend(1, 2)).rejects.toThrow('Transaction cancelled');
    expect(database.stats()).toMatchObject({
      writeUnits: 4,
      calls: [{ operation: 'TransactWriteItems', error: 'TransactionCanceledException' }],
    });
  });

  it('is refused when one of its parts has two actions', async () => {
    const two = {
      Put: { TableName, Item: item('put') },
      Delete: { TableName, Key: item('deleted') },
    };
    await expect(documents.send(new TransactWriteCommand({ TransactItems: [two] }))).rejects.toMatchObject({
      name: 'ValidationException',
      message: 'TransactItems can only contain one of Check, Put, Update or Delete',
    });
    expect(await get('put')).toBeUndefined();
  });

  it('writes nothing when a later part fails', async () => {
    await put('text', { value: 'x' });
    const command = new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: item('new') } },
        {
          Update: {
            TableName,
            Key: item('text'),
            UpdateExpression: 'ADD #v :one',
            ExpressionAttributeNames: { '#v': 'value' },
            ExpressionAttributeValues: { ':one': 1 },
          },
        },
      ],
    });
    await expect(documents.send(command)).rejects.toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError' }],
    });
    expect(await get('new')).toBeUndefined();
  });

  it('that fails shows none of its writes to a read meanwhile', async () => {
    const engine = createEngine();
    onTestFinished(() => engine.close());
    await engine.open();
    await createTable(engine, TableName, tables[TableName]);
    const ran: string[] = [];
    const watched: Engine = {
      ...engine,
      run: (prepared) => {
        ran.push(prepared.operation);
        return engine.run(prepared);
      },
    };
    const Key = { pk: { S: 'a' }, sk: { S: 'text' } };
    const isText = { TableName, Item: { ...Key, value: { S: 'x' } } };
    await engine.run(engine.prepare('PutItem', isText));
    const TransactItems = [
      { Put: { TableName, Item: { pk: { S: 'a' }, sk: { S: 'new' } } } },
      {
        Update: {
          ...{ TableName, Key, UpdateExpression: 'ADD #v :one' },
          ExpressionAttributeNames: { '#v': 'value' },
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      },
    ];
    await expect(transactWrite(watched, { TransactItems })).rejects.toThrow('Transaction cancelled');
    expect(ran.filter((operation) => operation !== 'GetItem')).toEqual([]);
  });

  describe('of more than 4 MB', () => {
    const KB_399 = 'x'.repeat(399 * 1_024);
    const ten = Array.from({ length: 10 }, (_, i) => `large-${i}`);
    const write = (...TransactItems: TransactWriteCommandInput['TransactItems'] & object) =>
      documents.send(new TransactWriteCommand({ TransactItems }));
    const putOf = (sk: string, text = KB_399) => ({ Put: { TableName, Item: item(sk, { text }) } });
    const checkOf = (sk: string) => ({
      ConditionCheck: { TableName, Key: item(sk), ConditionExpression: 'attribute_exists(pk)' },
    });
    const appendTo = (sk: string) => ({
      Update: {
        ...{ TableName, Key: item(sk), UpdateExpression: 'SET more = :more' },
        ExpressionAttributeValues: { ':more': KB_399 },
      },
    });
    const refused = { name: 'ValidationException', message: expect.stringContaining('4 MB') };

    it('is refused by what it writes, and writes nothing', async () => {
      await expect(write(...ten.map((sk) => putOf(sk)), putOf('one more'))).rejects.toMatchObject(refused);
      expect(await get('large-0')).toBeUndefined();
      const failing = write(...ten.map((sk) => putOf(sk)), putOf('one more'), checkOf('missing'));
      await expect(failing).rejects.toMatchObject(refused);
      await write(...ten.map((sk) => putOf(sk)), putOf('small', 'x'));
      expect(await get('small')).toBeDefined();
    });

    it('is refused by what it updates, checks or reads', async () => {
      await write(...ten.map((sk) => putOf(sk)));
      await put('growing', { text: 'x' });
      await expect(write(...ten.map(checkOf), appendTo('growing'))).rejects.toMatchObject(refused);
      expect(await get('growing')).not.toHaveProperty('more');
      await write(...ten.slice(1).map(checkOf), appendTo('growing'));
      const read = (...keys: readonly string[]) =>
        documents.send(
          new TransactGetCommand({
            TransactItems: keys.map((sk) => ({ Get: { TableName, Key: item(sk) } })),
          }),
        );
      expect((await read(...ten)).Responses).toHaveLength(10);
      await expect(read(...ten, 'growing')).rejects.toMatchObject(refused);
    });
  });
});

it('counts the bytes of a key, not its characters: 1,024 at most', async () => {
  const [fits, long] = ['é'.repeat(512), 'é'.repeat(513)];
  await put(fits);
  const message = expect.stringContaining('size limit of 1024 bytes');
  const from = { pk: 'a', sk: long };
  const query = new QueryCommand({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': 'a' },
    ExclusiveStartKey: from,
  });
  for (const call of [put(long), get(long), documents.send(query)])
    await expect(call).rejects.toMatchObject({ name: 'ValidationException', message });
});

it('sweeps what has expired by the clock', async () => {
  const seconds = Math.floor(clock.now() / 1000);
  await put('soon', { ttl: seconds + 60 });
  await put('later', { ttl: seconds + 3_600 });
  clock.advance(120_000);
  expect(await database.sweep()).toBe(1);
  expect(await get('soon')).toBeUndefined();
  expect(await get('later')).toBeDefined();
});

it('sweeps what has expired beyond the first page of a scan', async () => {
  const ttl = Math.floor(clock.now() / 1000) + 60;
  const filling = 'x'.repeat(390_000);
  for (let n = 0; n < 6; n++) await put(`expiring ${n}`, { ttl, filling });
  clock.advance(120_000);
  expect(await database.sweep()).toBe(6);
});

it('refuses a body that is no JSON', async () => {
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    method: 'POST',
    headers: {
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      authorization: `AWS4-HMAC-SHA256 Credential=${iam.accessKeyOf('Chat')}/20260101/us-east-1/dynamodb/aws4_request`,
    },
    body: '{"TableName":',
  });
  const __type = 'com.amazon.coral.service#SerializationException';
  expect([response.status, await response.json()]).toMatchObject([400, { __type }]);
});

it('refuses what the role may not do', async () => {
  const update = new UpdateCommand({
    TableName: 'Other-Table',
    Key: item('1'),
    UpdateExpression: 'SET a = pk',
  });
  await expect(documents.send(update)).rejects.toMatchObject({
    name: 'AccessDeniedException',
    message: expect.stringContaining('dynamodb:UpdateItem'),
  });
});

it('checks keys by the new key schema after a table is deleted and created again', async () => {
  const engine = createEngine();
  await engine.open();
  const create = async (key: string) => {
    await createTable(engine, TableName, {
      AttributeDefinitions: [{ AttributeName: key, AttributeType: 'S' }],
      KeySchema: [{ AttributeName: key, KeyType: 'HASH' }],
    });
    const write = (value: string) =>
      engine.run(engine.prepare('PutItem', { TableName, Item: { [key]: { S: value } } }));
    await write('é'.repeat(1_024));
    await expect(write('é'.repeat(1_025))).rejects.toMatchObject({
      message: expect.stringContaining('size limit'),
    });
  };
  await create('first');
  await engine.run(engine.prepare('DeleteTable', { TableName }));
  await vi.waitFor(async () => expect(await tablesOf(engine)).toEqual([]));
  await create('second');
  await engine.close();
});

it('closes when the calls that are under way have ended, and refuses later ones', async () => {
  const engine = createEngine();
  await engine.open();
  const { AttributeDefinitions, KeySchema } = tables[TableName];
  const create = { TableName, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' };
  await engine.run(engine.prepare('CreateTable', create));
  const active = { TableStatus: 'ACTIVE' };
  await vi.waitFor(async () => expect(await engine.table(TableName)).toMatchObject(active));
  const query = engine.prepare('Query', {
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': { S: 'a' } },
  });
  const queries = Array.from({ length: 20 }, () => engine.run(query));
  await new Promise((resolve) => setImmediate(resolve));
  await engine.close();
  for (const answer of await Promise.all(queries)) expect(answer).toMatchObject({ Count: 0 });
  await expect(engine.run(query)).rejects.toMatchObject({ status: 500 });
});

it('closed during a transaction, keeps all of its writes on disk', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dynamodb-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const open = async () => {
    database = await createDynamoDb({ tables, path: folder, clock, faults, authorize: iam.authorize });
    server.removeAllListeners('request').on('request', database.handle);
  };
  await database.close();
  await open();
  const writes = Array.from({ length: 100 }, (_, n) => ({ Put: { TableName, Item: item(`${n}`) } }));
  const transaction = Promise.allSettled([
    documents.send(new TransactWriteCommand({ TransactItems: writes })),
  ]);
  // Reads take no lock, so this one sees the first write while the others are still to be made.
  while ((await get('0')) === undefined);
  await database.close();
  await transaction;
  await open();
  expect(await get('99')).toBeDefined();
});

it('throttles when a test asks for it', async () => {
  faults.at({
    service: 'dynamodb',
    action: 'PutItem',
    effect: { fail: { code: 'ProvisionedThroughputExceededException' } },
  });
  await expect(put('1')).rejects.toMatchObject({ name: 'ProvisionedThroughputExceededException' });
  expect(await get('1')).toBeUndefined();
  await put('1');
});

it('counts units by call', async () => {
  await put('1', { text: 'x'.repeat(2_000) });
  await get('1');
  expect(database.stats()).toMatchObject({
    writeUnits: 2,
    readUnits: 1,
    calls: [{ operation: 'PutItem', tables: [TableName] }, { operation: 'GetItem' }],
  });
});
