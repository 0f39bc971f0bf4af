/** Versions of messages in a conversation: what is sent, and which path is on screen. */
import { expect, it, vi } from 'vitest';
import { BRANCHES_MAX, type Branches } from '#contract/branches';
import type { Message } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import {
  AT,
  CHAT,
  givenConversation,
  message,
  onAccepted,
  onAssistantMessage,
  settled,
  welcome,
} from './conversation.fixture.ts';

vi.spyOn(console, 'warn').mockImplementation(() => undefined);

const list = { find: () => undefined, instructedProject: () => null, instructions: {} };
const account = { email: 'ada@example.com', list };
/** Three turns at 1, 3 and 5, and a version of the second one at 7. */
const STORED = [welcome, ...[1, 2, 3, 4, 5, 6, 7, 8].map((index) => message(index))];
const FORKED: Branches = [{ from: 7, versionOf: 3 }];
const on = (...indexes: number[]): Message[] => STORED.filter((one) => indexes.includes(one.messageIndex));

/** Answers as the server does. */
const answering = async (_: string, { through }: PageQuery): Promise<HistoryPage> => ({
  messages: through === undefined || through >= 7 ? on(0, 1, 2, 7, 8) : on(0, 1, 2, 3, 4, 5, 6),
  olderThan: undefined,
  branches: FORKED,
});

function given(stored: readonly Message[] = on(0, 1, 2, 3, 4, 5, 6)) {
  // The account's list has only the members that the conversation uses.
  const opened = givenConversation(stored, { account: account as never });
  const texts = () => opened.shown().map(({ text }) => text);
  const lastData = () => Object(opened.requests.at(-1)?.data);
  return { ...opened, texts, lastData };
}

async function givenForked() {
  const opened = given();
  opened.readHistory.mockImplementation(answering);
  await opened.conversation.history.refresh();
  return opened;
}

it('an edit of an earlier message is a version of it, and hides what follows', () => {
  const { conversation, lastData, texts } = given();
  expect(conversation.actions.edit(3, 'Other')).toEqual({ sent: true });
  expect(lastData()).toMatchObject({ message: 'Other', versionOf: 3, path: [[0, 2]], after: 6 });
  expect(lastData().replaces).toBeUndefined();
  expect(texts()).toEqual(['message 0', 'message 1', 'message 2', 'Other', '']);
});

it('an edit of the last message is a version, and replaces it where the reply has failed', () => {
  const { conversation, lastData } = given();
  conversation.actions.edit(5, 'Other');
  expect(lastData()).toMatchObject({ versionOf: 5 });
  const failed = given([...on(0, 1), message(2, { status: 'failed' })]);
  failed.conversation.actions.edit(1, 'Other');
  expect(failed.lastData()).toMatchObject({ replaces: 1, versionOf: undefined, path: undefined });
});

it('an edit by a guest replaces the last message', () => {
  const { conversation, requests } = givenConversation(on(0, 1, 2));
  conversation.actions.edit(1, 'Other');
  expect(requests.at(-1)?.data).toMatchObject({ replaces: 1, versionOf: undefined });
});

it('an accepted version stays alone on its path, also when the frame that accepts it is lost', () => {
  for (const isLost of [false, true]) {
    const { conversation, requests, texts, readHistory } = given();
    conversation.actions.edit(3, 'Other');
    const id = requests.at(-1)?.id ?? '';
    if (!isLost) onAccepted(conversation, id, 7);
    onAssistantMessage(conversation, { requestId: id, messageIndex: 8, content: 'Reply' });
    expect(texts()).toEqual(['message 0', 'message 1', 'message 2', 'Other', 'Reply']);
    expect(conversation.state.get()).toMatchObject({ branches: FORKED, through: undefined });
    expect(readHistory).not.toHaveBeenCalled();
  }
});

it('a refused version is shown as unsent, and what it hid is shown again', async () => {
  const { conversation, answer, texts } = given();
  conversation.actions.edit(3, 'Other');
  answer().reject(wordedError('too_many_versions'));
  await settled();
  expect(texts().slice(0, 7)).toEqual(on(0, 1, 2, 3, 4, 5, 6).map(({ content }) => content));
  expect(conversation.state.get().messages.find(({ status }) => status === 'unsent')?.content).toBe('Other');
});

