import { beforeEach, expect, it } from 'vitest';
import { AppError } from '#contract/error-codes';
import { tabStorage } from '../../../../lib/browser-storage.ts';
import { ChatList } from '../chats/chat-list.ts';
import {
  ACK,
  AT,
  CHAT,
  end,
  givenConversation,
  message,
  onAccepted,
  onAssistantMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';

beforeEach(() => tabStorage.clear());

const quota = { limit: 50, left: 7, resetsAt: '2026-01-02T00:00:00.000Z' };
const asked = [welcome, message(1), message(2, { model: 'deepseek' })];

it('a chosen model applies to the next message only', async () => {
  const { conversation, requests, answer } = givenConversation();
  conversation.actions.chooseNext('claude');
  conversation.actions.send('first');
  answer().resolve(ACK);
  await settled();
  onAssistantMessage(conversation, { ...ACK, role: 'assistant', content: 'A reply.', createdAt: 'now' });
  conversation.actions.send('second');
  expect(requests.map(({ data }) => Reflect.get(data, 'model'))).toEqual(['claude', undefined]);
});

it('a chosen model outlives the conversation with the draft, until the message is sent', () => {
  givenConversation().conversation.actions.chooseNext('claude');
  const { conversation, requests } = givenConversation();
  expect(conversation.state.get().nextModel).toBe('claude');
  conversation.actions.send('first');
  expect(requests[0]?.data).toMatchObject({ model: 'claude' });
  expect(givenConversation().conversation.state.get().nextModel).toBeUndefined();
});

it('the model of the chat answers everything in it, unless another is chosen', async () => {
  const chat = { chatId: CHAT, name: 'A', createdAt: AT, model: 'deepseek' };
  const list = new ChatList({ readPage: async () => ({ chats: [chat] }) });
  await list.load();
  const account = { email: 'ada@example.com', list };
  const { conversation, requests, answer } = givenConversation(asked, { account });
  conversation.actions.replaceLast();
  answer().reject(new AppError('reply_failed'));
  await settled();
  conversation.actions.chooseNext('claude');
  conversation.actions.send('second');
  answer().reject(new AppError('reply_failed'));
  await settled();
  list.change(CHAT, { model: undefined });
  conversation.actions.send('third');
  expect(requests.map(({ data }) => Reflect.get(data, 'model'))).toEqual(['deepseek', 'claude', undefined]);
});

it('an unsent message keeps the model that was chosen for it, when the chat’s end cannot be read', async () => {
  const { conversation, requests, readHistory, sent } = givenConversation();
  readHistory.mockResolvedValueOnce({ messages: asked, olderThan: undefined, newerThan: 2 });
  await conversation.history.showAround(50);
  readHistory.mockRejectedValueOnce(new AppError('internal'));
  conversation.actions.chooseNext('claude');
  conversation.actions.send('first');
  // Chosen while the end is read: for the message after this one.
  conversation.actions.chooseNext('deepseek');
  await settled();
  expect(sent.keep).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ model: 'claude' }));
  expect(conversation.state.get().nextModel).toBe('deepseek');
  readHistory.mockResolvedValue({ messages: asked, olderThan: undefined });
  conversation.actions.retry(conversation.state.get().messages.at(-1)?.key ?? '');
  await settled();
  expect(requests[0]?.data).toMatchObject({ message: 'first', model: 'claude' });
});

it('a message is sent with the model chosen before the chat’s end is read', async () => {
  const { conversation, requests, readHistory } = givenConversation();
  readHistory.mockResolvedValueOnce({ messages: asked, olderThan: undefined, newerThan: 2 });
  await conversation.history.showAround(50);
  conversation.actions.chooseNext('claude');
  conversation.actions.send('first');
  expect(conversation.state.get().nextModel).toBeUndefined();
  await settled();
  expect(requests[0]?.data).toMatchObject({ message: 'first', model: 'claude' });
});

