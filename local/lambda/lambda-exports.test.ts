import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  GetFunctionConcurrencyCommand,
  InvokeCommand,
  LambdaClient,
  ListFunctionsCommand,
} from '@aws-sdk/client-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock, createFaults } from '../faults/faults.ts';
import { createIam } from '../iam/iam.ts';
import {
  type AsyncInvocations,
  checkReserved,
  createAsyncInvocations,
  createLambdaApi,
  createPool,
  createQueues,
  type Pool,
} from './lambda-exports.ts';

/** On a busy machine a process takes seconds to start. */
const PATIENCE = { timeout: 20_000 };
const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:Failures';
const LOST = 'arn:aws:sqs:us-east-1:000000000000:Lost';
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
/** Bundle of all functions of this file. The event says what the function does. */
const BUNDLE = `
import { setTimeout as pause } from 'node:timers/promises';
let calls = 0;
export const handler = async (event, context) => {
  calls += 1;
  if (event.throw) throw new TypeError('thrown');
  if (event.spin) for (;;);
  if (event.wait) return new Promise((resolve) => setTimeout(() => resolve({ now: Date.now(), left: context.getRemainingTimeInMillis() }), event.wait));
  if (event.abort) {
    const controller = new AbortController();
    const abort = () => controller.abort(new Error('enough'));
    if (event.abort === 'before') abort();
    else setImmediate(abort);
    return pause(60_000, undefined, { signal: controller.signal }).catch(({ name, code, message, cause }) => ({ name, code, message, cause: cause?.message }));
  }
  if (event.exit) process.exit(1);
  if (event.load) return await import(event.load).then(() => process.moduleLoadList.filter((name) => name.includes('undici')));
  if (event.say) return 'x'.repeat(event.say);
  if (event.Records) return { batchItemFailures: event.Records.filter((r) => r.body.includes('poison')).map((r) => ({ itemIdentifier: r.messageId })) };
  return { calls, pid: process.pid, own: process.env.OWN, secret: process.env.HOME ?? process.env.NODE_COMPILE_CACHE, now: Date.now(), left: context.getRemainingTimeInMillis(), id: context.awsRequestId };
};`;

const clock = createClock();
const faults = createFaults();
const lines: string[] = [];
let dir: string;
let pool: Pool;
let events: AsyncInvocations;
let queues: ReturnType<typeof createQueues>;
let server: http.Server;
let client: LambdaClient;

beforeEach(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'lambda-'));
  writeFileSync(path.join(dir, 'index.mjs'), BUNDLE);
  const log = (source: string, text: string) => void lines.push(`${source} ${text}`);
  const caller = {
    Roles: ['Chat'],
    PolicyDocument: {
      Statement: [
        { Effect: 'Allow' as const, Action: 'lambda:InvokeFunction', Resource: arnOf('Reply') },
        { Effect: 'Allow' as const, Action: 'lambda:ListFunctions', Resource: '*' },
        { Effect: 'Allow' as const, Action: 'lambda:GetFunctionConcurrency', Resource: '*' },
      ],
    },
  };
  const iam = createIam({ Chat: {} }, [caller]);
  pool = createPool({ variables: () => ({}), clockOffset: clock.offset, log });
  for (const name of ['Reply', 'Other'])
    pool.add({
      name,
      arn: arnOf(name),
      dir,
      handler: 'index.handler',
      timeout: 1,
      memory: 128,
      roleName: name,
      logGroup: name,
      environment: { OWN: 'mine' },
    });
  queues = createQueues({
    queues: { [QUEUE]: { RedrivePolicy: { deadLetterTargetArn: LOST, maxReceiveCount: 2 } }, [LOST]: {} },
    mappings: [
      { EventSourceArn: QUEUE, FunctionName: 'Other', FunctionResponseTypes: ['ReportBatchItemFailures'] },
    ],
    invoke: pool.invoke,
    retryDelayMs: 0,
    clock,
    log,
  });
  events = createAsyncInvocations({
    configs: {
      Reply: {
        MaximumRetryAttempts: 2,
        MaximumEventAgeInSeconds: 3_600,
        DestinationConfig: { OnFailure: { Destination: LOST } },
      },
    },
    find: pool.find,
    invoke: pool.invoke,
    sendTo: queues.send,
    retryDelaysMs: [0],
    clock,
    log,
  });
  server = http.createServer(
    createLambdaApi({ pool, events, faults, authorize: iam.authorize, callerOf: () => undefined }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  client = new LambdaClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    maxAttempts: 1,
    credentials: { accessKeyId: iam.accessKeyOf('Chat'), secretAccessKey: 'x' },
  });
});
afterEach(async () => {
  client.destroy();
  server.close();
  events.close();
  queues.close();
  await pool.close();
  rmSync(dir, { recursive: true });
});