it('a branch of another device takes the place of the messages after its fork', async () => {
  const { conversation, readHistory, texts } = given();
  const data = { chatId: CHAT, requestId: 'r7', content: 'Elsewhere', createdAt: AT, messageIndex: 7 };
  conversation.receive({ type: 'userMessage', data: { ...data, branches: [...FORKED] } });
  expect(texts().slice(0, 4)).toEqual(['message 0', 'message 1', 'message 2', 'Elsewhere']);
  expect(readHistory).not.toHaveBeenCalled();
});

it('a branch of another device leaves the path of the message that is being edited on screen', () => {
  const { conversation, lastData, texts } = given();
  const before = texts();
  conversation.noteEdit(3);
  const data = { chatId: CHAT, requestId: 'r7', content: 'Elsewhere', createdAt: AT, messageIndex: 7 };
  conversation.receive({ type: 'userMessage', data: { ...data, branches: [...FORKED] } });
  onAssistantMessage(conversation, { requestId: 'r7', messageIndex: 8, content: 'Reply' });
  expect(texts()).toEqual(before);
  expect(conversation.state.get()).toMatchObject({ branches: FORKED, through: 3, pending: false });
  expect(conversation.actions.edit(3, 'Third')).toEqual({ sent: true });
  expect(lastData()).toMatchObject({ versionOf: 3, path: [[0, 2]] });
});

it('an edit in progress does not hold its path against a switch to another version', async () => {
  const { conversation, texts } = await givenForked();
  await conversation.history.showVersion(3);
  conversation.noteEdit(3);
  await conversation.history.showVersion(7);
  expect(texts().slice(0, 5)).toEqual(on(0, 1, 2, 7, 8).map(({ content }) => content));
});

it('a branch of another device that continues an older path is read', async () => {
  const { conversation, readHistory } = await givenForked();
  const data = { chatId: CHAT, requestId: 'r9', content: 'Elsewhere', createdAt: AT, messageIndex: 9 };
  const branches = [...FORKED, { from: 9, continues: 6 }];
  readHistory.mockClear();
  conversation.receive({ type: 'userMessage', data: { ...data, branches } });
  expect(readHistory).toHaveBeenCalledOnce();
});

it('a message of this device that continues the path before an edit of another device has that path read', async () => {
  const { conversation, requests, readHistory, texts } = given();
  conversation.actions.send('More');
  readHistory.mockImplementation(answering);
  await conversation.history.refresh();
  expect(texts()).toEqual(['message 0', 'message 1', 'message 2', 'message 7', 'message 8', 'More', '']);
  const id = requests.at(-1)?.id ?? '';
  const branches = [...FORKED, { from: 9, continues: 6 }];
  const messages = [...on(0, 1, 2, 3, 4, 5, 6), message(9, { requestId: id, content: 'More' })];
  readHistory.mockResolvedValue({ messages, olderThan: undefined, branches });
  conversation.receive({
    type: 'accepted',
    id,
    data: { chatId: CHAT, messageIndex: 9, createdAt: AT, branches },
  });
  await settled();
  expect(texts()).toEqual([...on(0, 1, 2, 3, 4, 5, 6).map(({ content }) => content), 'More', '']);
});

it('a path before an edit of the first message, which hid all the other messages, is read', async () => {
  const { conversation, requests, readHistory } = given(on(1, 2));
  conversation.actions.send('More');
  const edited = [message(3), message(4)];
  const branches = [{ from: 3, versionOf: 1 }];
  readHistory.mockResolvedValue({ messages: edited, olderThan: undefined, branches });
  await conversation.history.refresh();
  readHistory.mockClear();
  const data = { chatId: CHAT, messageIndex: 5, createdAt: AT };
  const named = [...branches, { from: 5, continues: 2 }];
  conversation.receive({
    type: 'accepted',
    id: requests.at(-1)?.id ?? '',
    data: { ...data, branches: named },
  });
  expect(readHistory).toHaveBeenCalledOnce();
});

it('a history that shows a branch whose frame was lost leaves out the other path', async () => {
  const { texts } = await givenForked();
  expect(texts()).toEqual(['message 0', 'message 1', 'message 2', 'message 7', 'message 8']);
});