it('a text that cannot be sent leaves the chosen model', () => {
  const { conversation } = givenConversation();
  conversation.actions.chooseNext('claude');
  conversation.actions.send('   ');
  expect(conversation.state.get().nextModel).toBe('claude');
});

it('an unacknowledged message is stored with its model, and sent again with it after a reload', () => {
  const given = givenConversation();
  given.conversation.actions.chooseNext('claude');
  given.conversation.actions.send('first');
  const kept = given.sent.keep.mock.calls[0]?.[0];
  expect(kept).toMatchObject({ text: 'first', model: 'claude' });
  const later = givenConversation();
  later.conversation.actions.resume(kept);
  expect(later.requests[0]?.data).toMatchObject({ message: 'first', model: 'claude' });
});

it('replaces the last turn with a reply of another model', () => {
  const { conversation, requests } = givenConversation(asked);
  conversation.actions.replaceLast(undefined, 'claude');
  expect(requests[0]?.data).toMatchObject({ message: 'message 1', replaces: 1, model: 'claude' });
});

it('replacing the last turn leaves the choice for the next message', () => {
  const { conversation, requests } = givenConversation(asked);
  conversation.actions.chooseNext('claude');
  conversation.actions.replaceLast();
  expect(Reflect.get(requests[0]?.data ?? {}, 'model')).toBeUndefined();
  expect(conversation.state.get().nextModel).toBe('claude');
});

it('a refused message is sent again with its model, or without one', async () => {
  const { conversation, requests, answer } = givenConversation();
  conversation.actions.chooseNext('claude');
  conversation.actions.send('first');
  answer().reject(new AppError('model_not_available', { message: 'Not part of your plan.' }));
  await settled();
  const refused = () => conversation.state.get().messages.at(-1);
  expect(refused()).toMatchObject({ status: 'unsent', code: 'model_not_available', content: 'first' });
  conversation.actions.retry(refused()?.key ?? '');
  expect(requests[1]?.data).toMatchObject({ model: 'claude' });
  answer().reject(new AppError('model_not_available', { message: 'Not part of your plan.' }));
  await settled();
  conversation.actions.retry(refused()?.key ?? '', { isAuto: true });
  expect(Reflect.get(requests[2]?.data ?? {}, 'model')).toBeUndefined();
});

const lastShown = ({ conversation }: ReturnType<typeof givenConversation>) =>
  conversation.state.get().messages.at(-1) ?? expect.fail('nothing is shown');

/** Lets the reply to the latest message fail, as the server tells and stores it. */
async function failReply(given: ReturnType<typeof givenConversation>): Promise<void> {
  const requestId = given.requests.at(-1)?.id ?? expect.fail('nothing was sent');
  const turn = [message(1), message(2, { status: 'failed' })].map((one) => ({ ...one, requestId }));
  given.readHistory.mockResolvedValue({ messages: [welcome, ...turn], olderThan: undefined });
  onAccepted(given.conversation, requestId);
  given.answer().reject(new AppError('reply_failed'));
  await settled();
  expect(lastShown(given)).toMatchObject({ status: 'failed', index: 2 });
}

it('a retry of a failed reply asks the model that was chosen for the message, each time', async () => {
  const given = givenConversation();
  const { actions } = given.conversation;
  actions.chooseNext('claude');
  actions.send('first');
  await failReply(given);
  actions.retry(lastShown(given).key);
  await failReply(given);
  actions.retry(lastShown(given).key);
  await failReply(given);
  actions.retry(lastShown(given).key, { isAuto: true });
  const sent = given.requests.map(({ data }) => [Reflect.get(data, 'replaces'), Reflect.get(data, 'model')]);
  expect(sent).toEqual([
    [undefined, 'claude'],
    [1, 'claude'],
    [1, 'claude'],
    [1, undefined],
  ]);
});

