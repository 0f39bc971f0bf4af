/** `npm run ops -- trace`: a message is followed from its frame to the model and back by the id that its user sees. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { opsRows, runOps } from '../support/run-ops.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

async function givenAsking() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const id = randomUUID();
  const ask = () =>
    client.call('chat', { chatId: chat.chatId, message: 'Hello there', userEmail: user.email }, id);
  return { id, ask };
}

it('a message that is answered is found in the functions that had it, oldest first', async () => {
  const { id, ask } = await givenAsking();
  stack.replyWith('Hi.');
  dataOf(await ask());
  await stack.idle();
  expect(await opsRows(stack, 'trace', id)).toEqual([
    expect.objectContaining({ from: 'FunctionsChat', event: 'message accepted', requestId: id }),
    expect.objectContaining({ from: 'RepliesReply', event: 'reply ended', status: 'complete' }),
  ]);
  const { out } = await runOps(stack, ['trace', id]);
  expect(out).toMatch(/^TIME +FUNCTION +LEVEL +EVENT +DETAILS\n/);
  expect(out).toMatch(/RepliesReply +INFO +reply ended +model=\w+ status=complete ms=\d+\n/);
});

it('a message that failed before it was accepted is found by the id of its frame, with the error', async () => {
  const { id, ask } = await givenAsking();
  const fail = { code: 'InternalServerError', status: 500, message: 'broken' };
  stack.inner.faults.at({ service: 'dynamodb', caller: 'FunctionsChat', times: 40, effect: { fail } });
  expect(codeOf(await ask())).toBe('internal');
  stack.clearFaults();
  const rows = await opsRows(stack, 'trace', id);
  expect(rows.at(-1)).toMatchObject({ event: 'socket event refused', code: 'internal', level: 'ERROR' });
});

it('an id that no function logged is reported as unknown, and a text that is no id is refused', async () => {
  const unknown = await runOps(stack, ['trace', randomUUID()]);
  expect(unknown).toMatchObject({ code: 0, out: expect.stringContaining('No function logged') });
  const wrong = await runOps(stack, ['trace', 'not an id']);
  expect(wrong).toMatchObject({ code: 1, error: expect.stringContaining('is no reference') });
});