it('another version is shown with what followed it, and the newest path again', async () => {
  const { conversation, texts, readHistory } = await givenForked();
  expect(await conversation.history.showVersion(3)).toBe(true);
  expect(texts()).toEqual(on(0, 1, 2, 3, 4, 5, 6).map(({ content }) => content));
  expect(conversation.state.get().through).toBe(3);
  // Later reads are of this path.
  await conversation.history.refresh();
  expect(readHistory).toHaveBeenLastCalledWith(CHAT, { through: 3 });
  await conversation.history.showVersion(7);
  expect(texts().at(-1)).toBe('message 8');
  expect(conversation.state.get().through).toBeUndefined();
});

it('a version far before the end of its path is shown with the messages around it', async () => {
  const { conversation, texts, readHistory } = await givenForked();
  readHistory.mockResolvedValueOnce({ messages: on(5, 6), olderThan: 5, branches: FORKED });
  readHistory.mockResolvedValueOnce({ messages: on(3, 4), olderThan: 3, newerThan: 4, branches: FORKED });
  await conversation.history.showVersion(3);
  expect(readHistory).toHaveBeenLastCalledWith(CHAT, { before: 24, through: 3 });
  expect(texts()).toEqual(['message 3', 'message 4']);
  expect(conversation.state.get()).toMatchObject({ newerThan: 4, olderThan: 3, through: 3 });
});

it('a version that cannot be read leaves the one on screen', async () => {
  const { conversation, texts, readHistory } = await givenForked();
  readHistory.mockRejectedValueOnce(new AppError('internal'));
  expect(await conversation.history.showVersion(3)).toBe(false);
  expect(texts().at(-1)).toBe('message 8');
});

it('a message after an older version continues it, and its path becomes the newest', async () => {
  const { conversation, requests, lastData, texts } = await givenForked();
  await conversation.history.showVersion(3);
  conversation.actions.send('More');
  expect(lastData()).toMatchObject({ continues: 6, path: [[0, 6]], after: 6, versionOf: undefined });
  onAccepted(conversation, requests.at(-1)?.id ?? '', 9);
  expect(conversation.state.get()).toMatchObject({
    branches: [...FORKED, { from: 9, continues: 6 }],
    through: undefined,
  });
  expect(texts()).toEqual([...on(0, 1, 2, 3, 4, 5, 6).map(({ content }) => content), 'More', '']);
});

it('a message on the newest path names its ranges', async () => {
  const { conversation, lastData } = await givenForked();
  conversation.actions.send('More');
  expect(lastData()).toMatchObject({ after: 8, continues: undefined });
  expect(lastData().path).toEqual([
    [0, 2],
    [7, 8],
  ]);
});

it('in a chat without versions, a sent message names no path after a jump to an earlier message', async () => {
  const { conversation, lastData } = given();
  await conversation.history.showVersion(3);
  conversation.actions.send('More');
  expect(lastData()).toMatchObject({ continues: undefined, path: undefined });
});

it('on an older path, regenerating is a version', async () => {
  const { conversation, lastData } = await givenForked();
  await conversation.history.showVersion(3);
  conversation.actions.replaceLast();
  expect(lastData()).toMatchObject({ message: 'message 5', versionOf: 5, replaces: undefined });
});

it('messages of another device on the newest path are not shown while an older path is on screen', async () => {
  const { conversation, texts } = await givenForked();
  await conversation.history.showVersion(3);
  const data = { chatId: CHAT, requestId: 'r9', content: 'Elsewhere', createdAt: AT, messageIndex: 9 };
  conversation.receive({ type: 'userMessage', data });
  onAssistantMessage(conversation, { requestId: 'r9', messageIndex: 10, content: 'Reply' });
  expect(texts().at(-1)).toBe('message 6');
});

it('a version of a version names the path before the first one', async () => {
  const { conversation, lastData } = await givenForked();
  conversation.actions.edit(7, 'Third');
  expect(lastData()).toMatchObject({ versionOf: 7, path: [[0, 2]] });
});

