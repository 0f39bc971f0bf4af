/** Tests that retries wait as long as on AWS, by a clock that the tests move. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClock } from '../faults/faults.ts';
import { createQueues } from '../sqs/queues-and-event-source-mappings.ts';
import { createAsyncInvocations } from './async-invocations.ts';
import type { FunctionSpec } from './function-spec.ts';
import { throttled } from './throttling-error.ts';

const QUEUE = 'arn:aws:sqs:us-east-1:000000000000:Failures';
const LOST = 'arn:aws:sqs:us-east-1:000000000000:Lost';
const REPLY = { name: 'Reply', arn: 'arn:aws:lambda:us-east-1:000000000000:function:Reply' } as FunctionSpec; // the fields in use
const FAILED = { payload: {}, functionError: 'Unhandled', requestId: 'r' } as const;
const log = () => undefined;

// The clock stands still where no test moves it.
beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(0));
afterEach(() => vi.restoreAllMocks());

/** Records how many seconds have passed at each attempt. */
function given(invoke: () => Promise<typeof FAILED>) {
  const clock = createClock();
  const start = clock.now();
  const attempts: number[] = [];
  const attempt = () => {
    attempts.push((clock.now() - start) / 1_000);
    return invoke();
  };
  return { clock, attempts, attempt };
}

describe('an event', () => {
  it('that fails is tried again after one minute and after two more, then given to its destination', async () => {
    const { clock, attempts, attempt } = given(async () => FAILED);
    const sent: string[] = [];
    const events = createAsyncInvocations({
      ...{ configs: { Reply: { DestinationConfig: { OnFailure: { Destination: QUEUE } } } }, clock, log },
      ...{ find: () => REPLY, invoke: attempt, sendTo: (arn) => void sent.push(arn) },
    });
    events.accept('Reply', {});
    for (const [tried, next] of [1, 2].entries()) {
      await vi.waitFor(() => expect([attempts.length, events.due()]).toEqual([tried + 1, 0]));
      expect(events.pending()).toBe(1);
      clock.advance(next * 60_000);
      expect(events.due()).toBe(1);
    }
    await vi.waitFor(() => expect(sent).toEqual([QUEUE]));
    expect(attempts).toEqual([0, 60, 180]);
    expect(events.pending()).toBe(0);
  });

  it('whose invocation is rejected is tried again as after a failure, then given to its destination', async () => {
    const { clock, attempts, attempt } = given(async () => {
      throw new Error('no process');
    });
    const sent: string[] = [];
    const events = createAsyncInvocations({
      ...{ configs: { Reply: { DestinationConfig: { OnFailure: { Destination: QUEUE } } } }, clock, log },
      ...{ find: () => REPLY, invoke: attempt, sendTo: (_, body) => void sent.push(body) },
    });
    events.accept('Reply', {});
    for (const minutes of [1, 2]) {
      await vi.waitFor(() => expect([attempts.length, events.due()]).toEqual([minutes, 0]));
      clock.advance(minutes * 60_000);
    }
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    expect(JSON.parse(sent[0] ?? '')).toMatchObject({
      requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
      responsePayload: { errorMessage: 'Error: no process' },
    });
    expect(events.pending()).toBe(0);
  });

  it('that is throttled is tried again after a second, then after twice as long each time, and never given up', async () => {
    const { clock, attempts, attempt } = given(async () => {
      throw throttled();
    });
    const events = createAsyncInvocations({
      ...{
        configs: {},
        clock,
        log,
        find: () => REPLY,
        invoke: attempt,
        sendTo: () => expect.fail('given up'),
      },
    });
    events.accept('Reply', {});
    for (const [tried, pause] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
      await vi.waitFor(() => expect([attempts.length, events.due()]).toEqual([tried + 1, 0]));
      clock.advance(pause * 1_000);
    }
    await vi.waitFor(() => expect(attempts.at(-1)).toBe(1_111));
    events.close();
  });
});

