import { expect, test } from 'vitest';
import { createChangeCapture } from './change-capture.ts';
import { createTables } from './create-tables.ts';
import { createDispatcher } from './dispatch-operations-under-locks.ts';
import { createEngine } from './dynalite-engine.ts';
import { createPointInTimeRecovery } from './point-in-time-recovery.ts';
import { createLock } from './shared-exclusive-lock.ts';
import { createTimeToLive } from './ttl.ts';

const schema = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};

async function given() {
  const engine = createEngine();
  await engine.open();
  const seen: string[] = [];
  const lock = createLock();
  const ttl = createTimeToLive(engine, lock, { now: () => 5_000 });
  await createTables(engine, ttl, { Followed: schema, Other: schema });
  const changes = createChangeCapture(engine, new Set(['Followed']), ({ keys, before, after }) =>
    seen.push([keys.pk?.S, before?.n?.N ?? '-', after?.n?.N ?? '-'].join(' ')),
  );
  return {
    run: createDispatcher(
      engine,
      lock,
      ttl,
      changes,
      createPointInTimeRecovery(engine, { now: () => 5_000 }, new Set()),
    ),
    seen,
  };
}
const item = (pk: string, n: number) => ({ pk: { S: pk }, n: { N: String(n) } });

test('every kind of write is reported with the item before and after; reads and other tables are not', async () => {
  const { run, seen } = await given();
  await run('PutItem', { TableName: 'Followed', Item: item('a', 1) });
  await run('UpdateItem', {
    TableName: 'Followed',
    Key: { pk: { S: 'a' } },
    UpdateExpression: 'ADD n :one',
    ExpressionAttributeValues: { ':one': { N: '1' } },
  });
  await run('BatchWriteItem', { RequestItems: { Followed: [{ PutRequest: { Item: item('b', 1) } }] } });
  await run('TransactWriteItems', {
    TransactItems: [
      { Delete: { TableName: 'Followed', Key: { pk: { S: 'b' } } } },
      { Put: { TableName: 'Other', Item: item('c', 1) } },
    ],
  });
  await run('GetItem', { TableName: 'Followed', Key: { pk: { S: 'a' } } });
  expect(seen).toEqual(['a - 1', 'a 1 2', 'b - 1', 'b 1 -']);
});

test('a refused write, and one that leaves the item as it was, are no changes', async () => {
  const { run, seen } = await given();
  const put = { TableName: 'Followed', Item: item('a', 1) };
  await run('PutItem', put);
  await run('PutItem', put);
  const conditional = run('PutItem', {
    ...put,
    Item: item('a', 2),
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  await expect(conditional).rejects.toThrow('conditional');
  expect(seen).toEqual(['a - 1']);
});

test('changes of one item are reported in the order of the writes', async () => {
  const { run, seen } = await given();
  const add = () =>
    run('UpdateItem', {
      TableName: 'Followed',
      Key: { pk: { S: 'a' } },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    });
  await Promise.all(Array.from({ length: 20 }, add));
  expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => `a ${i === 0 ? '-' : i} ${i + 1}`));
});