it('in a chat with the most branches, an edit of the last message replaces it', async () => {
  const { conversation, lastData, readHistory } = given();
  const branches = Array.from({ length: BRANCHES_MAX }, (_, n) => ({ from: 7 + 2 * n, versionOf: 5 }));
  const last = 7 + 2 * (BRANCHES_MAX - 1);
  const messages = [...on(0, 1, 2, 3, 4), message(last), message(last + 1)];
  readHistory.mockResolvedValue({ messages, olderThan: undefined, branches });
  await conversation.history.refresh();
  conversation.actions.edit(last, 'Other');
  expect(lastData()).toMatchObject({ replaces: last, versionOf: undefined });
});

it('a version that is sent from a detached window is the new end of the chat', async () => {
  const { conversation, readHistory } = given();
  readHistory.mockResolvedValue({ messages: on(1, 2, 3, 4), olderThan: undefined, newerThan: 4 });
  await conversation.history.showAround(99);
  expect(conversation.history.isDetached).toBe(true);
  conversation.actions.edit(3, 'Other');
  expect(conversation.history.isDetached).toBe(false);
});

it('a refused replacement is a version when it is retried on an older path', async () => {
  const opened = given([...on(0, 1, 2, 3, 4, 5), message(6, { status: 'failed' })]);
  const { conversation, answer, lastData, readHistory } = opened;
  conversation.actions.edit(5, 'Other');
  expect(lastData()).toMatchObject({ replaces: 5 });
  answer().reject(new AppError('quota_exceeded'));
  await settled();
  readHistory.mockImplementation(answering);
  await conversation.history.refresh();
  await conversation.history.showVersion(3);
  const unsent = conversation.state.get().messages.find(({ status }) => status === 'unsent');
  conversation.actions.retry(unsent?.key ?? '');
  expect(lastData()).toMatchObject({ message: 'Other', versionOf: 5 });
  expect(lastData()).not.toHaveProperty('replaces', expect.anything());
  expect(lastData()).not.toHaveProperty('continues', expect.anything());
});

it('a refused version is a version again when it is retried, after the history was read', async () => {
  const { conversation, answer, lastData, readHistory } = given();
  conversation.actions.edit(3, 'Other');
  answer().reject(new AppError('quota_exceeded'));
  await settled();
  expect(readHistory).toHaveBeenCalledOnce();
  const { messages } = conversation.state.get();
  conversation.actions.retry(messages.find(({ status }) => status === 'unsent')?.key ?? '');
  expect(lastData()).toMatchObject({ message: 'Other', versionOf: 3 });
});

it('a version sent from an older path, whose reply failed without a frame, is on the newest path', async () => {
  const { conversation, answer } = await givenForked();
  await conversation.history.showVersion(3);
  conversation.actions.edit(5, 'Other');
  answer().reject(new AppError('reply_failed'));
  await settled();
  expect(conversation.state.get().through).toBeUndefined();
});

it('a page that was asked for before a version was accepted does not hide it', async () => {
  const { conversation, requests, readHistory, texts } = given();
  const { promise, resolve } = Promise.withResolvers<HistoryPage>();
  readHistory.mockReturnValueOnce(promise);
  const reading = conversation.history.refresh();
  conversation.actions.edit(3, 'Other');
  onAccepted(conversation, requests.at(-1)?.id ?? '', 7);
  resolve({ messages: on(0, 1, 2, 3, 4, 5, 6), olderThan: undefined });
  await reading;
  expect(conversation.state.get().branches).toEqual(FORKED);
  expect(texts()).toEqual(['message 0', 'message 1', 'message 2', 'Other', '']);
});

it('a newest page that was asked for while another version was read does not hide that version', async () => {
  const { conversation, readHistory, texts } = await givenForked();
  const [version, newest] = [Promise.withResolvers<HistoryPage>(), Promise.withResolvers<HistoryPage>()];
  readHistory.mockReturnValueOnce(version.promise).mockReturnValueOnce(newest.promise);
  const showing = conversation.history.showVersion(3);
  const reading = conversation.history.refresh();
  version.resolve(await answering(CHAT, { through: 3 }));
  await showing;
  newest.resolve({ messages: on(7, 8), olderThan: 7, branches: FORKED });
  await reading;
  expect(texts()).toEqual(on(0, 1, 2, 3, 4, 5, 6).map(({ content }) => content));
});
