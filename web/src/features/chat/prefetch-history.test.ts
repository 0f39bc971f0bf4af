import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HistoryPage } from './api/chats.ts';

const getChatHistory = vi.hoisted(() => vi.fn());
vi.mock('./api/chats.ts', () => ({ getChatHistory }));

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

/** A page that has just been opened at an address, before it is known who is there. */
async function givenPage(pathname: string, hash = '') {
  vi.resetModules();
  vi.stubGlobal('window', { location: { pathname, hash } });
  const { sessionState } = await import('../../lib/session/session-state.ts');
  const { prefetchHistory, chatInAddress, readHistory } = await import('./prefetch-history.ts');
  prefetchHistory(chatInAddress());
  const signIn = () => sessionState.set({ status: 'authenticated', viewer, wanted: '/chat' });
  const lose = () => sessionState.set({ status: 'ended', reason: 'unreachable' });
  return { readHistory, signIn, lose };
}

it('is asked for once, as soon as the user is known, and given to the first reader', async () => {
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

it('is given once: later pages are asked for again', async () => {
  const { readHistory, signIn } = await givenPage(`/chat/${CHAT}`);
  signIn();
  const first = await readHistory(CHAT);
  expect(await readHistory(CHAT)).not.toBe(first);
  expect(getChatHistory).toHaveBeenCalledTimes(2);
});

it('is not given to a reader of another chat or page, nor after one', async () => {
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
])('is not asked for at %s%s', async (pathname, hash) => {
  const { signIn } = await givenPage(pathname, hash);
  signIn();
  expect(getChatHistory).not.toHaveBeenCalled();
});

it('rejects for its reader', async () => {
  getChatHistory.mockRejectedValueOnce(new Error('offline'));
  const { readHistory, signIn } = await givenPage(`/chat/${CHAT}`);
  signIn();
  await expect(readHistory(CHAT)).rejects.toThrow('offline');
});
