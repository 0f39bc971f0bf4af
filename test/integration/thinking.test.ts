/** A model that thinks before its reply: what clients get, what is kept, what is paid for, and how it ends. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { estimateTokens } from '../../lambdas/models/estimate-tokens.ts';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import { dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(() => stack.clearFaults());
afterAll(() => stack.close());

const THOUGHT = 'The secret of the thought is plover. ';

async function given() {
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  const data = { chatId, message: 'Count', userEmail: user.email };
  const history = () => stack.history(user, chatId);
  return { user, client, chatId, data, history };
}

/** Everything that the tables hold of chats, usage, search and connections, as text. */
async function stored(): Promise<string> {
  const { dynamodb } = stack.inner;
  const found = await Promise.all(
    ['Chats', 'Usage', 'Search', 'Connections'].map((name) =>
      dynamodb.documents.send(new ScanCommand({ TableName: dynamodb.table(name) })),
    ),
  );
  return JSON.stringify(found.map(({ Items }) => Items));
}

describe('thoughts', () => {
  it('reach every connection apart from the reply, and only their time is kept', async () => {
    const { user, client, data, history } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    model.write({ thinking: THOUGHT });
    // Before its thoughts, an endpoint may only say that the model thinks.
    const first = await client.until('thinkingDelta', ({ data }) => data.text !== '');
    expect(first.data).toMatchObject({
      requestId: id,
      attempt: 1,
      offset: 0,
      text: THOUGHT,
      messageIndex: 2,
    });
    // Another device opens the chat while the model thinks.
    const late = await stack.connect(user);
    const joined = await late.until('thinkingDelta');
    expect(joined.data).toMatchObject({ offset: 0, text: THOUGHT, messageIndex: 2 });
    expect((await history()).at(-1)).toMatchObject({ status: 'streaming', content: '' });
    model.write('Yes.');
    expect((await client.until('assistantDelta')).data).toMatchObject({
      ...{ offset: 0, text: 'Yes.', thoughtMs: expect.any(Number) },
    });
    model.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    const end = await client.until('assistantMessage');
    expect(end.data).toMatchObject({ content: 'Yes.', thoughtMs: expect.any(Number) });
    const [, question, reply] = await history();
    expect(question).not.toHaveProperty('thoughtMs');
    expect(reply).toMatchObject({ content: 'Yes.', thoughtMs: end.data.thoughtMs });
    await stack.idle();
    expect(await stored()).toContain('Yes.');
    expect(await stored()).not.toContain('plover');
    await late.close();
  });

  it('are not sent to the model with the next message', async () => {
    const { user, client, chatId } = await given();
    stack.replyWith({ thinking: THOUGHT }, 'Yes.');
    await stack.say(client, user, chatId, 'First');
    await stack.say(client, user, chatId, 'Second');
    expect(JSON.stringify(stack.lastModelCall())).toContain('Yes.');
    expect(JSON.stringify(stack.lastModelCall())).not.toContain('plover');
  });

  it('of a worker that died are started over by the next one', async () => {
    const { client, data } = await given();
    stack.replyWith({ thinking: THOUGHT }, { thinking: 'More.' }, 'Yes.');
    stack.killWorkerAtChunk(2, 1);
    const id = client.send('chat', data);
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'complete' });
    const texts = new Map<number, string>();
    for (const { data: thought } of client.of('thinkingDelta')) {
      const { attempt, offset, text } = thought;
      expect(offset).toBe(texts.get(attempt)?.length ?? 0);
      texts.set(attempt, (texts.get(attempt) ?? '') + text);
    }
    expect(texts.get(2)).toBe(`${THOUGHT}More.`);
  });
});

describe('stopping while the model thinks', () => {
  it('ends the turn without a reply, with the time, and the thoughts are paid for', async () => {
    const { user, client, chatId, data, history } = await given();
    const model = stack.replyByHand();
    const id = client.send('chat', data);
    await model.started;
    const thoughts = THOUGHT.repeat(100);
    model.write({ thinking: thoughts });
    await client.until('thinkingDelta');
    await client.call('stopReply', { chatId, userEmail: user.email });
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
    expect((await history()).at(-1)).toMatchObject({
      ...{ status: 'stopped', content: '', thoughtMs: expect.any(Number) },
    });
    await stack.idle();
    const cheapest = Math.min(...DEFAULT_MODELS.map(({ price }) => price.output));
    expect((await stack.usageOf(user)).cost).toBeGreaterThanOrEqual(
      (estimateTokens(thoughts) * cheapest) / 1_000_000,
    );
    // The next message is accepted at once, and the empty reply is not part of its prompt.
    stack.replyWith('Go on.');
    expect(dataOf(await client.call('chat', { ...data, message: 'And now?' }))).toMatchObject({
      status: 'complete',
    });
    expect(stack.lastModelCall()?.messages).toEqual([{ role: 'user', content: [{ text: 'And now?' }] }]);
  });
});
