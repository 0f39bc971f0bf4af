/** Guests: their one chat and nothing else, their limits, and the claim of the chat when they sign in. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ackData } from '#contract/socket';
import { GUESTS_PER_ADDRESS } from '../../lambdas/domain/quota/daily-quota.ts';
import { codeOf, dataOf } from '../support/socket-client.ts';
import { startTestStack, type TestStack, type TestUser } from '../support/stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.close());

const GUEST_LIMIT = 10;

async function givenGuest(chatId?: string) {
  const client = await stack.connectGuest();
  const ack = await client.call('initChat', { isGuest: true, ...(chatId && { chatId }) });
  const chat = ackData.initChat.parse(dataOf(ack));
  const say = (message: string) => client.call('chat', { chatId: chat.chatId, message, isGuest: true });
  return { client, chat, chatId: chat.chatId, say };
}

const claim = (user: TestUser, guestChatId: string) =>
  stack.http('POST', '/api/chats/carryGuestChat', { token: user.token, body: { guestChatId } });
const codeIn = ({ text }: { text: string }): string => JSON.parse(text).code;
/** Moves the clock by a day. All guests of these tests share one address, which gets a new allowance by this. */
const forgetAddress = () => stack.moveClock(24 * 60 * 60_000);
const ownAddress = () => `address:${createHash('sha256').update('127.0.0.1').digest('hex')}`;

/** Sends messages of `count` guests at once, each in a new chat, and returns their outcomes. */
async function eachSays(count: number): Promise<string[]> {
  stack.replyWith('Yes.');
  const guests = await Promise.all(Array.from({ length: count }, () => givenGuest()));
  const acks = await Promise.all(guests.map(({ say }) => say('Me')));
  for (const { client } of guests) client.drop();
  return acks.map(outcomeOf);
}

const outcomeOf = (ack: Parameters<typeof codeOf>[0]): string =>
  'error' in ack && ack.error ? ack.error.code : 'answered';

describe("a guest's chat", () => {
  it('is found again by its id, whole, and by no other', async () => {
    stack.replyWith('Hello, guest.');
    const { chatId, say } = await givenGuest();
    expect(chatId).toMatch(/^[0-9a-f]{32}$/);
    expect(dataOf(await say('Hi'))).toMatchObject({ response: 'Hello, guest.', status: 'complete' });
    const again = await givenGuest(chatId);
    expect(again.chat).toMatchObject({
      chatId,
      messages: [{ isWelcome: true }, { content: 'Hi' }, { content: 'Hello, guest.' }],
    });
    const guessed = await givenGuest('0'.repeat(32));
    expect(guessed.chatId).not.toBe('0'.repeat(32));
    const user = await stack.givenUser();
    const { chat } = await stack.givenChat(user);
    expect((await givenGuest(chat.chatId)).chatId).not.toBe(chat.chatId);
  });

  it('comes back whole when it is longer than a page, and with its newest part when it fits no frame', async () => {
    const { chatId } = await givenGuest();
    await stack.fillChat({ owner: `guest:${chatId}` }, chatId, 70);
    expect((await givenGuest(chatId)).chat.messages.map(({ messageIndex }) => messageIndex)).toEqual(
      Array.from({ length: 141 }, (_, i) => i),
    );
    await stack.fillChat({ owner: `guest:${chatId}` }, chatId, 70, () => 'x'.repeat(3_000));
    const { messages } = (await givenGuest(chatId)).chat;
    expect(messages.at(-1)?.messageIndex).toBe(140);
    // The ack has 128 KB at most, and a turn about 3 KB.
    expect(messages.length).toBeGreaterThan(60);
    expect(messages.length).toBeLessThan(90);
  });

  it('is all that a guest reaches: no user’s chat, no like, no reply of another guest', async () => {
    stack.replyWith('Secret.');
    const user = await stack.givenUser();
    const { client, chat } = await stack.givenChat(user);
    await stack.say(client, user, chat.chatId, 'A secret');
    const guest = await givenGuest();
    const about = { chatId: chat.chatId, isGuest: true };
    expect(codeOf(await guest.client.call('chat', { ...about, message: 'Hello' }))).toBe('chat_not_found');
    expect(codeOf(await guest.client.call('stopReply', about))).toBe('chat_not_found');
    dataOf(await guest.say('Hi'));
    for (const chatId of [guest.chatId, chat.chatId]) {
      const like = { chatId, messageIndex: 2, liked: true };
      expect(codeOf(await guest.client.call('likeMessage', like))).toBe('forbidden');
    }
    const bystander = await givenGuest();
    await guest.say('For me alone');
    await stack.idle();
    await bystander.client.flush();
    expect(bystander.client.frames.map(({ type }) => type)).toEqual(['ack', 'pong']);
  });

  it('is in step in each of the guest’s tabs, also while a reply grows', async () => {
    const { client, chatId } = await givenGuest();
    const other = (await givenGuest(chatId)).client;
    const reply = stack.replyByHand();
    const said = client.send('chat', { chatId, message: 'From the first tab', isGuest: true });
    await reply.started;
    expect((await other.until('userMessage')).data).toMatchObject({ chatId, content: 'From the first tab' });
    reply.write('To both ');
    expect((await other.until('assistantDelta')).data).toMatchObject({ chatId, offset: 0, text: 'To both ' });
    reply.write('of you.');
    reply.end();
    const { data } = await other.until('assistantMessage');
    expect(data).toMatchObject({ chatId, content: 'To both of you.', status: 'complete' });
    dataOf(await client.ack(said));
    expect(client.of('userMessage')).toEqual([]);
  });

  it('may have its last message replaced', async () => {
    stack.replyWith('One.');
    const { client, chatId, say } = await givenGuest();
    await say('First');
    stack.replyWith('Two.');
    const replaced = { chatId, message: 'Better', isGuest: true, replaces: 1 };
    expect(dataOf(await client.call('chat', replaced))).toMatchObject({ response: 'Two.', messageIndex: 2 });
    const { messages } = (await givenGuest(chatId)).chat;
    expect(messages.slice(1).map(({ content }) => content)).toEqual(['Better', 'Two.']);
  });
});

