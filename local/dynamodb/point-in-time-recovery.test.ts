import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DescribeContinuousBackupsCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  type RestoreTableToPointInTimeCommandInput,
  UpdateContinuousBackupsCommand,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createClock, createFaults, type MovableClock } from '../faults/faults.ts';
import { createIam, newOperatorKey } from '../iam/iam.ts';
import { createDynamoDb, type DynamoDb, tableArn } from './dynamodb.ts';

const schema = {
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
};
const on = { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } };
const tables = { Kept: { ...schema, Replicas: [on] }, Plain: schema };
const MINUTE = 60_000;
const STATUS = [
  'ContinuousBackupsDescription',
  'PointInTimeRecoveryDescription',
  'PointInTimeRecoveryStatus',
];

let clock: MovableClock;
let database: DynamoDb;
let server: http.Server;
let operator: DynamoDBDocumentClient;
let role: DynamoDBDocumentClient;

beforeEach(async () => {
  clock = createClock();
  const key = newOperatorKey();
  const Action = ['dynamodb:RestoreTableToPointInTime', 'dynamodb:Scan'];
  const Statement = { Effect: 'Allow' as const, Action, Resource: tableArn('Kept') };
  const iam = createIam({ Job: {} }, [{ Roles: ['Job'], PolicyDocument: { Statement } }], key.accessKeyId);
  database = await createDynamoDb({ tables, clock, faults: createFaults(), authorize: iam.authorize });
  server = http.createServer(database.handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientOf = (accessKeyId: string) => {
    const credentials = { accessKeyId, secretAccessKey: 'x' };
    return DynamoDBDocumentClient.from(
      new DynamoDBClient({ endpoint, region: 'us-east-1', maxAttempts: 1, credentials }),
    );
  };
  operator = clientOf(key.accessKeyId);
  role = clientOf(iam.accessKeyOf('Job'));
});
afterEach(async () => {
  operator.destroy();
  role.destroy();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

const put = (pk: string, n: number) => operator.send(new PutCommand({ TableName: 'Kept', Item: { pk, n } }));
const restore = (input: Partial<RestoreTableToPointInTimeCommandInput>, as = operator) =>
  as.send(
    new RestoreTableToPointInTimeCommand({ SourceTableName: 'Kept', TargetTableName: 'Back', ...input }),
  );
const itemsOf = async (TableName: string) => {
  const { Items = [] } = await operator.send(new ScanCommand({ TableName }));
  return Object.fromEntries(Items.map(({ pk, n }) => [pk, n]));
};
/** Time of the clock, rounded up to a whole second. */
const now = () => new Date(Math.ceil(clock.now() / 1000) * 1000);

it('restores the items of a past time into a new table, and leaves the old one as it is', async () => {
  await put('changed', 1);
  await put('deleted', 1);
  clock.advance(MINUTE);
  const RestoreDateTime = now();
  clock.advance(MINUTE);
  await put('changed', 2);
  await put('changed', 3);
  await put('new', 1);
  await operator.send(new DeleteCommand({ TableName: 'Kept', Key: { pk: 'deleted' } }));
  clock.advance(10 * MINUTE);
  await restore({ RestoreDateTime });
  expect(await itemsOf('Back')).toEqual({ changed: 1, deleted: 1 });
  expect(await itemsOf('Kept')).toEqual({ changed: 3, new: 1 });
  const latest = await restore({ TargetTableName: 'Latest', UseLatestRestorableTime: true });
  expect(latest.TableDescription?.RestoreSummary?.SourceTableArn).toBe(tableArn('Kept'));
  expect(await itemsOf('Latest')).toEqual({ changed: 3, new: 1 });
});

it('refuses a time beyond what can be restored, a target that exists, and a table that is not protected', async () => {
  clock.advance(10 * MINUTE);
  const at = (ms: number) => ({ RestoreDateTime: new Date(clock.now() + ms) });
  const name = async (input: Partial<RestoreTableToPointInTimeCommandInput>) =>
    restore(input).then(
      () => 'restored',
      (error: Error) => error.name,
    );
  expect(await name(at(-MINUTE))).toBe('InvalidRestoreTimeException');
  expect(await name(at(-60 * MINUTE))).toBe('InvalidRestoreTimeException');
  expect(await name({})).toBe('ValidationException');
  expect(await name({ ...at(-6 * MINUTE), TargetTableName: 'Plain' })).toBe('TableAlreadyExistsException');
  expect(await name({ ...at(-6 * MINUTE), SourceTableName: 'Nowhere' })).toBe('TableNotFoundException');
  expect(await name({ ...at(-6 * MINUTE), SourceTableName: 'Plain' })).toBe(
    'PointInTimeRecoveryUnavailableException',
  );
});

it('point-in-time recovery is off until it is switched on', async () => {
  const described = await operator.send(new DescribeContinuousBackupsCommand({ TableName: 'Plain' }));
  expect(described).toHaveProperty(STATUS, 'DISABLED');
  const switched = await operator.send(new UpdateContinuousBackupsCommand({ TableName: 'Plain', ...on }));
  expect(switched).toHaveProperty(STATUS, 'ENABLED');
});

it('a restore needs permissions on the new table, too; an operator’s calls are not metered', async () => {
  clock.advance(10 * MINUTE);
  await expect(restore({ UseLatestRestorableTime: true }, role)).rejects.toThrow(
    /not authorized to perform: dynamodb:RestoreTableToPointInTime on resource: .*table\/Back/,
  );
  await put('a', 1);
  expect(database.stats().calls.map(({ operation }) => operation)).toEqual(['RestoreTableToPointInTime']);
});
