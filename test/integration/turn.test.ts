/** A turn from its frame to its end, over the real templates, functions and protocols. */
import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MESSAGE_MAX_LENGTH } from '#contract/limits';
import { toWire } from '#contract/socket';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

describe('a turn', () => {
  it('streams the reply, ends it with the message and the ack, and stores both messages once [S3.message.1 S7.init.1 S7.history.1]', async () => {
    stack.replyWith('The answer ', 'is ', 'forty-two.');
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    expect(client.protocol).toBe('parley.v1');
    expect(chat).toMatchObject({
      name: 'Chat 1',
      messages: [{ role: 'assistant', isWelcome: true, messageIndex: 0 }],
    });

    const ack = await client.call('chat', {
      chatId: chat.chatId,
      message: toWire('What is\nthe answer?'),
      userEmail: user.email,
    });
    const quota = { limit: 50, left: 49, resetsAt: expect.stringMatching(/T00:00:00\.000Z$/) };
    expect(dataOf(ack)).toEqual({ chatId: chat.chatId, messageIndex: 2, status: 'complete', quota });

    const [final] = client.of('assistantMessage');
    expect(final?.data).toMatchObject({
      content: 'The answer is forty-two.',
      messageIndex: 2,
      requestId: ack.id,
      status: 'complete',
    });
    const deltas = client.of('assistantDelta').map(({ data }) => data);
    expect(deltas[0]).toMatchObject({ offset: 0, attempt: 1, requestId: ack.id });
    expect('The answer is forty-two.'.startsWith(deltas.map(({ text }) => text).join(''))).toBe(true);

    const messages = await stack.history(user, chat.chatId);
    expect(messages.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['assistant', expect.stringContaining('Hello'), 'complete'],
      ['user', 'What is\nthe answer?', 'complete'],
      ['assistant', 'The answer is forty-two.', 'complete'],
    ]);
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('sends the model the conversation, without the welcome', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith('First reply.');
    await stack.say(client, user, chat.chatId, 'First question');
    stack.replyWith('Second reply.');
    await stack.say(client, user, chat.chatId, 'Second question');
    expect(stack.lastModelCall()?.messages).toEqual([
      { role: 'user', content: [{ text: 'First question' }] },
      { role: 'assistant', content: [{ text: 'First reply.' }] },
      { role: 'user', content: [{ text: 'Second question' }] },
    ]);
  });

  it('reads no more of long turns than the model is given, and all that fits of short ones', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const { chatId } = chat;
    await stack.fillChat(user, chatId, 30, () => 'x'.repeat(25_000));
    const data = { chatId, userEmail: user.email };
    stack.inner.dynamodb.resetStats();
    await client.call('chat', {
      ...data,
      message: 'Short of it?',
      context: 2,
      after: 60,
      instructions: false,
    });
    await stack.idle();
    // Four turns of 25 KB, strongly consistent, and the first three for half the price; all 30 would be 190 units.
    expect(stack.inner.dynamodb.stats().readUnits).toBeLessThan(45);
    const small = await stack.givenChat(user);
    await stack.fillChat(user, small.chat.chatId, 20);
    await small.client.call('chat', {
      ...data,
      chatId: small.chat.chatId,
      message: 'All of it?',
      context: 1,
    });
    expect(stack.lastModelCall()?.messages).toHaveLength(41);
  });

  it('begins each prompt as the one before, and drops old turns in one large step', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    await stack.fillChat(user, chat.chatId, 9, () => 'x'.repeat(4_000));
    const prompts: string[][] = [];
    for (let n = 0; n < 8; n++) {
      await stack.say(client, user, chat.chatId, `Question ${n}. ${'y'.repeat(2_000)}`);
      prompts.push((stack.lastModelCall()?.messages ?? []).map((message) => JSON.stringify(message)));
    }
    const trims = prompts.filter((prompt, n) => {
      const before = prompts[n - 1] ?? [];
      return before.some((message, at) => message !== prompt[at]);
    });
    expect(trims).toHaveLength(1);
    for (const trimmed of trims) {
      const before = prompts[prompts.indexOf(trimmed) - 1] ?? [];
      expect(trimmed.length).toBeLessThan(before.length * 0.8);
      // The chat's first turn stays in front.
      expect(trimmed.slice(0, 2)).toEqual(before.slice(0, 2));
    }
  });

  it('tells the sender where its message stands before the reply is written, once more for a resend', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const other = await stack.connect(user);
    const reply = stack.replyByHand();
    const data = { chatId: chat.chatId, message: 'Where am I?', userEmail: user.email };
    const id = client.send('chat', data);
    await reply.started;
    await stack.eventually(() => expect(client.of('accepted')).toHaveLength(1));
    client.send('chat', data, id);
    await stack.eventually(() => expect(client.of('accepted')).toHaveLength(2));
    expect(client.of('ack').some((ack) => ack.id === id)).toBe(false);
    reply.write('Here.');
    reply.end();
    await client.ack(id);
    const [, question, answer] = await stack.history(user, chat.chatId);
    expect([question?.requestId, answer?.requestId]).toEqual([id, id]);
    const place = { chatId: chat.chatId, messageIndex: 1, createdAt: question?.createdAt };
    const accepted = { type: 'accepted', id, data: place };
    expect(client.of('accepted')).toEqual([accepted, accepted]);
    expect(other.of('accepted')).toEqual([]);
  });

  it('does not refuse a message whose `accepted` frame cannot be sent', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith('All the same.');
    const about = (request: string) => request.includes('accepted');
    const fail = { code: 'InternalServerError', status: 500 };
    const posts = stack.inner.faults.at({ service: 'connections', about, times: 9, effect: { fail } });
    const data = { chatId: chat.chatId, message: 'Never mind', userEmail: user.email };
    expect(dataOf(await client.call('chat', data))).toMatchObject({ status: 'complete' });
    expect(posts.struck).toBeGreaterThan(0);
    expect(client.of('accepted')).toEqual([]);
    stack.clearFaults();
  });

  it('answers the same frame once, however often it is sent', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const reply = stack.replyByHand();
    const id = randomUUID();
    const data = { chatId: chat.chatId, message: 'Once', userEmail: user.email };
    client.send('chat', data, id);
    client.send('chat', data, id);
    await reply.started;
    client.send('chat', data, id);
    reply.write('Just once.');
    reply.end();
    await client.ack(id);
    // A resend that came in after the end gets the end again.
    await client.flush();
    await stack.idle();
    const before = client.of('ack').length;
    client.send('chat', data, id);
    await stack.eventually(() => expect(client.of('ack').length).toBeGreaterThan(before));
    await stack.idle();
    expect(client.of('ack').map(dataOf)).toEqual(
      Array(before + 1).fill(expect.objectContaining({ chatId: chat.chatId })),
    );
    const messages = await stack.history(user, chat.chatId);
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
    expect(messages).toHaveLength(3);
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('refuses a second message while a reply is pending, and charges nothing for it', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const reply = stack.replyByHand();
    const data = { chatId: chat.chatId, message: 'First', userEmail: user.email };
    const first = client.send('chat', data);
    await reply.started;
    expect(codeOf(await client.call('chat', { ...data, message: 'Second' }))).toBe('reply_pending');
    reply.write('Done.');
    reply.end();
    await client.ack(first);
    expect(await stack.usedMessages(user)).toBe(1);
  });

  it('keeps every tab of the user in step, and tells no other user', async () => {
    const [ada, bob] = [await stack.givenUser(), await stack.givenUser()];
    const { client: first, chat } = await stack.givenChat(ada);
    const second = await stack.connect(ada);
    const other = await stack.connect(bob);
    stack.replyWith('For Ada.');
    await stack.say(first, ada, chat.chatId, 'A question');
    await second.until('assistantMessage');
    // Two functions send these frames, so the reply of a fast model may arrive before the question.
    const asked = await second.until('userMessage');
    expect(asked.data).toMatchObject({ content: 'A question', messageIndex: 1 });
    expect(first.of('userMessage')).toEqual([]);
    expect(other.frames).toEqual([]);
  });

  it('gives a connection that joins late the reply from its start', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const reply = stack.replyByHand();
    const id = client.send('chat', { chatId: chat.chatId, message: 'Tell me', userEmail: user.email });
    await reply.started;
    reply.write('Once upon a time ');
    await client.until('assistantDelta');
    const late = await stack.connect(user);
    const caught = await late.until('assistantDelta');
    expect(caught.data).toMatchObject({ offset: 0, text: 'Once upon a time ' });
    reply.write('there was a test.');
    reply.end();
    await client.ack(id);
    await late.until('assistantMessage');
  });

  it('stops when asked, and keeps what was written', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const reply = stack.replyByHand();
    const id = client.send('chat', { chatId: chat.chatId, message: 'Tell me', userEmail: user.email });
    await reply.started;
    reply.write('Half of ');
    await client.until('assistantDelta');
    dataOf(await client.call('stopReply', { chatId: chat.chatId, userEmail: user.email }));
    expect(dataOf(await client.ack(id))).toMatchObject({ status: 'stopped' });
    const messages = await stack.history(user, chat.chatId);
    expect(messages.at(-1)).toMatchObject({ content: 'Half of ', status: 'stopped' });
    reply.end();
    const again = await client.call('stopReply', { chatId: chat.chatId, userEmail: user.email });
    expect(codeOf(again)).toBe('no_reply_pending');
  });

  it.each([
    ['a blank message', ' <br> ', 'message_blank'],
    ['a message that is too long', 'x'.repeat(MESSAGE_MAX_LENGTH + 1), 'message_too_long'],
  ])('refuses %s', async (_, message, code) => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    const ack = await client.call('chat', { chatId: chat.chatId, message, userEmail: user.email });
    expect(codeOf(ack)).toBe(code);
    expect(await stack.history(user, chat.chatId)).toHaveLength(1);
  });

  it('refuses a frame that the contract does not know, and stays open', async () => {
    const user = await stack.givenUser();
    const { client } = await stack.givenChat(user);
    client.sendRaw(JSON.stringify({ action: 'chat', id: 'x', data: { chatId: 1 } }));
    const ack = await client.until('ack', ({ id }) => id === 'x');
    expect(codeOf(ack)).toBe('invalid_request');
    client.sendRaw(JSON.stringify({ action: 'ping', id: randomUUID() }));
    await client.until('pong');
  });

  it('closes with 1009 on a frame over 32 KB', async () => {
    const user = await stack.givenUser();
    const { client } = await stack.givenChat(user);
    client.sendRaw(JSON.stringify({ action: 'chat', id: randomUUID(), data: 'x'.repeat(33_000) }));
    expect(await client.closed()).toBe(1009);
  });
});

