import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryPage } from './api/early-chat-calls.ts';

const getChatHistory = vi.hoisted(() => vi.fn());
vi.mock('./api/early-chat-calls.ts', () => ({ getChatHistory }));

const CHAT = '0198a3f2-0000-7000-8000-000000000001';
const OTHER = '0198a3f2-0000-7000-8000-000000000002';
const viewer = { owner: 'owner', email: 'ada@example.com', name: 'Ada', isAdmin: false };
const page = (): HistoryPage => ({ messages: [], olderThan: undefined });

beforeEach(() => {
  getChatHistory.mockReset().mockImplementation(async () => page());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens a page at an address, before the user is known. */
async function givenPage(pathname: string, hash = '') {
  vi.resetModules();
  vi.stubGlobal('window', { location: { pathname, hash } });
  const { sessionState } = await import('../../lib/session/session-state.ts');
  const { prefetchHistory, chatInAddress, readHistory } = await import('./prefetch-first-history.ts');
  prefetchHistory(chatInAddress());
  const signIn = () => sessionState.set({ status: 'authenticated', viewer, wanted: '/chat' });
  const lose = () => sessionState.set({ status: 'ended', reason: 'unreachable' });
  return { readHistory, signIn, lose };
}

it('the history is requested once, as soon as the user is known, and the first read gets it', async () => {
  const { readHistory, signIn, lose } = await givenPage(`/chat/${CHAT}`);
  expect(getChatHistory).not.toHaveBeenCalled();
  signIn();
  expect(getChatHistory.mock.calls).toEqual([[CHAT]]);
  const read = await readHistory(CHAT, { through: undefined });
  expect(read).toBe(await getChatHistory.mock.results[0]?.value);
  lose();
  signIn();
  expect(getChatHistory).toHaveBeenCalledTimes(1);
});

it('only one read gets the prefetched page; the next read makes a request', async () => {
  const { readHistory, signIn } = await givenPage(`/chat/${CHAT}`);
  signIn();
  const first = await readHistory(CHAT);
  expect(await readHistory(CHAT)).not.toBe(first);
  expect(getChatHistory).toHaveBeenCalledTimes(2);
});

it('a read of another chat or page does not get the prefetched page, nor does any later read', async () => {
  for (const [chatId, query] of [
    [OTHER, {}],
    [CHAT, { before: 5 }],
  ] as const) {
    getChatHistory.mockClear();
    const { readHistory, signIn } = await givenPage(`/chat/${CHAT}`);
    signIn();
    await readHistory(chatId, query);
    await readHistory(CHAT);
    expect(getChatHistory.mock.calls).toEqual([[CHAT], [chatId, query], [CHAT, {}]]);
  }
});

it.each([
  ['/chat', ''],
  ['/account', ''],
  [`/chat/${CHAT}`, '#m12'],
])('no history is prefetched at %s%s', async (pathname, hash) => {
  const { signIn } = await givenPage(pathname, hash);
  signIn();
  expect(getChatHistory).not.toHaveBeenCalled();
});

it('a failed prefetch rejects the read that gets it', async () => {
  getChatHistory.mockRejectedValueOnce(new Error('offline'));
  const { readHistory, signIn } = await givenPage(`/chat/${CHAT}`);
  signIn();
  await expect(readHistory(CHAT)).rejects.toThrow('offline');
});