describe('a message of a queue', () => {
  it('that its consumer could not handle comes again when its visibility timeout is over', async () => {
    const { clock, attempts, attempt } = given(async () => FAILED);
    const queues = createQueues({
      ...{ queues: { [QUEUE]: { VisibilityTimeout: 180 } }, clock, log, invoke: attempt },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
    });
    queues.send(QUEUE, 'a job');
    await vi.waitFor(() => expect([attempts.length, queues.due()]).toEqual([1, 0]));
    clock.advance(179_000);
    expect(queues.due()).toBe(0);
    clock.advance(1_000);
    expect(queues.due()).toBe(1);
    await vi.waitFor(() => expect(attempts).toEqual([0, 180]));
    queues.close();
  });

  it('that was removed while it was hidden does not come again', async () => {
    const { clock, attempts, attempt } = given(async () => FAILED);
    const queues = createQueues({
      ...{ queues: { [QUEUE]: {} }, clock, log, invoke: attempt },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
    });
    queues.send(QUEUE, 'a job');
    await vi.waitFor(() => expect([attempts.length, queues.due()]).toEqual([1, 0]));
    queues.purge(QUEUE);
    queues.send(QUEUE, 'another');
    await vi.waitFor(() => expect(attempts).toHaveLength(2));
    clock.advance(30_000);
    await vi.waitFor(() => expect(attempts).toEqual([0, 0, 30]));
    await new Promise(setImmediate);
    expect(attempts).toHaveLength(3);
    queues.close();
  });

  it('that is purged during its delivery takes no other message along, and is not given to the dead-letter queue', async () => {
    const delivered = Promise.withResolvers<typeof FAILED>();
    const { clock, attempts, attempt } = given(() => delivered.promise);
    const queues = createQueues({
      queues: { [QUEUE]: { RedrivePolicy: { deadLetterTargetArn: LOST, maxReceiveCount: 1 } }, [LOST]: {} },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
      ...{ clock, log, invoke: attempt },
    });
    queues.send(QUEUE, 'purged');
    await vi.waitFor(() => expect(attempts).toHaveLength(1));
    queues.purge(QUEUE);
    queues.send(QUEUE, 'another');
    delivered.resolve(FAILED);
    await vi.waitFor(() => expect([attempts.length, queues.messages(QUEUE)]).toEqual([2, []]));
    expect(queues.messages(LOST)).toEqual(['another']);
    queues.close();
  });

  it('that cannot be handed over comes again, and then goes to the dead-letter queue', async () => {
    const { clock, attempts, attempt } = given(() => Promise.reject(new Error('no process')));
    const queues = createQueues({
      queues: { [QUEUE]: { RedrivePolicy: { deadLetterTargetArn: LOST, maxReceiveCount: 2 } }, [LOST]: {} },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
      ...{ clock, log, invoke: attempt },
    });
    queues.send(QUEUE, 'a job');
    await vi.waitFor(() => expect([attempts.length, queues.due()]).toEqual([1, 0]));
    clock.advance(30_000);
    await vi.waitFor(() => expect(queues.messages(LOST)).toEqual(['a job']));
    queues.close();
  });

  it('whose dead-letter queue is missing is logged', async () => {
    const { clock, attempt } = given(async () => FAILED);
    const lines: string[] = [];
    const queues = createQueues({
      queues: { [QUEUE]: { RedrivePolicy: { deadLetterTargetArn: LOST, maxReceiveCount: 1 } } },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
      ...{ clock, log: (_: string, text: string) => void lines.push(text), invoke: attempt },
    });
    queues.send(QUEUE, 'a job');
    await vi.waitFor(() => expect(lines).toContainEqual(expect.stringContaining(`no queue ${LOST}`)));
    queues.close();
  });

  it('that fails after the queues are closed does not come again', async () => {
    const delivered = Promise.withResolvers<typeof FAILED>();
    const { clock, attempts, attempt } = given(() => delivered.promise);
    const queues = createQueues({
      ...{ queues: { [QUEUE]: {} }, clock, log, invoke: attempt },
      mappings: [{ EventSourceArn: QUEUE, FunctionName: 'ReplyFailed' }],
    });
    queues.send(QUEUE, 'a job');
    await vi.waitFor(() => expect(attempts).toHaveLength(1));
    queues.close();
    delivered.resolve(FAILED);
    await new Promise(setImmediate);
    clock.advance(30_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(attempts).toHaveLength(1);
  });
});