async function invoke(event: object, FunctionName = 'Reply') {
  const { Payload, FunctionError } = await client.send(
    new InvokeCommand({ FunctionName, Payload: Buffer.from(JSON.stringify(event)) }),
  );
  return { error: FunctionError, payload: JSON.parse(Buffer.from(Payload ?? []).toString()) };
}

it('lists the functions, and fails when a test asks for it', async () => {
  const list = () => client.send(new ListFunctionsCommand({}));
  const { Functions = [] } = await list();
  expect(Functions.map(({ FunctionName }) => FunctionName)).toEqual(['Reply', 'Other']);
  const fail = { code: 'TooManyRequestsException', status: 429 };
  faults.at({ service: 'lambda', action: 'ListFunctions', effect: { fail } });
  await expect(list()).rejects.toMatchObject({ name: 'TooManyRequestsException' });
});

it('tells what a function reserves', async () => {
  pool.add({ ...pool.find('Reply'), name: 'Reserved', reservedConcurrency: 7 });
  const reservedBy = (FunctionName: string) =>
    client.send(new GetFunctionConcurrencyCommand({ FunctionName }));
  expect((await reservedBy('Reserved')).ReservedConcurrentExecutions).toBe(7);
  expect((await reservedBy('Reply')).ReservedConcurrentExecutions).toBeUndefined();
});

it.each([
  [10, 1, 10],
  [150, 51, 100],
  [1_000, 901, 100],
])('an account of %i refuses to reserve %i, because %i stay unreserved', (account, reserved, least) => {
  const specs = (reservedConcurrency: number) => [{ ...pool.find('Reply'), reservedConcurrency }];
  expect(() => checkReserved(specs(reserved), account)).toThrow(`minimum value of [${least}]`);
  expect(() => checkReserved(specs(reserved - 1), account)).not.toThrow();
  expect(() => checkReserved(specs(reserved - 1))).not.toThrow();
});

