import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { createFaults } from '../faults/faults.ts';
import { createLogsApi } from './cloudwatch-logs.ts';

const line = (source: string, text: string, at: number) => ({ source, text, at });
const lines = [
  line('app-Reply', '{"level":"INFO","message":"turn"}', 1_000),
  line('app-Chat', '{"level":"ERROR","message":"chat"}', 2_000),
  line('app-Reply', '{"level":"ERROR","message":"turn"}', 3_000),
  line('app-Mail', 'id-1 ERROR', 4_000),
  line('app-Mail', 'ERROR id-1', 5_000),
  line('app-Same', 'twice', 6_000),
  line('app-Same', 'twice', 6_000),
];
const logGroupName = 'app-ReplyLogs';
const faults = createFaults();
const handle = createLogsApi({
  faults,
  lines,
  groups: () => ({
    [logGroupName]: 'app-Reply',
    'app-ChatLogs': 'app-Chat',
    'app-MailLogs': 'app-Mail',
    'app-SameLogs': 'app-Same',
  }),
  authorize: (key) => {
    if (key !== 'MAY') throw new AwsError('AccessDeniedException', 'no');
  },
});
const server = createServer((request, response) => void handle(request, response));
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

async function filter(input: object, key = 'MAY', action = 'FilterLogEvents') {
  const { port } = server.address() as AddressInfo; // it listens on TCP
  const headers = {
    'x-amz-target': `Logs_20140328.${action}`,
    authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/logs/aws4_request`,
  };
  const body = JSON.stringify(input);
  const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
  const { events, __type, nextToken } = (await answer.json()) as {
    events?: readonly { readonly timestamp: number; readonly eventId: string }[];
    __type?: string;
    nextToken?: string;
  };
  const ids = events?.map(({ eventId }) => eventId);
  return { at: events?.map(({ timestamp }) => timestamp), ids, __type, nextToken };
}

it('gives a group’s lines, between two times, with every term, in pages', async () => {
  expect(await filter({ logGroupName })).toMatchObject({ at: [1_000, 3_000] });
  expect(await filter({ logGroupName, startTime: 1_001 })).toMatchObject({ at: [3_000] });
  expect(await filter({ logGroupName, endTime: 3_000 })).toMatchObject({ at: [1_000, 3_000] });
  expect(await filter({ logGroupName, endTime: 2_999 })).toMatchObject({ at: [1_000] });
  expect(await filter({ logGroupName, filterPattern: 'turn ERROR' })).toMatchObject({ at: [3_000] });
  expect(await filter({ logGroupName: 'app-MailLogs', filterPattern: '"id-1 ERROR"' })).toMatchObject({
    at: [4_000],
  });
  const { at, nextToken } = await filter({ logGroupName, limit: 1 });
  expect([at, (await filter({ logGroupName, nextToken })).at]).toEqual([[1_000], [3_000]]);
});

it('gives a line the same id in every answer, and equal lines different ids', async () => {
  const group = { logGroupName: 'app-SameLogs' };
  const { ids = [] } = await filter(group);
  expect(new Set(ids).size).toBe(2);
  const { nextToken } = await filter({ ...group, limit: 1 });
  expect(await filter({ ...group, nextToken })).toMatchObject({ ids: ids.slice(1) });
  const all = await filter({ logGroupName });
  const later = await filter({ logGroupName, startTime: 1_001 });
  expect(later.ids).toEqual(all.ids?.slice(1));
});

it('skips no line when the log drops old ones between two pages', async () => {
  const { nextToken } = await filter({ logGroupName, limit: 1 });
  const dropped = lines.splice(0, 1);
  onTestFinished(() => void lines.unshift(...dropped));
  expect(await filter({ logGroupName, nextToken })).toMatchObject({ at: [3_000] });
});

it.each([
  ['a caller without the right', { logGroupName }, 'OTHER', 'FilterLogEvents', 'AccessDeniedException'],
  ['a group that is not there', { logGroupName: 'x' }, 'MAY', 'FilterLogEvents', 'ResourceNotFoundException'],
  [
    'a JSON pattern',
    { logGroupName, filterPattern: '{ $.level = "ERROR" }' },
    'MAY',
    'FilterLogEvents',
    'InvalidParameterException',
  ],
  [
    'a token that no answer had',
    { logGroupName, nextToken: '1' },
    'MAY',
    'FilterLogEvents',
    'InvalidParameterException',
  ],
  ['an operation that is not emulated', {}, 'MAY', 'DescribeLogGroups', 'UnknownOperationException'],
])('refuses %s', async (_, input, key, action, type) => {
  expect(await filter(input, key, action)).toMatchObject({ __type: type });
});

it('fails when a test asks for it', async () => {
  const fail = { code: 'ThrottlingException' };
  faults.at({ service: 'logs', action: 'FilterLogEvents', effect: { fail } });
  expect(await filter({ logGroupName })).toMatchObject({ __type: 'ThrottlingException' });
  expect(await filter({ logGroupName })).toMatchObject({ at: [1_000, 3_000] });
});
