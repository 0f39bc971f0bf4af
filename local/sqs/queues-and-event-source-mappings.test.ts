import { expect, it, onTestFinished, vi } from 'vitest';
import type { InvokeResult } from '../emulator-types.ts';
import { keptLog } from '../fakes-for-emulator-tests.ts';
import { createClock } from '../faults/faults.ts';
import {
  createQueues,
  type EventSourceMapping,
  type QueueProperties,
} from './queues-and-event-source-mappings.ts';

const JOBS = 'arn:aws:sqs:us-east-1:000000000000:Jobs';
const DEAD = `${JOBS}-dead-letters`;
const FINE: InvokeResult = { payload: null };
const FAILED: InvokeResult = { payload: {}, functionError: 'Unhandled' };

interface SqsEvent {
  readonly Records: readonly {
    readonly messageId: string;
    readonly body: string;
    readonly attributes: {
      readonly SentTimestamp: string;
      readonly ApproximateReceiveCount: string;
      readonly ApproximateFirstReceiveTimestamp: string;
    };
  }[];
}

/** Starts a queue whose function runs until the test ends an invocation with a result. */
function given(mapping: Partial<EventSourceMapping> = {}, properties: QueueProperties = {}) {
  const clock = createClock();
  const invocations: { readonly event: SqsEvent; readonly end: (result: InvokeResult) => void }[] = [];
  const queues = createQueues({
    queues: { [JOBS]: properties, [DEAD]: {} },
    mappings: [
      { EventSourceArn: JOBS, FunctionName: 'Worker', ...mapping },
      { EventSourceArn: DEAD, FunctionName: 'Mourner' },
    ],
    // The queue builds events of this shape.
    invoke: (_, event) => new Promise((end) => invocations.push({ event: event as SqsEvent, end })),
    clock,
    log: keptLog().log,
  });
  onTestFinished(() => queues.close());
  const bodies = () => invocations.map(({ event }) => event.Records.map(({ body }) => body));
  return { clock, queues, invocations, bodies, count: () => queues.visible(JOBS) };
}

it('hides a message while its function processes it, and after a failure until its visibility timeout', async () => {
  const { clock, queues, invocations, count } = given();
  queues.send(JOBS, 'job');
  expect(count()).toBe(1);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  expect([count(), queues.receive(JOBS, 1), queues.due()]).toEqual([0, [], 1]);
  invocations[0]?.end(FAILED);
  await vi.waitFor(() => expect(queues.due()).toBe(0));
  expect([count(), queues.receive(JOBS, 1), queues.messages(JOBS)]).toEqual([0, [], ['job']]);
  clock.advance(30_000);
  await vi.waitFor(() => expect(invocations).toHaveLength(2));
  invocations[1]?.end(FINE);
  await vi.waitFor(() => expect(queues.messages(JOBS)).toEqual([]));
});

it('delivers a message that an operator has received only when it is visible again', async () => {
  const { clock, queues, invocations } = given();
  queues.send(JOBS, 'job');
  expect(queues.receive(JOBS, 1, 60)).toMatchObject([{ body: 'job' }]);
  await new Promise((resolve) => setImmediate(resolve));
  expect([invocations.length, queues.due()]).toEqual([0, 0]);
  clock.advance(60_000);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  expect(invocations[0]?.event.Records[0]?.attributes.ApproximateReceiveCount).toBe('2');
});

it('moves a message to the dead-letter queue with its id and the time at which it was sent', async () => {
  const RedrivePolicy = { deadLetterTargetArn: DEAD, maxReceiveCount: 1 };
  const { clock, queues, invocations } = given({}, { RedrivePolicy });
  queues.send(JOBS, 'job');
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  clock.advance(5_000);
  invocations[0]?.end(FAILED);
  await vi.waitFor(() => expect(invocations).toHaveLength(2));
  const [sent, moved] = invocations.map(({ event }) => event.Records[0]);
  expect([queues.messages(JOBS), queues.messages(DEAD)]).toEqual([[], ['job']]);
  expect(moved).toMatchObject({
    messageId: sent?.messageId,
    attributes: { SentTimestamp: sent?.attributes.SentTimestamp },
  });
});

