import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/error-codes';
import type { HistoryPage } from '../../api/early-chat-calls.ts';
import {
  CHAT,
  givenConversation,
  message,
  onAssistantMessage,
  onLiked,
  welcome,
} from './conversation.fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const passed = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const stored = [welcome, message(1), message(2)];
const thanks = message(3, { role: 'assistant', content: 'Thank you for the like!', isExtra: true });

function givenReply() {
  const given = givenConversation(stored);
  const { conversation, requests } = given;
  const liked = () => conversation.state.get().messages.find(({ index }) => index === 2)?.liked ?? false;
  const told = () => requests.map(({ action, data }) => [action, Reflect.get(data, 'liked')]);
  const answerLike = async (i: number) => {
    given.answer(i).resolve({ chatId: CHAT, messageIndex: 2, status: 'complete' });
    await passed();
  };
  return { ...given, liked, told, answerLike };
}

describe('a like', () => {
  it('is shown at once, and sent with the index and the new value [S4.like.1 S4.like.2]', () => {
    const { conversation, requests, liked } = givenReply();
    conversation.actions.toggleLike(2);
    expect(liked()).toBe(true);
    expect(requests).toEqual([
      {
        action: 'likeMessage',
        data: { chatId: CHAT, messageIndex: 2, liked: true, userEmail: 'ada@example.com' },
        id: undefined,
      },
    ]);
  });

  it('is taken back where the server refuses it', async () => {
    const { conversation, answer, liked } = givenReply();
    conversation.actions.toggleLike(2);
    answer().reject(new AppError('internal'));
    await passed();
    expect(liked()).toBe(false);
  });

  it('ends in what the last click said, however fast the clicks come', async () => {
    const { conversation, told, liked, answerLike } = givenReply();
    conversation.actions.toggleLike(2);
    conversation.actions.toggleLike(2);
    conversation.actions.toggleLike(2);
    conversation.actions.toggleLike(2);
    expect(liked()).toBe(false);
    expect(told()).toEqual([['likeMessage', true]]);
    await answerLike(0);
    expect(told()).toEqual([
      ['likeMessage', true],
      ['likeMessage', false],
    ]);
    await answerLike(1);
    expect(told()).toHaveLength(2);
    expect(liked()).toBe(false);
  });

  it('is not undone by a page that was read before it was stored', async () => {
    const { conversation, liked, answerLike } = givenReply();
    conversation.actions.toggleLike(2);
    await conversation.history.catchUp();
    onLiked(conversation, { chatId: CHAT, messageIndex: 2, liked: false });
    expect(liked()).toBe(true);
    await answerLike(0);
    expect(liked()).toBe(false);
  });

  it('refreshes the history, and 100 ms later the thanks are brought into view [S4.like.4 S4.like.5 S9.thanks.1]', async () => {
    const { conversation, readHistory, answerLike } = givenReply();
    readHistory.mockResolvedValue({
      messages: [...stored.slice(0, 2), message(2, { liked: true }), thanks],
      olderThan: undefined,
    });
    conversation.actions.toggleLike(2);
    expect(readHistory).not.toHaveBeenCalled();
    await answerLike(0);
    expect(readHistory).toHaveBeenCalledOnce();
    const { messages, target } = conversation.state.get();
    expect(messages.at(-1)?.content).toBe(thanks.content);
    expect(target).toBeUndefined();
    await passed(99);
    expect(conversation.state.get().target).toBeUndefined();
    await passed(1);
    expect(conversation.state.get().target).toEqual({ index: 3, isFound: false });
  });

  it('does not scroll away from a message that the user sent before the thanks were read', async () => {
    const { conversation, readHistory, answerLike } = givenReply();
    readHistory.mockResolvedValue({ messages: [...stored, thanks], olderThan: undefined });
    conversation.actions.toggleLike(2);
    conversation.actions.send('And one with a view?');
    await answerLike(0);
    await passed(100);
    expect(conversation.state.get().messages.map(({ content }) => content)).toContain(thanks.content);
    expect(conversation.state.get().target).toBeUndefined();
  });

  it('from another device is shown', () => {
    const { conversation, liked } = givenReply();
    onLiked(conversation, { chatId: CHAT, messageIndex: 2, liked: true });
    expect(liked()).toBe(true);
  });

  it('from another device is read again after a page that was requested before it', async () => {
    const { conversation, readHistory, liked } = givenReply();
    const { promise, resolve } = Promise.withResolvers<HistoryPage>();
    readHistory.mockReturnValueOnce(promise);
    const caughtUp = conversation.history.catchUp();
    onLiked(conversation, { chatId: CHAT, messageIndex: 2, liked: true });
    resolve({ messages: stored, olderThan: undefined });
    await caughtUp;
    const messages = [...stored.slice(0, 2), message(2, { liked: true })];
    readHistory.mockResolvedValueOnce({ messages, olderThan: undefined });
    conversation.history.checkStalled(60_000);
    await passed();
    expect(liked()).toBe(true);
  });

  it('brings thanks that do not take the place of an awaited reply', () => {
    const { conversation, shown } = givenReply();
    conversation.actions.send('Go on');
    const { isExtra, ...rest } = thanks;
    onAssistantMessage(conversation, { ...rest, isExtra: true, chatId: CHAT, role: 'assistant' });
    expect(shown().slice(3)).toEqual([
      { role: 'assistant', text: thanks.content, status: 'complete' },
      { role: 'user', text: 'Go on', status: 'complete' },
      { role: 'assistant', text: '', status: 'streaming' },
    ]);
  });
});

