import { expect, it, vi } from 'vitest';
import type { Message } from '#contract/entities';
import { AppError, type ErrorCode } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { createStore } from '../../../../lib/observable-store.ts';
import type { SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { QuotaState } from '../quota-or-refusal.ts';
import { withoutEarlier } from '../turns/find-in-shown-messages.ts';
import {
  ACK,
  AT,
  CHAT,
  end,
  givenConversation,
  message,
  onAssistantMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';
import { Conversation } from './conversation.ts';
import type { SenderFields } from './message-delivery.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

type Given = ReturnType<typeof givenConversation>;

async function givenRefused(given: Given, text: string, code: ErrorCode = 'quota_exceeded') {
  given.conversation.actions.send(text);
  given.answer().reject(new AppError(code, { message: 'No.' }));
  await settled();
  return given.conversation.state.get().messages.find(({ content }) => content === text)?.key ?? '';
}

const texts = ({ shown }: Given) => shown().map(({ text, status }) => `${text} ${status}`);

it('a refused message stays where it was said, before what is said and answered later', async () => {
  const given = givenConversation();
  await givenRefused(given, 'First');
  await givenRefused(given, 'Second');
  given.conversation.actions.send('Third');
  onAssistantMessage(given.conversation, end('Reply'));
  given.answer().resolve(ACK);
  await settled();
  expect(texts(given)).toEqual([
    'message 0 complete',
    'First unsent',
    'Second unsent',
    'Third complete',
    'Reply complete',
  ]);
});

it('the product’s own answer to a Skip that failed stays where it was said, too', async () => {
  const given = givenConversation();
  given.conversation.actions.skip();
  given.answer().reject(new AppError('internal'));
  await settled();
  given.conversation.actions.send('Third');
  onAssistantMessage(given.conversation, end('Reply'));
  expect(given.shown().map(({ text }) => text.slice(0, 12))).toEqual([
    'message 0',
    'skip',
    'I understand',
    'Third',
    'Reply',
  ]);
});

it('a resend that is refused leaves a reply that has ended as it is', async () => {
  const given = givenConversation();
  given.conversation.actions.send('First');
  const { requestId } = given.sent.keep.mock.calls[0]?.[0] ?? {};
  onAssistantMessage(given.conversation, end('Reply'));
  given.answer().reject(new AppError('chat_not_found'));
  await settled();
  expect(texts(given)).toEqual(['message 0 complete', 'First complete', 'Reply complete']);
  expect(given.sent.forget).toHaveBeenCalledExactlyOnceWith(requestId);
  expect(given.conversation.actions.send('Second')).toEqual({ sent: true });
});

it('a retry sends the message at the end of the chat, with another text if one is given', async () => {
  const given = givenConversation();
  const key = await givenRefused(given, 'Frist');
  given.conversation.actions.send('Second');
  onAssistantMessage(given.conversation, end('Reply'));
  given.answer().resolve(ACK);
  await settled();
  expect(given.conversation.actions.retry(key, { text: 'First' })).toEqual({ sent: true });
  expect(texts(given)).toEqual([
    'message 0 complete',
    'Second complete',
    'Reply complete',
    'First complete',
    ' streaming',
  ]);
  expect(given.sent.forget).toHaveBeenCalledWith(key);
});

it('a refused message stays, on screen and in storage, when its changed text cannot be sent', async () => {
  const given = givenConversation();
  const key = await givenRefused(given, 'First');
  expect(given.conversation.actions.retry(key, { text: 'x'.repeat(20_001) })).toMatchObject({ sent: false });
  expect(given.conversation.actions.retry(key, { text: ' ' })).toEqual({ sent: false });
  expect(texts(given)).toEqual(['message 0 complete', 'First unsent']);
  expect(given.sent.forget).not.toHaveBeenCalledWith(key);
});

it('a discarded message is gone, on screen and in storage', async () => {
  const given = givenConversation();
  const key = await givenRefused(given, 'First');
  given.conversation.actions.discard(key);
  expect(texts(given)).toEqual(['message 0 complete']);
  expect(given.sent.forget).toHaveBeenCalledExactlyOnceWith(key);
});

it('a refused message shows the server’s reason, also when it is too large', async () => {
  const given = givenConversation();
  const key = await givenRefused(given, 'First', 'message_too_long');
  const { messages } = given.conversation.state.get();
  expect(messages.find((m) => m.key === key)).toMatchObject({ error: 'No.', code: 'message_too_long' });
});

const refused: SentMessage = {
  requestId: '7b7c4c39-1c1e-4c5e-9a52-0a5f3f2e7a11',
  chatId: CHAT,
  sender: 'ada@example.com',
  text: 'Hello',
  createdAt: AT,
  after: 0,
  first: true,
  refused: 'Too much for today.',
};

/** A page that has just been loaded. */
function givenReload(stored: readonly Message[], sender: SenderFields = { userEmail: 'ada@example.com' }) {
  const request = vi.fn((): Promise<never> => Promise.reject(wordedError('service_paused')));
  const sent = { of: () => [refused, { ...refused, chatId: 'another' }], keep: vi.fn(), forget: vi.fn() };
  const conversation = new Conversation(CHAT, {
    socket: { request },
    senderFields: sender,
    readHistory: async () => ({ messages: stored, olderThan: undefined }),
    onAccepted: vi.fn(),
    sent,
    quota: createStore<QuotaState>(undefined),
  });
  return { conversation, request, sent };
}

it.each<SenderFields>([{ userEmail: 'ada@example.com' }, { isGuest: true }])(
  'a refused message is in its place after a reload, and not sent again by itself: %j',
  async (sender) => {
    const { conversation, request } = givenReload([welcome, message(1), message(2)], sender);
    conversation.actions.resume(refused);
    await conversation.history.load();
    expect(request).not.toHaveBeenCalled();
    expect(conversation.state.get().messages).toMatchObject([
      { index: 0 },
      { content: 'Hello', status: 'unsent', error: 'Too much for today.' },
      { index: 1 },
      { index: 2 },
    ]);
    conversation.actions.retry(refused.requestId);
    expect(request).toHaveBeenCalledOnce();
  },
);

it.each<[ErrorCode, boolean]>([
  ['service_paused', true],
  ['internal', true],
  ['message_too_long', true],
  // Messages refused with these codes go back to the input, which keeps them.
  ['guest_quota_exceeded', false],
  ['chat_not_found', false],
])('a message of a guest, refused with %s, is kept for a reload: %s', async (code, isKept) => {
  const { conversation, request, sent } = givenReload([welcome], { isGuest: true });
  request.mockImplementation(() => Promise.reject(new AppError(code, { message: 'No.' })));
  await conversation.history.load();
  conversation.actions.send('Hello again');
  await settled();
  const kept = expect.objectContaining({ text: 'Hello again', refused: expect.any(String) });
  if (isKept) expect(sent.keep).toHaveBeenLastCalledWith(kept);
  else expect(sent.keep).not.toHaveBeenCalledWith(kept);
});

it('a refused message is not shown before its place in the chat is loaded', async () => {
  const { conversation } = givenReload([message(50), message(51)]);
  await conversation.history.load();
  const { messages } = conversation.state.get();
  expect(messages).toHaveLength(3);
  expect(withoutEarlier(messages, 50).map(({ index }) => index)).toEqual([50, 51]);
  expect(withoutEarlier(messages, undefined)).toHaveLength(3);
});