it('a retry of a failed reply asks the chat’s new model, if none was chosen for the message', async () => {
  const chat = { chatId: CHAT, name: 'A', createdAt: AT, model: 'deepseek' };
  const list = new ChatList({ readPage: async () => ({ chats: [chat] }) });
  await list.load();
  const given = givenConversation([welcome], { account: { email: 'ada@example.com', list } });
  given.conversation.actions.send('first');
  await failReply(given);
  list.change(CHAT, { model: 'claude' });
  given.conversation.actions.retry(lastShown(given).key);
  expect(given.requests.map(({ data }) => Reflect.get(data, 'model'))).toEqual(['deepseek', 'claude']);
});

const modelsOf = ({ requests }: ReturnType<typeof givenConversation>) =>
  requests.map(({ data }) => Reflect.get(data, 'model'));

/** Sends a first message with the model "claude", which answers. */
async function givenReplyOfChosenModel(): Promise<ReturnType<typeof givenConversation>> {
  const given = givenConversation();
  given.conversation.actions.chooseNext('claude');
  given.conversation.actions.send('first');
  given.answer().resolve(ACK);
  onAssistantMessage(given.conversation, end('A reply.'));
  await settled();
  return given;
}

it('a regeneration, and its retry after a refusal, ask the model that was chosen for the message', async () => {
  const given = await givenReplyOfChosenModel();
  const { actions } = given.conversation;
  actions.replaceLast();
  given.answer().reject(new AppError('too_many_requests'));
  await settled();
  actions.retry(lastShown(given).key);
  expect(modelsOf(given)).toEqual(['claude', 'claude', 'claude']);
});

it('a regeneration ignores the model chosen for the message once the user chose Auto or one for the chat', async () => {
  const given = await givenReplyOfChosenModel();
  given.conversation.actions.chooseNext(undefined);
  given.conversation.actions.replaceLast();
  expect(modelsOf(given)).toEqual(['claude', undefined]);
});

it('an edit asks the model that was chosen for the message', async () => {
  const given = givenConversation();
  const { actions } = given.conversation;
  actions.chooseNext('claude');
  actions.send('first');
  await failReply(given);
  actions.edit(1, 'first, edited');
  expect(modelsOf(given)).toEqual(['claude', 'claude']);
});

it('a retry of a refused "Retry with" asks its model again, unless the user chooses Auto', async () => {
  const given = givenConversation(asked);
  const { actions } = given.conversation;
  actions.replaceLast(undefined, 'claude');
  for (const options of [{}, { isAuto: true }, {}]) {
    given.answer().reject(new AppError('too_many_requests'));
    await settled();
    actions.retry(lastShown(given).key, options);
  }
  expect(modelsOf(given)).toEqual(['claude', 'claude', undefined, undefined]);
});

it('a new reply that is refused for its model leaves the old reply, which says why', async () => {
  const { conversation, answer } = givenConversation(asked);
  conversation.actions.replaceLast(undefined, 'claude');
  answer().reject(new AppError('model_not_available', { message: 'Not part of your plan.' }));
  await settled();
  expect(conversation.state.get().messages.at(-1)).toMatchObject({
    content: 'message 2',
    model: 'deepseek',
    error: 'Not part of your plan.',
    code: 'model_not_available',
  });
});

it('the quota of a reply that ran over midnight does not replace that of the new day', async () => {
  const { conversation, answer, quota: told } = givenConversation();
  const tomorrow = { ...quota, left: 3, resetsAt: '2026-01-03T00:00:00.000Z' };
  conversation.actions.send('Hi');
  told.set(tomorrow);
  answer().resolve({ ...ACK, quota });
  await settled();
  expect(told.get()).toEqual(tomorrow);
});

it('each acknowledgement and each refusal updates the rest of the day’s quota', async () => {
  const { conversation, answer, quota: told } = givenConversation();
  conversation.actions.send('first');
  answer().resolve({ ...ACK, quota });
  await settled();
  expect(told.get()).toEqual(quota);
  onAssistantMessage(conversation, { ...ACK, role: 'assistant', content: 'A reply.', createdAt: 'now' });
  conversation.actions.send('second');
  answer().reject(new AppError('quota_exceeded'));
  await settled();
  expect(told.get()).toEqual({ refusedAt: expect.any(Number) });
});
