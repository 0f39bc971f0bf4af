import { beforeEach, expect, it, vi } from 'vitest';
import type { Chat } from '#contract/entities';
import {
  allExpiring,
  dismissedNotices,
  expiringIn,
  readAllExpiring,
} from './expiring-chats-and-dismissed-notices.ts';

const chat = (chatId: string, removeAt?: string): Chat => ({
  chatId,
  name: chatId,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...(removeAt !== undefined && { removeAt, keptDays: 180 }),
});
const [SOON, LATER] = ['2026-12-01T00:00:00.000Z', '2026-12-09T00:00:00.000Z'];

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  return () => vi.unstubAllGlobals();
});

it('finds the chats with a removal date, the earliest first', () => {
  const due = expiringIn([chat('a', LATER), chat('b'), chat('c', SOON)]);
  expect(due.map(({ chatId, keptDays }) => [chatId, keptDays])).toEqual([
    ['c', 180],
    ['a', 180],
  ]);
});

it('leaves out chats outside the list that it knows to be used again or deleted', () => {
  const others = [chat('used', SOON), chat('gone', SOON), chat('old', LATER)];
  const list = { chats: [chat('used')], removed: new Set(['gone']) };
  expect(allExpiring(list, others).map(({ chatId }) => chatId)).toEqual(['old']);
});

it('reads every page, and no further one after an abort', async () => {
  const pages: Record<string, { chats: Chat[]; nextCursor?: string }> = {
    '': { chats: [chat('a'), chat('b', LATER)], nextCursor: 'two' },
    two: { chats: [chat('c', SOON)] },
  };
  const read = vi.fn(async (cursor = '') => pages[cursor] ?? { chats: [] });
  const wanted = new AbortController();
  const found = await readAllExpiring(read, wanted.signal);
  expect(found.map(({ chatId }) => chatId)).toEqual(['b', 'c']);
  wanted.abort();
  expect((await readAllExpiring(read, wanted.signal)).map(({ chatId }) => chatId)).toEqual(['b']);
  expect(read).toHaveBeenCalledTimes(3);
});

it('a dismissed notice stays hidden until another chat or another day is due', () => {
  const due = expiringIn([chat('a', SOON), chat('b', LATER)]);
  expect(dismissedNotices.hasAll(due)).toBe(false);
  dismissedNotices.set(due);
  expect(dismissedNotices.hasAll(due)).toBe(true);
  expect(dismissedNotices.hasAll(due.slice(1))).toBe(true);
  expect(dismissedNotices.hasAll(expiringIn([chat('a', LATER)]))).toBe(false);
  expect(dismissedNotices.hasAll(expiringIn([chat('c', SOON)]))).toBe(false);
});
