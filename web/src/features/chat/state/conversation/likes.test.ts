import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
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

  it('from another device is shown', () => {
    const { conversation, liked } = givenReply();
    onLiked(conversation, { chatId: CHAT, messageIndex: 2, liked: true });
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
