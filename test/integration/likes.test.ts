/** Likes: whose, of what, and the one thank-you message of a chat (docs/spec.md 4.7). */
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POST_MAX_BYTES } from '#contract/limits';
import { ackData } from '#contract/socket';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

/** A chat whose messages are the welcome (0), a question (1) and its answer (2). */
async function givenAnswer() {
  stack.replyWith('An answer.');
  const user = await stack.givenUser();
  const { client, chat } = await stack.givenChat(user);
  const { chatId } = chat;
  await stack.say(client, user, chatId, 'A question');
  const like = (messageIndex: number, liked = true, as: SocketClient = client) =>
    as.call('likeMessage', { chatId, messageIndex, liked, userEmail: user.email });
  return { user, client, chatId, like };
}

const extras = async (user: TestUser, chatId: string) =>
  (await stack.history(user, chatId)).filter(({ isExtra }) => isExtra);

describe('a like', () => {
  it('is acknowledged, stored, taken back, and told to the other connections alone', async () => {
    const { user, client, chatId, like } = await givenAnswer();
    const other = await stack.connect(user);
    expect(dataOf(await like(2))).toMatchObject({ chatId, messageIndex: 2, liked: true });
    expect((await stack.history(user, chatId))[2]).toMatchObject({ liked: true });
    expect((await other.until('messageLiked')).data).toEqual({ chatId, messageIndex: 2, liked: true });
    expect(dataOf(await like(2, false))).toMatchObject({ chatId, messageIndex: 2, liked: false });
    expect((await stack.history(user, chatId))[2]).toMatchObject({ liked: false });
    await other.until('messageLiked', ({ data }) => !data.liked);
    expect(client.of('messageLiked')).toEqual([]);
  });

  it('is acknowledged with the messages as they are stored, its thanks among them [S7.like.1]', async () => {
    const { user, chatId, like } = await givenAnswer();
    const { messages } = ackData.likeMessage.parse(dataOf(await like(2)));
    expect(messages).toEqual(await stack.history(user, chatId));
    expect(messages).toMatchObject([{ isWelcome: true }, {}, { liked: true }, { isExtra: true }]);
  });

  it('is acknowledged with as many of the newest messages as one frame holds', async () => {
    const { user, chatId, like } = await givenAnswer();
    await stack.fillChat(user, chatId, 40, () => 'x'.repeat(8_000));
    const { messages = [] } = ackData.likeMessage.parse(dataOf(await like(80)));
    expect(messages.at(-1)).toMatchObject({ isExtra: true });
    expect(messages.length).toBeGreaterThan(20);
    expect(Buffer.byteLength(JSON.stringify(messages))).toBeLessThan(POST_MAX_BYTES);
  });

  it('that is stored is acknowledged also where the messages cannot be read', async () => {
    const { user, chatId, like } = await givenAnswer();
    const fail = { code: 'InternalServerError', message: 'Try again' };
    const reading = { service: 'dynamodb', action: 'Query', caller: 'LikeMessage', times: 9 } as const;
    stack.inner.faults.at({ ...reading, about: (request) => request.includes('MSG#'), effect: { fail } });
    const ack = dataOf(await like(2).finally(stack.clearFaults));
    expect(ack).toEqual({ chatId, messageIndex: 2, liked: true });
    expect((await stack.history(user, chatId))[2]).toMatchObject({ liked: true });
  });

  it.each([
    ['the welcome', 0],
    ['a question', 1],
    ['nothing', 7],
  ])('of %s is refused', async (_, index) => {
    const { user, chatId, like } = await givenAnswer();
    expect(codeOf(await like(index))).toBe('message_not_found');
    expect((await stack.history(user, chatId)).every(({ liked }) => liked === undefined)).toBe(true);
  });

  it('of the thank-you message is refused', async () => {
    const { like } = await givenAnswer();
    await like(2);
    // Neither its own index, nor the one that a reply would have if it were a question.
    for (const index of [3, 4]) expect(codeOf(await like(index))).toBe('message_not_found');
  });

  it('of a streaming reply is refused; one before it can be liked meanwhile', async () => {
    const { user, client, chatId, like } = await givenAnswer();
    const reply = stack.replyByHand();
    const id = client.send('chat', { chatId, message: 'Another', userEmail: user.email });
    await reply.started;
    reply.write('Half ');
    await client.until('assistantDelta', ({ data }) => data.messageIndex === 4);
    expect(codeOf(await like(4))).toBe('message_not_found');
    expect(dataOf(await like(2))).toMatchObject({ liked: true });
    reply.end();
    expect(dataOf(await client.ack(id))).toMatchObject({ messageIndex: 4, status: 'complete' });
    const messages = await stack.history(user, chatId);
    expect(messages.map(({ messageIndex, isExtra }) => [messageIndex, isExtra ?? false])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [3, false],
      [4, false],
      [5, true],
    ]);
    // A history that was read while the reply streamed is read again. The thank-you after it must not hide that.
    stack.replyWith('And more.');
    expect(await stack.say(client, user, chatId, 'More')).toMatchObject({ messageIndex: 7 });
    expect(stack.lastModelCall()?.messages.at(-2)?.content).toEqual([{ text: 'Half ' }]);
  });
});

describe('the thank-you message', () => {
  it('comes once, with the first like, to every connection', async () => {
    const { user, client, chatId, like } = await givenAnswer();
    const other = await stack.connect(user);
    await like(2);
    await like(2, false);
    await like(2);
    const found = await extras(user, chatId);
    expect(found).toMatchObject([{ role: 'assistant', messageIndex: 3, status: 'complete' }]);
    expect(found[0]?.content).toContain('thank you');
    await other.until('messageLiked', ({ data }) => !data.liked);
    for (const each of [client, other])
      expect(each.of('assistantMessage').filter(({ data }) => data.isExtra)).toHaveLength(1);
  });

  it('comes once when likes arrive together, and not with the first "unlike"', async () => {
    const { user, chatId, like } = await givenAnswer();
    await like(2, false);
    expect(await extras(user, chatId)).toEqual([]);
    await Promise.all([like(2), like(2), like(2)]);
    expect(await extras(user, chatId)).toHaveLength(1);
  });

  it('that a crash left out comes with the next like', async () => {
    const { user, chatId, like } = await givenAnswer();
    await like(2);
    const { documents, table } = stack.inner.dynamodb;
    const Key = { pk: `CHAT#${user.owner}#${chatId}`, sk: 'MSG#00000003' };
    await documents.send(new DeleteCommand({ TableName: table('Chats'), Key }));
    expect(await extras(user, chatId)).toEqual([]);
    await like(2);
    expect(await extras(user, chatId)).toMatchObject([{ messageIndex: 3 }]);
  });

  it('is never sent to the model', async () => {
    const { user, client, chatId, like } = await givenAnswer();
    await like(2);
    await stack.say(client, user, chatId, 'Next');
    expect(stack.lastModelCall()?.messages).toEqual([
      { role: 'user', content: [{ text: 'A question' }] },
      { role: 'assistant', content: [{ text: 'An answer.' }] },
      { role: 'user', content: [{ text: 'Next' }] },
    ]);
  });
});