it('a dislike is shown in the end, though a page requested before it arrives after its answer', async () => {
  const { conversation, readHistory, answerLike } = givenReply();
  const { promise, resolve } = Promise.withResolvers<HistoryPage>();
  const disliked = [welcome, message(1), message(2, { disliked: true })];
  readHistory.mockReturnValueOnce(promise).mockResolvedValue({ messages: disliked, olderThan: undefined });
  const caughtUp = conversation.history.catchUp();
  void conversation.actions.toggleDislike(2);
  await answerLike(0);
  resolve({ messages: stored, olderThan: undefined });
  await caughtUp;
  conversation.history.checkStalled(60_000);
  await passed();
  expect(conversation.state.get().messages.at(-1)?.disliked).toBe(true);
});

describe('feedback on a dislike', () => {
  const rated = ({ requests }: ReturnType<typeof givenReply>) =>
    requests.map(({ data }) => [Reflect.get(data, 'disliked') ?? false, Reflect.get(data, 'feedback')]);
  const feedback = { reason: 'incorrect' } as const;
  const disliked = ({ conversation }: ReturnType<typeof givenReply>) =>
    conversation.state.get().messages.find(({ index }) => index === 2)?.disliked ?? false;

  it('that is being sent is answered before a later click is sent, and does not take that click back', async () => {
    const given = givenReply();
    void given.conversation.actions.toggleDislike(2);
    await given.answerLike(0);
    void given.conversation.actions.sendFeedback(2, feedback);
    await passed();
    void given.conversation.actions.toggleDislike(2);
    await passed();
    const sent = [
      [true, undefined],
      [true, feedback],
    ];
    expect(rated(given)).toEqual(sent);
    await given.answerLike(1);
    expect(disliked(given)).toBe(false);
    expect(rated(given)).toEqual([...sent, [false, undefined]]);
    await given.answerLike(2);
    expect(disliked(given)).toBe(false);
  });

  it('is sent after the dislike, and before a click that follows', async () => {
    const given = givenReply();
    void given.conversation.actions.toggleDislike(2);
    void given.conversation.actions.sendFeedback(2, feedback);
    void given.conversation.actions.toggleDislike(2);
    await passed();
    expect(rated(given)).toEqual([[true, undefined]]);
    await given.answerLike(0);
    await given.answerLike(1);
    await given.answerLike(2);
    expect(rated(given)).toEqual([
      [true, undefined],
      [true, feedback],
      [false, undefined],
    ]);
    expect(disliked(given)).toBe(false);
  });

  it('that fails does not keep a later click from being sent', async () => {
    const given = givenReply();
    void given.conversation.actions.toggleDislike(2);
    await given.answerLike(0);
    const sending = given.conversation.actions.sendFeedback(2, feedback);
    await passed();
    void given.conversation.actions.toggleDislike(2);
    given.answer(1).reject(new AppError('internal'));
    await expect(sending).rejects.toThrow();
    await given.answerLike(2);
    expect(disliked(given)).toBe(false);
  });
});
