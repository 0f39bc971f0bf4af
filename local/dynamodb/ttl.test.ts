import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChangeCapture } from './change-capture.ts';
import { createTables } from './create-tables.ts';
import { createDispatcher } from './dispatch-operations-under-locks.ts';
import { createEngine, type Engine } from './dynalite-engine.ts';
import { createPointInTimeRecovery } from './point-in-time-recovery.ts';
import { createLock } from './shared-exclusive-lock.ts';
import { createTimeToLive } from './ttl.ts';

const TableName = 'Sessions';
const Sessions = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
};
const clock = { now: () => 5_000_000 };
const Key = { pk: { S: 'a' } };
const seconds = (N: string) => ({ ttl: { N } });

/** Starts a table with one expired item. `afterScan` runs after each scan of a sweep. */
async function givenExpired(afterScan: () => Promise<unknown> = async () => undefined) {
  const real = createEngine();
  await real.open();
  const engine: Engine = {
    ...real,
    async run(prepared) {
      const result = await real.run(prepared);
      if (prepared.operation === 'Scan') await afterScan();
      return result;
    },
  };
  const lock = createLock();
  const told: string[] = [];
  const ttl = createTimeToLive(engine, lock, clock, (_, keys) => told.push(`${keys.pk?.S} expired`));
  await createTables(engine, ttl, { [TableName]: Sessions });
  const changes = createChangeCapture(engine, new Set([TableName]), ({ before, after }) =>
    told.push(`${before?.ttl?.N ?? '-'} to ${after?.ttl?.N ?? '-'}`),
  );
  const backups = createPointInTimeRecovery(engine, clock, new Set());
  const run = createDispatcher(engine, lock, ttl, changes, backups);
  await real.run(real.prepare('PutItem', { TableName, Item: { ...Key, ...seconds('1') } }));
  return { run, ttl, told, close: real.close };
}

test('an item that is renewed during a sweep is there afterwards, reported as expired and then as new', async () => {
  let renewed: Promise<unknown> | undefined;
  const { run, ttl, told, close } = await givenExpired(async () => {
    const update = { UpdateExpression: 'SET #ttl = :later', ExpressionAttributeNames: { '#ttl': 'ttl' } };
    renewed ??= run('UpdateItem', {
      ...{ TableName, Key, ...update },
      ExpressionAttributeValues: { ':later': { N: '9000' } },
    });
    // Long enough for the write, unless it waits for the end of the sweep.
    await Promise.race([renewed, sleep(100)]);
  });
  await ttl.sweep();
  await renewed;
  expect(await run('GetItem', { TableName, Key })).toMatchObject({ Item: seconds('9000') });
  expect(told).toEqual(['a expired', '- to 9000']);
  await close();
});

test('sweeps that overlap delete and report each item once', async () => {
  const { ttl, told, close } = await givenExpired(() => sleep(20));
  expect(await Promise.all([ttl.sweep(), ttl.sweep()])).toEqual([1, 0]);
  expect(told).toEqual(['a expired']);
  await close();
});