describe('the limit of a guest', () => {
  it('refuses the next message and a replacement with guest_quota_exceeded, and stores neither', async () => {
    forgetAddress();
    stack.replyWith('Yes.');
    const guest = await givenGuest();
    dataOf(await guest.say('The first'));
    await stack.useUpTo({ owner: `guest:${guest.chatId}` }, GUEST_LIMIT);
    expect(codeOf(await guest.say('One too many'))).toBe('guest_quota_exceeded');
    expect(codeOf(await guest.client.call('chat', again(guest.chatId)))).toBe('guest_quota_exceeded');
    const { messages } = (await givenGuest(guest.chatId)).chat;
    expect(messages.map(({ content }) => content).slice(1)).toEqual(['The first', 'Yes.']);
  });

  it('holds when several messages come at the same moment and fewer are left, from two tabs', async () => {
    forgetAddress();
    stack.replyWith('Yes.');
    const guest = await givenGuest();
    dataOf(await guest.say('The first'));
    const tab = await givenGuest(guest.chatId);
    await stack.useUpTo({ owner: `guest:${guest.chatId}` }, GUEST_LIMIT - 2);
    const burst = await Promise.all([1, 2, 3].flatMap((n) => [guest.say(`${n}`), tab.say(`${n} too`)]));
    await stack.idle();
    // The chat takes one message at a time, so perhaps one is left. The next messages then use it up.
    const later: string[] = [];
    while (later.at(-1) !== 'guest_quota_exceeded') later.push(outcomeOf(await tab.say('Another')));
    const outcomes = [...burst.map(outcomeOf), ...later];
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(2);
    expect(await stack.usedMessages({ owner: `guest:${guest.chatId}` })).toBe(GUEST_LIMIT);
  });

  it('leaves room for a class behind one address: 32 guests, each in a chat of their own', async () => {
    forgetAddress();
    const outcomes: string[] = [];
    while (outcomes.length < 32) outcomes.push(...(await eachSays(8)));
    expect(outcomes).toEqual(Array(32).fill('answered'));
  });

  it('is also the limit of an address, whatever chats its guests open (docs/safety.md 16)', async () => {
    forgetAddress();
    await eachSays(1);
    // Leaves the address two messages.
    await stack.setUsed({ owner: ownAddress() }, GUESTS_PER_ADDRESS * GUEST_LIMIT - 2);
    const outcomes = await eachSays(8);
    expect(outcomes.filter((outcome) => outcome === 'answered')).toHaveLength(2);
    expect(outcomes.filter((outcome) => outcome === 'guest_quota_exceeded')).toHaveLength(6);
  });

  it('gets back a message whose function died, for the guest and for the address', async () => {
    forgetAddress();
    stack.replyWith('Yes.');
    const guest = await givenGuest();
    const ofAddress = () => stack.usedMessages({ owner: ownAddress() });
    const before = await ofAddress();
    const died = stack.inner.faults.at({
      ...{ service: 'lambda', caller: 'FunctionsChat' },
      effect: { kill: true, hang: true },
    });
    guest.client.send('chat', { chatId: guest.chatId, message: 'Lost', isGuest: true });
    await stack.eventually(() => expect(died.struck).toBe(1));
    stack.clearFaults();
    expect(await ofAddress()).toBe(before + 1);
    stack.moveClock(60_000);
    dataOf(await (await givenGuest(guest.chatId)).say('Next'));
    await stack.idle();
    expect(await stack.usedMessages({ owner: `guest:${guest.chatId}` })).toBe(1);
    expect(await ofAddress()).toBe(before + 1);
  });
});

const again = (chatId: string) => ({ chatId, message: 'Again', isGuest: true, replaces: 1 });

