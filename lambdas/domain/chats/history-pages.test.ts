import { describe, expect, it, vi } from 'vitest';
import type { Message } from '#contract/entities';
import { HISTORY_PAGE_SIZE } from '#contract/limits';
import { packBranches } from '../../store/chats/branches.ts';
import type { ChatItem } from '../../store/chats/chats.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { pageAfter, pageBefore, readHistory } from './history-pages.ts';

const stored = vi.hoisted(() => ({ chat: {} as ChatItem, turns: [] as TurnItem[] })); // filled by one test
vi.mock('../../store/chats/chats.ts', () => ({ getChat: async () => stored.chat }));
vi.mock('../../store/turns/list-turns.ts', () => {
  const within = (from: number, to: number, limit: number) =>
    stored.turns
      .filter(({ index }) => index >= from && index <= to)
      .toReversed()
      .slice(0, limit);
  return {
    listTurns: async (_: string, __: string, { before = Infinity, limit = 0 }) =>
      within(0, before - 1, limit),
    listRange: async (_: object, { from = 0, to = 0, limit = 0 }) => ({
      turns: within(from, to, limit),
      isCut: false,
    }),
  };
});

const messages = (from: number, to: number): Message[] =>
  Array.from({ length: to - from + 1 }, (_, i) => ({
    requestId: `request ${from + i}`,
    role: 'assistant',
    content: '',
    createdAt: '',
    messageIndex: from + i,
    status: 'complete',
  }));
const summary = ({ messages: found, older, newer }: ReturnType<typeof pageAfter>) => ({
  indexes: found.map(({ messageIndex }) => messageIndex),
  older,
  newer,
});

describe('pageAfter', () => {
  it('leaves out what is not after the message', () => {
    expect(summary(pageAfter(messages(3, 6), 3, true))).toEqual({ indexes: [4, 5, 6], older: 4, newer: 6 });
  });

  it('has no newer page when nothing follows', () => {
    expect(pageAfter(messages(3, 6), 2, false).newer).toBeUndefined();
  });

  it('has an older page even when it is empty', () => {
    expect(summary(pageAfter([], 8, false))).toEqual({ indexes: [], older: 9, newer: undefined });
  });
});

describe('pageBefore', () => {
  it('leaves out the reply of a question that is before the message', () => {
    expect(summary(pageBefore(messages(1, 4), 4, 9))).toEqual({ indexes: [1, 2, 3], older: 1, newer: 3 });
  });

  it('has no newer page at the end, and no older one at the beginning', () => {
    expect(summary(pageBefore(messages(0, 4), 5, 5))).toEqual({
      indexes: [0, 1, 2, 3, 4],
      older: undefined,
      newer: undefined,
    });
  });

  it('keeps turns that were claimed after the chat was read', () => {
    expect(pageBefore(messages(0, 6), 5, 5).messages).toHaveLength(7);
  });
});

describe('the newest page', () => {
  const answered = (index: number): TurnItem => ({
    ...{
      index,
      requestId: `request ${index}`,
      version: 1,
      userText: 'Q',
      userAt: '',
      text: 'A',
      replyAt: '',
    },
    status: 'complete',
  });
  const welcome: TurnItem = { index: 0, kind: 'welcome', text: 'Hello', replyAt: '', status: 'complete' };

  it('has the welcome when a page of turns on other paths begins right after it', async () => {
    const onPage = Array.from({ length: HISTORY_PAGE_SIZE / 2 }, (_, n) => answered(2 * n + 1));
    stored.turns = [welcome, ...onPage];
    stored.chat = {
      ...{ chatId: 'chat', name: 'Chat', createdAt: '', updatedAt: '', nextIndex: HISTORY_PAGE_SIZE + 1 },
      branches: packBranches([{ from: 21, versionOf: 1 }]),
    };
    const history = await readHistory('ada', 'chat', {});
    const indexes = history?.messages.map(({ messageIndex }) => messageIndex);
    expect([indexes?.slice(0, 2), history?.older]).toEqual([[0, 21], undefined]);
  });
});