describe('a synchronous invocation', () => {
  it('runs warm the second time, with the variables of the template alone', async () => {
    const first = await invoke({});
    const second = await invoke({});
    expect(first.payload).toMatchObject({ calls: 1, own: 'mine', left: expect.any(Number) });
    expect(first.payload.secret).toBeUndefined();
    expect(second.payload).toMatchObject({ calls: 2, pid: first.payload.pid });
    expect(second.payload.id).not.toBe(first.payload.id);
  });

  it('loads `fetch` only when the function calls it', async () => {
    expect((await invoke({ load: 'node:http' })).payload).toEqual([]);
    const calls = 'data:text/javascript,await fetch("data:,")';
    expect((await invoke({ load: calls })).payload).not.toEqual([]);
  });

  it('has a process of its own while others are busy', async () => {
    const [one, two] = await Promise.all([invoke({}), invoke({})]);
    expect(one.payload.pid).not.toBe(two.payload.pid);
  });

  it.each([
    ['throws', { throw: true }, { errorType: 'TypeError', errorMessage: 'thrown' }],
    ['exits', { exit: true }, { errorType: 'Runtime.ExitError' }],
    ['never ends', { spin: true }, { errorType: 'Sandbox.Timedout' }],
  ])('that %s is a failure, and the next one works', async (_, event, payload) => {
    expect(await invoke(event)).toMatchObject({ error: 'Unhandled', payload });
    expect((await invoke({})).error).toBeUndefined();
  });

  it('sees the stack’s clock as its own', async () => {
    clock.advance(3_600_000);
    const { payload } = await invoke({});
    expect(payload.now - Date.now()).toBeGreaterThan(3_500_000);
  });

  it('takes 6 MB, and refuses more', async () => {
    const padding = (bytes: number) => ({ pad: 'x'.repeat(bytes - JSON.stringify({ pad: '' }).length) });
    expect((await invoke(padding(6_291_456))).error).toBeUndefined();
    await expect(invoke(padding(6_291_457))).rejects.toMatchObject({
      name: 'RequestEntityTooLargeException',
      message:
        '6291457 byte payload is too large for the RequestResponse invocation type (limit 6291456 bytes)',
      $metadata: { httpStatusCode: 413 },
    });
  });

  it('answers with 6 MB, and fails with more', async () => {
    expect((await invoke({ say: 6_291_554 })).payload).toHaveLength(6_291_554);
    expect(await invoke({ say: 6_291_555 })).toMatchObject({
      error: 'Unhandled',
      payload: {
        errorType: 'Function.ResponseSizeTooLarge',
        errorMessage: expect.stringContaining('6291556'),
      },
    });
  });

  it('needs the permission, and a function that exists', async () => {
    await expect(invoke({}, 'Other')).rejects.toMatchObject({ name: 'AccessDeniedException' });
    await expect(invoke({}, 'Nothing')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  });

  it('has run when its answer is lost', async () => {
    const fail = { code: 'ServiceException', status: 500 };
    const fault = faults.at({ service: 'lambda', phase: 'after', effect: { fail } });
    await expect(invoke({})).rejects.toMatchObject({ name: 'ServiceException' });
    fault.remove();
    expect((await invoke({})).payload.calls).toBe(2);
  });

  it('beyond the account’s limit is throttled, and runs when others have ended', async () => {
    pool.limitConcurrency(1);
    const first = invoke({ spin: true });
    await vi.waitFor(() => expect(pool.running()).toBe(1), PATIENCE);
    await expect(invoke({})).rejects.toMatchObject({ name: 'TooManyRequestsException' });
    await first;
    expect((await invoke({})).error).toBeUndefined();
  });

  it('has its reserved concurrency for itself, and no more', async () => {
    const patient = { ...pool.find('Reply'), timeout: 60 };
    pool.add({ ...patient, name: 'Reserved', reservedConcurrency: 1 });
    pool.add({ ...patient, name: 'Free' });
    // A process that is still starting cannot be killed.
    for (const name of ['Reserved', 'Free']) await pool.invoke(name, {});
    pool.limitConcurrency(2);
    const running = [pool.invoke('Reserved', { wait: 50_000 }), pool.invoke('Free', { wait: 50_000 })];
    await vi.waitFor(() => expect(pool.running()).toBe(2), PATIENCE);
    const throttled = { name: 'TooManyRequestsException' };
    await expect(pool.invoke('Reserved', {})).rejects.toMatchObject(throttled);
    await expect(pool.invoke('Free', {})).rejects.toMatchObject(throttled);
    pool.kill('Reserved');
    await running[0];
    // The invocation that ended frees only its function's reserved concurrency.
    await expect(pool.invoke('Free', {})).rejects.toMatchObject(throttled);
    expect((await pool.invoke('Reserved', {})).functionError).toBeUndefined();
    pool.kill('Free');
    await running[1];
  });

  it('that waits for a process fails, too, when none can be started', async () => {
    // Node starts no process in a folder with a NUL in its name.
    pool.add({ ...pool.find('Reply'), name: 'Broken', dir: 'no\0folder' });
    const all = await Promise.allSettled(Array.from({ length: 41 }, () => pool.invoke('Broken', {})));
    expect(all.map(({ status }) => status)).toEqual(Array(41).fill('rejected'));
    expect(pool.running()).toBe(0);
  });

  it('that waits for a process fails when the only start fails, while all other processes are busy', async () => {
    pool.add({ ...pool.find('Reply'), name: 'Full', timeout: 60 });
    const invokeAll = (event: object) => Array.from({ length: 19 }, () => pool.invoke('Full', event));
    await Promise.all(invokeAll({}));
    const busy = invokeAll({ wait: 50_000 });
    await new Promise(setImmediate);
    pool.replace([{ ...pool.find('Full'), dir: 'no\0folder' }]);
    const failed = await Promise.allSettled([pool.invoke('Full', {}), pool.invoke('Full', {})]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    pool.kill('Full');
    await Promise.all(busy);
  });

  it('finds its timers due, its clock moved and its time used when time passes', async () => {
    await invoke({});
    const running = invoke({ wait: 600 });
    await vi.waitFor(() => expect(pool.running()).toBe(1), PATIENCE);
    const before = clock.now();
    clock.advance(700);
    await pool.passTime(700);
    const { payload } = await running;
    expect(payload.now - before).toBeGreaterThanOrEqual(700);
    expect(payload.left).toBeLessThanOrEqual(300);
  });

  it.each(['before', 'during'])('gets Node’s error from a pause that is aborted %s it', async (abort) => {
    expect(await invoke({ abort })).toMatchObject({
      payload: {
        ...{ name: 'AbortError', code: 'ABORT_ERR', message: 'The operation was aborted' },
        cause: 'enough',
      },
    });
  });

  it('is ended by its timeout when more time passes than it has', async () => {
    await invoke({});
    const running = invoke({ wait: 60_000 });
    await vi.waitFor(() => expect(pool.running()).toBe(1), PATIENCE);
    await pool.passTime(2_000);
    expect(await running).toMatchObject({ payload: { errorType: 'Sandbox.Timedout' } });
  });

  it('ends when its process is killed', async () => {
    await invoke({});
    const running = invoke({ spin: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    pool.kill('Rep');
    expect(await running).toMatchObject({ payload: { errorType: 'Runtime.ExitError' } });
  });

  it('runs the new bundle once it is replaced', async () => {
    await invoke({});
    writeFileSync(path.join(dir, 'new.mjs'), 'export const handler = async () => "new";');
    pool.replace([{ ...pool.find('Reply'), handler: 'new.handler' }]);
    expect((await invoke({})).payload).toBe('new');
  });
});

describe('the process of an environment that is idle when its pool closes', () => {
  const options = {
    variables: () => ({}),
    clockOffset: clock.offset,
    log: () => undefined,
    keepsProcesses: true,
  };
  /** Invokes a function with a bundle of its own, in a pool of its own. */
  async function runOnce(source: string, event: object = {}, environment: Record<string, string> = {}) {
    const folder = mkdtempSync(path.join(dir, 'bundle-'));
    writeFileSync(path.join(folder, 'index.mjs'), source);
    const own = createPool(options);
    own.add({ ...pool.find('Reply'), dir: folder, environment, memory: 200 });
    const { payload } = await own.invoke('Reply', event);
    await own.close();
    return payload as Record<string, unknown>; // as SEEN returns it
  }
  const SEEN = `export const handler = () => ({
    pid: process.pid, folder: process.cwd(), left: globalThis.left, calls: globalThis.calls, own: process.env.OWN ?? null, now: Date.now(),
  });`;

  it('runs the next pool’s function, which finds nothing of the first', async () => {
    const first = await runOnce(
      `globalThis.left = 1; process.env.LATER = 'x'; setInterval(() => { globalThis.calls = 1; }, 1);\n${SEEN}`,
      {},
      { OWN: 'first' },
    );
    expect(first).toMatchObject({ left: 1, own: 'first' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const second = await runOnce(SEEN);
    expect(second).toEqual({
      pid: first.pid,
      folder: expect.any(String),
      own: null,
      now: expect.any(Number),
    });
    expect(second.folder).not.toBe(first.folder);
  });

  it('ends when the function has left a listener or a changed global behind', async () => {
    const { pid } = await runOnce(`process.on('SIGUSR2', () => undefined);\n${SEEN}`);
    const next = await runOnce(`globalThis.queueMicrotask = () => undefined;\n${SEEN}`);
    expect(next.pid).not.toBe(pid);
    expect((await runOnce(SEEN)).pid).not.toBe(next.pid);
  });

  it('runs a bundle that imports its parts when they are needed, and Node’s modules', async () => {
    const folder = mkdtempSync(path.join(dir, 'parts-'));
    const parts = {
      'late.mjs': "export { name } from './deep.mjs';",
      'later.mjs': "export { name } from './deep.mjs';",
      'deep.mjs': "import { basename } from 'node:path'; export const name = basename(import.meta.filename);",
      'index.mjs': `const both = () => Promise.all([import('./late.mjs'), import('./later.mjs'), import('./late.mjs')]);
        export const handler = async () => (await both()).map(({ name }) => name);`,
    };
    for (const [name, source] of Object.entries(parts)) writeFileSync(path.join(folder, name), source);
    const own = createPool(options);
    own.add({ ...pool.find('Reply'), dir: folder });
    expect((await own.invoke('Reply', {})).payload).toEqual(Array(3).fill('deep.mjs'));
    await own.close();
  });
});

describe('an asynchronous invocation', () => {
  const send = (event: object) =>
    client.send(
      new InvokeCommand({
        FunctionName: 'Reply',
        InvocationType: 'Event',
        Payload: Buffer.from(JSON.stringify(event)),
      }),
    );

  it('is accepted at once', async () => {
    expect((await send({})).StatusCode).toBe(202);
    await vi.waitFor(() => expect(events.pending()).toBe(0), PATIENCE);
    expect(queues.messages(LOST)).toEqual([]);
  });

  it('is under way when its answer is lost', async () => {
    const fail = { code: 'ServiceException', status: 500 };
    const fault = faults.at({ service: 'lambda', phase: 'after', effect: { fail } });
    await expect(send({ throw: true })).rejects.toMatchObject({ name: 'ServiceException' });
    fault.remove();
    await vi.waitFor(() => expect(queues.messages(LOST)).toHaveLength(1), PATIENCE);
  });

  it('takes 1 MB, and refuses more', async () => {
    const padding = (bytes: number) => ({ pad: 'x'.repeat(bytes - JSON.stringify({ pad: '' }).length) });
    expect((await send(padding(1_048_576))).StatusCode).toBe(202);
    await expect(send(padding(1_048_577))).rejects.toMatchObject({
      name: 'RequestEntityTooLargeException',
      message: '1048577 byte payload is too large for the Event invocation type (limit 1048576 bytes)',
      $metadata: { httpStatusCode: 413 },
    });
  });

  it('waits for the account’s limit, however often it is throttled', async () => {
    pool.limitConcurrency(0);
    await send({ throw: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([events.pending(), queues.messages(LOST)]).toEqual([1, []]);
    pool.limitConcurrency();
    await vi.waitFor(() => expect(queues.messages(LOST)).toHaveLength(1), PATIENCE);
    expect(JSON.parse(queues.messages(LOST)[0] ?? '').requestContext.approximateInvokeCount).toBe(3);
  });

  it.each([
    ['six hours', 'Other', 21_600],
    ['the age that is configured', 'Reply', 3_600],
  ])('that is throttled for longer than %s is given up', async (_, name, seconds) => {
    pool.limitConcurrency(0);
    events.accept(name, { id: 8 });
    clock.advance((seconds - 60) * 1_000);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events.pending()).toBe(1);
    clock.advance(60_000);
    await vi.waitFor(() => expect(events.pending()).toBe(0), PATIENCE);
    pool.limitConcurrency();
    const [record] = queues.messages(LOST).map((body): unknown => JSON.parse(body));
    if (name === 'Reply')
      expect(record).toMatchObject({
        requestContext: { condition: 'EventAgeExceeded', approximateInvokeCount: 0 },
        requestPayload: { id: 8 },
      });
    else expect(lines.at(-1)).toContain('EventAgeExceeded');
  });

  it('is tried three times, and then sent to its on-failure destination', async () => {
    await send({ throw: true, id: 7 });
    await vi.waitFor(() => expect(queues.messages(LOST)).toHaveLength(1), PATIENCE);
    expect(JSON.parse(queues.messages(LOST)[0] ?? '')).toMatchObject({
      version: '1.0',
      requestContext: {
        functionArn: `${arnOf('Reply')}:$LATEST`,
        condition: 'RetriesExhausted',
        approximateInvokeCount: 3,
      },
      requestPayload: { throw: true, id: 7 },
      responseContext: { statusCode: 200, functionError: 'Unhandled' },
      responsePayload: { errorType: 'TypeError', errorMessage: 'thrown' },
    });
  });
});

it('counts a queue’s message as received when its function is throttled', async () => {
  pool.limitConcurrency(0);
  queues.send(QUEUE, 'fine');
  await vi.waitFor(() => expect(queues.messages(LOST)).toEqual(['fine']), PATIENCE);
  pool.limitConcurrency();
});

it('hands a queue’s messages to its function, and one that always fails to the dead-letter queue', async () => {
  queues.send(QUEUE, 'fine');
  queues.send(QUEUE, 'poison');
  await vi.waitFor(() => expect(queues.messages(LOST)).toEqual(['poison']), PATIENCE);
  await vi.waitFor(() => expect(queues.messages(QUEUE)).toEqual([]), PATIENCE);
});
