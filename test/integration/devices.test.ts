/** Two devices of one person, and somebody else: the same chat in both, in one order; nothing for the other. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerFrame } from '#contract/socket';
import { codeOf, dataOf, type SocketClient } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
let ada: TestUser;
let phone: SocketClient;
let laptop: SocketClient;
let stranger: SocketClient;
let chatId: string;

beforeAll(async () => {
  stack = await startTestStack();
  const bob = await stack.givenUser();
  ada = await stack.givenUser();
  stack.replyWith('An answer.');
  stranger = (await stack.givenChat(bob)).client;
  phone = await stack.connect(ada);
  laptop = await stack.connect(ada);
});
afterAll(() => stack.close());

/** Types of the frames, without deltas, acks and pongs. */
const kinds = (frames: readonly ServerFrame[]) =>
  frames.map(({ type }) => type).filter((type) => !['assistantDelta', 'ack', 'pong'].includes(type));

const call = (method: string, path: string, body?: unknown) =>
  stack.http(method, `/api/chats/${path}`, { token: ada.token, body });

it('the user’s other device gets every frame in order, and other people get none', async () => {
  const before = stranger.frames.length;
  chatId = (await stack.openChat(phone, ada)).chatId;
  const about = { chatId, userEmail: ada.email };
  await stack.say(phone, ada, chatId, 'First');
  await call('PUT', `${chatId}/name`, { newName: 'Named' });
  dataOf(await phone.call('likeMessage', { ...about, messageIndex: 2, liked: true }));
  stack.replyWith('Another answer.');
  dataOf(await phone.call('chat', { ...about, message: 'First, again', replaces: 1 }));
  await call('DELETE', chatId);
  await call('POST', `${chatId}/restore`);
  await laptop.until('chatCreated', ({ data }) => data.name === 'Named');
  expect(kinds(laptop.frames)).toEqual([
    'chatCreated',
    'userMessage',
    'assistantMessage',
    'chatRenamed',
    'messageLiked',
    'assistantMessage',
    'userMessage',
    'assistantMessage',
    'chatDeleted',
    'chatCreated',
  ]);
  expect(
    laptop.of('userMessage').map(({ data }) => [data.messageIndex, data.content, data.replaces]),
  ).toEqual([
    [1, 'First', undefined],
    [1, 'First, again', true],
  ]);
  expect(phone.of('userMessage')).toEqual([]);
  expect(phone.of('messageLiked')).toEqual([]);
  await stack.idle();
  await stranger.flush();
  expect(stranger.frames.slice(before).map(({ type }) => type)).toEqual(['pong']);
});

it('half of a surrogate pair in a name becomes U+FFFD, in the answer, on other devices and in the list', async () => {
  const named = await stack.openChat(phone, ada);
  const { text } = await call('PUT', `${named.chatId}/name`, { newName: 'Cats \ud83d' });
  const { data } = await laptop.until('chatRenamed', (frame) => frame.data.chatId === named.chatId);
  const listed = (await stack.chats(ada)).find((chat) => chat.chatId === named.chatId);
  const expected = { chatId: named.chatId, name: 'Cats \ufffd' };
  expect([JSON.parse(text), data, listed]).toMatchObject([expected, expected, expected]);
});

it('of messages sent from both at once into one chat, one is answered and the other refused', async () => {
  for (let round = 1; round <= 5; round++) {
    const { chatId: fresh } = await stack.openChat(phone, ada);
    const used = await stack.usedMessages(ada);
    const reply = stack.replyByHand();
    const ids = new Map([phone, laptop].map((device) => [device, randomUUID()]));
    for (const [device, id] of ids)
      device.send('chat', { chatId: fresh, message: id, userEmail: ada.email }, id);
    await reply.started;
    const refused = await Promise.any([...ids].map(([device, id]) => device.ack(id)));
    expect(codeOf(refused)).toBe('reply_pending');
    reply.write('Done.');
    reply.end();
    const winner = [...ids].find(([, id]) => id !== refused.id) ?? expect.fail('no winner');
    expect(dataOf(await winner[0].ack(winner[1]))).toMatchObject({ status: 'complete', messageIndex: 2 });
    const messages = await stack.history(ada, fresh);
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([winner[1]]);
    expect(await stack.usedMessages(ada)).toBe(used + 1);
  }
});