it('tells at each delivery when the message was received for the first time', async () => {
  const { clock, queues, invocations } = given();
  queues.send(JOBS, 'job');
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  invocations[0]?.end(FAILED);
  await vi.waitFor(() => expect(queues.due()).toBe(0));
  clock.advance(30_000);
  await vi.waitFor(() => expect(invocations).toHaveLength(2));
  const times = invocations.map(({ event }) => event.Records[0]?.attributes.ApproximateFirstReceiveTimestamp);
  expect(times[1]).toBe(times[0]);
});

it('tells at a delivery that an operator has received the message before', async () => {
  const { clock, queues, invocations } = given();
  queues.send(JOBS, 'job');
  queues.receive(JOBS, 1, 60);
  const latest = clock.now();
  clock.advance(60_000);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  const { ApproximateFirstReceiveTimestamp } = invocations[0]?.event.Records[0]?.attributes ?? {};
  expect(Number(ApproximateFirstReceiveTimestamp)).toBeLessThanOrEqual(latest);
});

it.each<[string, Partial<EventSourceMapping>, string[][]]>([
  ['BatchSize', { BatchSize: 2 }, [['a', 'b'], ['c']]],
  ['ten', {}, [['a', 'b', 'c']]],
])('hands a function batches of at most %s', async (_, mapping, expected) => {
  const { queues, bodies } = given(mapping);
  for (const body of ['a', 'b', 'c']) queues.send(JOBS, body);
  await vi.waitFor(() => expect(bodies()).toEqual(expected));
});

it('hands a function no more of a batch than one event can have', async () => {
  const { queues, invocations } = given();
  for (let sent = 0; sent < 8; sent++) queues.send(JOBS, 'x'.repeat(1_000_000));
  await vi.waitFor(() => expect(invocations.map(({ event }) => event.Records.length)).toEqual([6, 2]));
});

it('retries the messages of a batch that failed alone, and all when the function fails', async () => {
  const { clock, queues, invocations, bodies } = given({
    FunctionResponseTypes: ['ReportBatchItemFailures'],
  });
  for (const body of ['a', 'b', 'c']) queues.send(JOBS, body);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  const failed = invocations[0]?.event.Records.slice(1) ?? [];
  const batchItemFailures = failed.map(({ messageId }) => ({ itemIdentifier: messageId }));
  invocations[0]?.end({ payload: { batchItemFailures } });
  await vi.waitFor(() => expect(queues.messages(JOBS)).toEqual(['b', 'c']));
  clock.advance(30_000);
  await vi.waitFor(() => expect(invocations).toHaveLength(2));
  invocations[1]?.end(FAILED);
  await vi.waitFor(() => expect(queues.due()).toBe(0));
  clock.advance(30_000);
  await vi.waitFor(() =>
    expect(bodies()).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c'],
      ['b', 'c'],
    ]),
  );
});

const named = (...itemIdentifiers: unknown[]) => ({
  batchItemFailures: itemIdentifiers.map((itemIdentifier) => ({ itemIdentifier })),
});
it.each<[string, (id: string) => unknown]>([
  ['an empty identifier', (id) => named(id, '')],
  ['null as an identifier', (id) => named(id, null)],
  ['the identifier of no message', (id) => named(id, 'unknown')],
  ['a misspelt key', (id) => ({ batchItemFailures: [{ itemIdentifier: id }, { itemIdentifer: id }] })],
  ['null as an entry', () => ({ batchItemFailures: [null] })],
  ['failures that are no list', (id) => ({ batchItemFailures: id })],
])('retries the whole batch when the result has %s', async (_, payloadOf) => {
  const { queues, invocations } = given({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  for (const body of ['a', 'b']) queues.send(JOBS, body);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  invocations[0]?.end({ payload: payloadOf(invocations[0].event.Records[0]?.messageId ?? '') });
  await vi.waitFor(() => expect(queues.due()).toBe(0));
  expect(queues.messages(JOBS)).toEqual(['a', 'b']);
});

it.each<[string, unknown]>([
  ['is null', null],
  ['is empty', {}],
  ['has null in place of failures', { batchItemFailures: null }],
  ['has no failures', { batchItemFailures: [] }],
])('deletes the whole batch when the result %s', async (_, payload) => {
  const { queues, invocations } = given({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
  for (const body of ['a', 'b']) queues.send(JOBS, body);
  await vi.waitFor(() => expect(invocations).toHaveLength(1));
  invocations[0]?.end({ payload });
  await vi.waitFor(() => expect(queues.messages(JOBS)).toEqual([]));
});
