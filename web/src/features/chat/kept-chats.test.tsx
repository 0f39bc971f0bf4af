/** Kept chats: shown before the server answers, only to their owner and in the current shape; failures of IndexedDB. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { heading, reopenApp, USER } from '../../../../test/components/app.tsx';
import { expectCount } from '../../../../test/components/browser.ts';
import { composer, links, openChat, send, sendButton } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, held } from '../../../../test/components/server.ts';
import {
  eraseKeptChats,
  inTransaction,
  keptChatsOf,
  openKeptChats,
  settled,
} from '../../lib/kept-chats-storage.ts';

startChats();
beforeEach(() => {
  localStorage.removeItem('keepChats');
  return eraseKeptChats();
});

const REPLY = 'Herons eat fish.';
const reply = page.getByText(REPLY);

const records = (): Promise<Record<string, unknown>[]> =>
  inTransaction('readonly', (store) => settled(store.getAll()));

/** A chat with one turn, which the browser has kept. */
async function givenKept(): Promise<void> {
  server.replyWith(REPLY);
  await openChat();
  await send('What do herons eat?');
  await expect.element(reply).toBeVisible();
  await expect.poll(async () => JSON.stringify(await records())).toContain(REPLY);
}

/** The server answers neither the list nor the history until the returned function is called. */
function holdReads(): () => Promise<void> {
  const { chats } = server;
  const list = held('getChats', { chats });
  const history = held('getChatHistory', { chatId: chats[0]?.chatId, messages: chats[0] } as never);
  return async () => {
    await Promise.all([list.release(), history.release()]);
  };
}

async function changeRecords(change: object): Promise<void> {
  await inTransaction('readwrite', async (store) => {
    for (const key of await settled(store.getAllKeys()))
      store.put({ ...(await settled(store.get(key))), ...change }, key);
    await settled(store.transaction);
  });
}

it('a kept page that is read before the user is known is handed out once, and only to its owner', async () => {
  await givenKept();
  const chatId = server.chats[0]?.chatId ?? '';
  const viewer = { ...USER, isAdmin: false };
  const read = vi.spyOn(IDBObjectStore.prototype, 'get');
  openKeptChats(chatId);
  const page = await keptChatsOf(viewer).page(chatId);
  expect(page?.messages.some(({ content }) => content === REPLY)).toBe(true);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await keptChatsOf(viewer).page(chatId)).not.toBe(page);
  expect(read).toHaveBeenCalledTimes(2);

  openKeptChats(chatId);
  localStorage.setItem('keptChatsOwner', 'another owner');
  localStorage.setItem('userEmail', 'eve@example.com');
  const eve = { ...viewer, owner: 'another owner', email: 'eve@example.com' };
  expect(await keptChatsOf(eve).page(chatId)).toBeUndefined();
});

it('a second visit shows the kept list and chat before the server answers; sending works after the answer', async () => {
  await givenKept();
  const release = holdReads();
  await reopenApp();
  await expect.element(reply).toBeVisible();
  await expectCount(links, 1);
  await composer.fill('Written early');
  await expect.element(sendButton).toBeDisabled();
  await release();
  await expect.element(sendButton).toBeEnabled();
});

it('a kept chat beyond the first page of the list has its name again once the list is read', async () => {
  server.givenChats(60);
  const oldest = server.chats.at(-1);
  const name = heading(oldest?.name ?? '');
  await openChat(`/chat/${oldest?.chatId}`);
  await expect.element(name).toBeVisible();
  await expect.poll(async () => (await records()).length).toBe(2);
  const read = Promise.withResolvers<void>();
  const chats = server.chats.slice(0, 50);
  answer('getChats', async ({ input }) => {
    await read.promise;
    return input.cursor === undefined
      ? { chats, nextCursor: chats.at(-1)?.chatId }
      : { chats: server.chats.slice(50) };
  });
  await reopenApp();
  await expect.element(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  await expectCount(name, 0);
  read.resolve();
  await expect.element(name).toBeVisible();
});

it('/chat opens the newest kept chat', async () => {
  await givenKept();
  holdReads();
  await reopenApp('/chat');
  await expect.element(reply).toBeVisible();
});

describe('nothing is shown', () => {
  it.each([
    ['of another owner', { owner: '5f0c7c3e-1111-4000-8000-000000000009' }],
    ['in another shape', { shape: 2 }],
  ])('of records %s, which the next write replaces', async (_, change) => {
    await givenKept();
    await changeRecords(change);
    const release = holdReads();
    await reopenApp();
    await expect.element(composer).toBeVisible();
    await expect.element(page.getByRole('status', { name: 'Loading messages' })).toBeVisible();
    await expectCount(links, 0);
    await expectCount(reply, 0);
    await release();
    await expect.element(reply).toBeVisible();
    await expect
      .poll(async () =>
        (await records()).every((record) => record.owner === USER.owner && record.shape === 1),
      )
      .toBe(true);
  });
});

it('a tab that has missed a logout of another tab keeps no chats', async () => {
  await givenKept();
  localStorage.removeItem('userEmail');
  await eraseKeptChats();
  server.replyWith('Egrets follow cattle.');
  await send('And egrets?');
  await expect.element(page.getByText('Egrets follow cattle.')).toBeVisible();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  document.dispatchEvent(new Event('visibilitychange'));
  expect(await records()).toEqual([]);
});

describe('the chat works as without kept chats', () => {
  it('where IndexedDB is denied', async () => {
    expectOnConsole(/cannot be kept/);
    await givenKept();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await reopenApp();
    await expect.element(reply).toBeVisible();
    server.replyWith('Egrets follow cattle.');
    await send('And egrets?');
    await expect.element(page.getByText('Egrets follow cattle.')).toBeVisible();
  });

  it('where the database hangs', async () => {
    await givenKept();
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => new EventTarget() as never);
    await reopenApp();
    await expect.element(reply).toBeVisible();
  });

  it('where the disk is full: what was kept is erased', async () => {
    expectOnConsole(/cannot be kept/);
    await givenKept();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    server.replyWith('Egrets follow cattle.');
    await send('And egrets?');
    await expect.element(page.getByText('Egrets follow cattle.')).toBeVisible();
    await expect.poll(records).toEqual([]);
  });
});