describe('a guest who signs in', () => {
  it('gets the chat once, however often it is claimed', async () => {
    forgetAddress();
    stack.replyWith('An answer.');
    const user = await stack.givenUser();
    const device = await stack.connect(user);
    const guest = await givenGuest();
    await guest.say('A question of more than twenty characters');
    await guest.say('And another');
    const answers = await Promise.all([
      claim(user, guest.chatId),
      claim(user, guest.chatId),
      claim(user, guest.chatId),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const chat = JSON.parse(answers[0]?.text ?? '');
    for (const { text } of answers) expect(JSON.parse(text)).toEqual(chat);
    expect(chat.name).toBe('A question of more t');
    expect(await stack.chats(user)).toEqual([chat]);
    expect((await device.until('chatCreated')).data).toEqual(chat);
    const messages = await stack.history(user, chat.chatId);
    expect(messages.map(({ messageIndex, content }) => [messageIndex, content])).toEqual([
      [0, expect.stringContaining('Test User')],
      [1, 'A question of more than twenty characters'],
      [2, 'An answer.'],
      [3, 'And another'],
      [4, 'An answer.'],
    ]);
    // The chat continues where it was: the last message can be replaced, and the next one finds its place.
    const about = { chatId: chat.chatId, userEmail: user.email };
    dataOf(await device.call('chat', { ...about, message: 'And yet another', replaces: 3 }));
    expect(await stack.say(device, user, chat.chatId, 'More')).toMatchObject({ messageIndex: 6 });
    expect(JSON.parse((await claim(user, guest.chatId)).text)).toEqual(chat);
    expect((await stack.history(user, chat.chatId))[3]).toMatchObject({ content: 'And yet another' });
    expect((await stack.givenChat(user)).chat.name).toBe('Chat 2');
  });

  it('leaves nothing behind for the guest, nor for another who knows the id', async () => {
    forgetAddress();
    const [user, thief] = [await stack.givenUser(), await stack.givenUser()];
    const guest = await givenGuest();
    await guest.say('Mine');
    expect((await claim(user, guest.chatId)).status).toBe(200);
    expect((await givenGuest(guest.chatId)).chatId).not.toBe(guest.chatId);
    expect(codeOf(await guest.say('Still here?'))).toBe('chat_not_found');
    const stolen = await claim(thief, guest.chatId);
    expect([stolen.status, codeIn(stolen)]).toEqual([404, 'chat_not_found']);
    expect(await stack.chats(thief)).toEqual([]);
  });

  it('waits for a reply that is on its way', async () => {
    forgetAddress();
    const user = await stack.givenUser();
    const guest = await givenGuest();
    const reply = stack.replyByHand();
    const said = guest.say('Wait');
    await reply.started;
    expect(codeIn(await claim(user, guest.chatId))).toBe('reply_pending');
    await guest.client.flush();
    reply.write('Done.');
    reply.end();
    dataOf(await said);
    const { chatId } = JSON.parse((await claim(user, guest.chatId)).text);
    expect((await stack.history(user, chatId)).at(-1)).toMatchObject({ content: 'Done.' });
  });

  it('can claim neither a chat without messages, nor one that never was', async () => {
    const user = await stack.givenUser();
    const { chatId } = await givenGuest();
    for (const id of [chatId, '0'.repeat(32)]) expect(codeIn(await claim(user, id))).toBe('chat_not_found');
    expect((await givenGuest(chatId)).chatId).toBe(chatId);
  });

  it.each([
    ...[1, 2, 3, 4, 5, 6].map((nth) => ({ when: 'before' as const, nth })),
    { when: 'after' as const, nth: 6 },
  ])(
    'gets the whole chat, counted once, after a crash $when write $nth of 6 and a second try',
    async ({ when, nth }) => {
      forgetAddress();
      stack.replyWith('An answer.');
      const user = await stack.givenUser();
      const guest = await givenGuest();
      await guest.say('First');
      await guest.say('Second');
      await stack.idle();
      const crash = stack.inner.faults.at({
        ...{ service: 'dynamodb', caller: 'FunctionsChats', nth },
        ...(when === 'after' && { phase: when }),
        about: (_, { action }) => /^(?:Put|Update|Delete|Transact|BatchWrite)/.test(action),
        effect: { kill: true, hang: true },
      });
      const first = await claim(user, guest.chatId);
      expect([crash.struck, first.status]).toEqual([1, 500]);
      stack.clearFaults();
      const second = await claim(user, guest.chatId);
      expect(second.status).toBe(200);
      const { chatId } = JSON.parse(second.text);
      expect(await stack.chats(user)).toMatchObject([{ chatId, name: 'First' }]);
      expect((await stack.givenChat(user)).chat.name).toBe('Chat 2');
      expect((await stack.history(user, chatId)).slice(1).map(({ content }) => content)).toEqual([
        'First',
        'An answer.',
        'Second',
        'An answer.',
      ]);
    },
  );
});
