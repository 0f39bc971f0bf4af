import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, expect, it } from 'vitest';
import { AwsError } from '../aws-json/aws-json-service.ts';
import { createClock, createFaults } from '../faults/faults.ts';
import { createQueues } from '../lambda/lambda-exports.ts';
import { createSqsApi } from './sqs.ts';

const ARN = 'arn:aws:sqs:us-east-1:000000000000:app-Lost';
const QueueUrl = 'https://sqs.us-east-1.amazonaws.com/000000000000/app-Lost';
const log = () => undefined;
let call: (action: string, input?: object, key?: string) => Promise<Record<string, unknown>>;
let clock: ReturnType<typeof createClock>;
let faults: ReturnType<typeof createFaults>;
let send: (body: string) => void;

beforeEach(async () => {
  clock = createClock();
  faults = createFaults();
  const invoke = () => Promise.reject(new Error('no function consumes this queue'));
  const queues = createQueues({ queues: { [ARN]: {} }, mappings: [], invoke, retryDelayMs: 0, clock, log });
  send = (body) => queues.send(ARN, body);
  const authorize = (key: string | undefined) => {
    if (key !== 'MAY') throw new AwsError('AccessDeniedException', 'no');
  };
  const handle = createSqsApi({
    queues,
    arns: [ARN],
    authorize,
    clock,
    faults,
    callerOf: (key) => `of-${key}`,
  });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  call = async (action, input = {}, key = 'MAY') => {
    const headers = {
      'x-amz-target': `AmazonSQS.${action}`,
      authorization: `AWS4-HMAC-SHA256 Credential=${key}/20260101/us-east-1/sqs/aws4_request`,
    };
    const body = JSON.stringify(input);
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body });
    return (await answer.json()) as Record<string, unknown>; // SQS answers with objects alone
  };
  return async () => {
    queues.close();
    await new Promise((resolve) => server.close(resolve));
  };
});

it('lists queues by the beginning of their name', async () => {
  expect(await call('ListQueues', { QueueNamePrefix: 'app-' })).toEqual({ QueueUrls: [QueueUrl] });
  expect(await call('ListQueues', { QueueNamePrefix: 'other' })).toEqual({});
});

it('gives a message once until its visibility timeout, and deletes it by its handle', async () => {
  send('lost');
  const { Messages } = await call('ReceiveMessage', { QueueUrl });
  expect(Messages).toMatchObject([{ Body: 'lost', MD5OfBody: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(await call('ReceiveMessage', { QueueUrl })).toEqual({});
  clock.advance(30_000);
  const again = (await call('ReceiveMessage', { QueueUrl })).Messages as { ReceiptHandle: string }[];
  const [{ ReceiptHandle = '' } = {}] = again;
  expect(await call('DeleteMessage', { QueueUrl, ReceiptHandle })).toEqual({});
  expect(await call('DeleteMessage', { QueueUrl, ReceiptHandle })).toMatchObject({
    __type: 'com.amazonaws.sqs#ReceiptHandleIsInvalid',
  });
});

it('empties a queue, once a minute', async () => {
  send('lost');
  expect(await call('PurgeQueue', { QueueUrl })).toEqual({});
  expect(await call('ReceiveMessage', { QueueUrl })).toEqual({});
  expect(await call('PurgeQueue', { QueueUrl })).toMatchObject({
    __type: 'com.amazonaws.sqs#PurgeQueueInProgress',
  });
  clock.advance(60_000);
  expect(await call('PurgeQueue', { QueueUrl })).toEqual({});
});

it.each([
  ['a caller without the right', 'PurgeQueue', { QueueUrl }, 'OTHER', 'AccessDeniedException'],
  ['a queue that is not there', 'PurgeQueue', { QueueUrl: `${QueueUrl}s` }, 'MAY', 'QueueDoesNotExist'],
  [
    'eleven messages',
    'ReceiveMessage',
    { QueueUrl, MaxNumberOfMessages: 11 },
    'MAY',
    'InvalidParameterValue',
  ],
  ['an operation that is not emulated', 'CreateQueue', {}, 'MAY', 'UnknownOperationException'],
])('refuses %s', async (_, action, input, key, code) => {
  expect(await call(action, input, key)).toMatchObject({ __type: `com.amazonaws.sqs#${code}` });
});

it('counts the messages that could be received', async () => {
  const count = async () => {
    const AttributeNames = ['ApproximateNumberOfMessages'];
    return (await call('GetQueueAttributes', { QueueUrl, AttributeNames })).Attributes;
  };
  expect(await count()).toEqual({ ApproximateNumberOfMessages: '0' });
  send('lost');
  send('lost too');
  expect(await count()).toEqual({ ApproximateNumberOfMessages: '2' });
  await call('ReceiveMessage', { QueueUrl });
  expect(await count()).toEqual({ ApproximateNumberOfMessages: '1' });
  expect(await call('GetQueueAttributes', { QueueUrl, AttributeNames: ['Policy'] })).toMatchObject({
    __type: 'com.amazonaws.sqs#InvalidAttributeName',
  });
});

it('fails a function’s call when a test asks for it, also after its effect', async () => {
  const fail = { code: 'RequestThrottled', status: 403 };
  const about = {
    service: 'sqs',
    caller: 'of-MAY',
    about: (text: string) => text.includes(QueueUrl),
  } as const;
  send('lost');
  faults.at({ ...about, action: 'PurgeQueue', effect: { fail } });
  expect(await call('PurgeQueue', { QueueUrl })).toMatchObject({
    __type: 'com.amazonaws.sqs#RequestThrottled',
  });
  const { Attributes } = await call('GetQueueAttributes', { QueueUrl });
  expect(Attributes).toEqual({ ApproximateNumberOfMessages: '1' });
  faults.at({ ...about, action: 'ReceiveMessage', phase: 'after', effect: { fail } });
  expect(await call('ReceiveMessage', { QueueUrl })).toMatchObject({
    __type: 'com.amazonaws.sqs#RequestThrottled',
  });
  expect(await call('ReceiveMessage', { QueueUrl })).toEqual({});
});