describe('the daily limit', () => {
  it('lets exactly as many messages through as are left, all sent at once', async () => {
    stack.replyWith('Yes.');
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    await stack.say(client, user, chat.chatId, 'The first');
    await stack.useUpTo(user, 49);
    const chats = [chat.chatId];
    for (let i = 0; i < 4; i++) chats.push((await stack.openChat(client, user)).chatId);
    const acks = await Promise.all(
      chats.map((chatId) => client.call('chat', { chatId, message: 'Me', userEmail: user.email })),
    );
    const refused = acks.filter((ack) => 'error' in ack && ack.error);
    expect(refused.map(codeOf)).toEqual(Array(4).fill('quota_exceeded'));
    expect(await stack.usedMessages(user)).toBe(50);
  });
});

describe('a model that fails', () => {
  it.each([
    ['ThrottlingException', 'model_unavailable'],
    ['ServiceUnavailableException', 'model_unavailable'],
    ['ValidationException', 'reply_failed'],
  ])('with %s ends the turn, gives the message back and frees the chat', async (error, code) => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.failModelWith(error);
    const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
    expect(codeOf(ack)).toBe(code);
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ content: '', status: 'failed' });
    expect(await stack.usedMessages(user)).toBe(0);
    stack.replyWith('Back again.');
    await stack.say(client, user, chat.chatId, 'Hello again');
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ content: 'Back again.' });
  });

  it('with a blank reply counts as one without a text, and the chat can be continued', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith({ thinking: 'Hmm. ' }, '\n\n', { stop: 'max_tokens' });
    const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
    expect(codeOf(ack)).toBe('reply_only_thought');
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ content: '', status: 'failed' });
    expect(await stack.usedMessages(user)).toBe(0);
    stack.replyWith('Back again.');
    await stack.say(client, user, chat.chatId, 'Hello again');
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ content: 'Back again.' });
  });

  it('is not given a blank reply that an earlier version stored', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith('A reply.');
    await stack.say(client, user, chat.chatId, 'Hello');
    const { documents, table } = stack.inner.dynamodb;
    await documents.send(
      new UpdateCommand({
        TableName: table('Chats'),
        Key: { pk: `CHAT#${user.owner}#${chat.chatId}`, sk: 'MSG#00000001' },
        UpdateExpression: 'SET #text = :blank',
        ExpressionAttributeNames: { '#text': 'text' },
        ExpressionAttributeValues: { ':blank': '\n\n' },
      }),
    );
    await stack.say(client, user, chat.chatId, 'Hello again');
    expect(stack.lastModelCall()?.messages.map(({ role, content }) => [role, content[0]?.text])).toEqual([
      ['user', 'Hello again'],
    ]);
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({ content: 'A reply.' });
  });

  it('in the middle of a stream keeps what came', async () => {
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    stack.replyWith('A good ', new Error('ModelStreamErrorException'));
    const ack = await client.call('chat', { chatId: chat.chatId, message: 'Hello', userEmail: user.email });
    expect(codeOf(ack)).toBe('reply_failed');
    expect(client.of('assistantMessage')[0]?.data).toMatchObject({ content: 'A good ', status: 'failed' });
    expect((await stack.history(user, chat.chatId)).at(-1)).toMatchObject({
      content: 'A good ',
      status: 'failed',
    });
  });
});
