import { describe, expect, it, vi } from 'vitest';
import { type Message, message as messageSchema } from '#contract/entities';
import { CHATS_PAGE_SIZE, HISTORY_PAGE_SIZE } from '#contract/limits';
import { givenConversation, message, welcome } from '../conversation/conversation.fixture.ts';
import { bounded, MAX_CHATS, MAX_SIZE } from './keep-chats.ts';
import { listToKeep, pageToKeep } from './list-and-page-to-keep.ts';

vi.stubGlobal('requestAnimationFrame', (notify: () => void) => notify());

const messages = (count: number, content = 'words') =>
  Array.from({ length: count }, (_, i) => message(i + 1, { content }));
const pageOf = (stored: readonly Message[]) => pageToKeep(givenConversation(stored).conversation.state.get());

describe('the page of a chat', () => {
  it('holds the messages as the server has them', () => {
    const stored = [
      welcome,
      message(1, { files: [{ fileId: 'f', name: 'a.txt', type: 'text/plain', size: 1 } as never] }),
      message(2, { model: 'claude', reason: 'cue', liked: true, thoughtMs: 5, status: 'stopped' }),
      message(3),
      message(4, { status: 'failed', isExtra: true, disliked: true }),
    ];
    expect(pageOf(stored)).toEqual({ messages: stored, olderThan: undefined });
    // Not kept: `attempt`, which only a streaming reply has, and the branches, which are read with the history.
    const fields = new Set([...stored.flatMap(Object.keys), 'attempt', 'versionOf', 'continues']);
    expect([...fields].sort()).toEqual(Object.keys(messageSchema.shape).sort());
  });

  it('holds the newest messages, as many as a page of the history', () => {
    const page = pageOf(messages(HISTORY_PAGE_SIZE + 4));
    expect(page?.messages.map(({ messageIndex }) => messageIndex)).toEqual(
      Array.from({ length: HISTORY_PAGE_SIZE }, (_, i) => i + 5),
    );
    expect(page?.olderThan).toBe(5);
  });

  it('is bounded in its length', () => {
    const page = pageOf(messages(20, 'x'.repeat(100_000)));
    expect(page?.messages).toHaveLength(4);
    expect(page?.olderThan).toBe(17);
  });

  it('is not taken while a reply is pending', () => {
    const { conversation } = givenConversation([welcome]);
    conversation.actions.send('Hello');
    expect(pageToKeep(conversation.state.get())).toBeUndefined();
  });

  it('is not taken before the history has been read, nor from kept messages', () => {
    const { conversation } = givenConversation([], { opened: false });
    expect(pageToKeep(conversation.state.get())).toBeUndefined();
    conversation.history.restore({ messages: messages(2), olderThan: undefined });
    expect(pageToKeep(conversation.state.get())).toBeUndefined();
  });
});

describe('the list', () => {
  const chat = (n: number, change = {}) => ({
    ...{ chatId: `019b0000-0000-7000-8000-${String(n).padStart(12, '0')}`, name: `Chat ${n}` },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', ...change },
  });
  const state = { isKept: false, nextCursor: undefined, more: 'idle', removed: new Set<string>() } as const;

  it('holds the pinned chats and one page of the others, without archived and temporary ones', () => {
    const others = Array.from({ length: 60 }, (_, i) => chat(100 - i));
    const pinned = chat(1, { pinnedAt: 'x' });
    const temporary = { ...chat(0), chatId: 'temp-019b0000-0000-7000-8000-000000000000' };
    const chats = [temporary, chat(200, { archivedAt: 'x' }), ...others, pinned];
    const kept = listToKeep({ ...state, phase: 'ready', chats }, []);
    const page = others.slice(0, CHATS_PAGE_SIZE);
    expect(kept).toEqual({ chats: [pinned, ...page], projects: [], nextCursor: page.at(-1)?.chatId });
  });

  it('is not taken before it has been read', () => {
    expect(listToKeep({ ...state, phase: 'loading', chats: [chat(1)] }, [])).toBeUndefined();
  });
});

describe('the chats that stay', () => {
  const opened = (count: number, size: number) =>
    Array.from({ length: count }, (_, i) => ({ chatId: `chat ${i}`, at: i, size }));

  it('are the last opened ones, at most 20', () => {
    const [kept, left] = bounded(opened(MAX_CHATS + 2, 1), new Set());
    expect(kept).toHaveLength(MAX_CHATS);
    expect(left.map(({ chatId }) => chatId)).toEqual(['chat 1', 'chat 0']);
  });

  it('have together at most the maximum size', () => {
    const [kept] = bounded(opened(5, MAX_SIZE / 2), new Set());
    expect(kept.map(({ chatId }) => chatId)).toEqual(['chat 4', 'chat 3']);
  });

  it('are without deleted ones', () => {
    const [kept, left] = bounded(opened(2, 1), new Set(['chat 1']));
    expect([kept, left].map((chats) => chats.map(({ chatId }) => chatId))).toEqual([['chat 0'], ['chat 1']]);
  });
});
