/** Kept chats: what is kept, shown before the server answers, and erased; owners, shapes, and failures of IndexedDB. */
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { heading, openApp, reopenApp, USER } from '../../../../test/components/app.tsx';
import { expectCount, setOnline } from '../../../../test/components/browser.ts';
import {
  addChat,
  composer,
  link,
  links,
  more,
  morePages,
  openChat,
  send,
  sendButton,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../test/components/server.ts';
import { dropConnections, refuseConnections } from '../../../../test/components/socket.ts';
import {
  eraseKeptChats,
  inTransaction,
  keptChatsOf,
  openKeptChats,
  settled,
} from '../../lib/kept-chats-storage.ts';
import { createStore } from '../../lib/observable-store.ts';
import type { ChatController } from './state/chats/chat-screen-controller.ts';
import { givenConversation, message } from './state/conversation/conversation.fixture.ts';
import { keepChats } from './state/kept/keep-chats.ts';

startChats();
beforeEach(() => {
  localStorage.removeItem('keepChats');
  return eraseKeptChats();
});

const REPLY = 'Herons eat fish.';
const reply = page.getByText(REPLY);

const EVE = { owner: '5f0c7c3e-1111-4000-8000-000000000009', email: 'eve@example.com', name: 'Eve' };

const records = (): Promise<Record<string, unknown>[]> =>
  inTransaction('readonly', (store) => settled(store.getAll()));
/** The keys of the records: the id of each chat whose page is kept, and `list`. */
const keys = (): Promise<IDBValidKey[]> => inTransaction('readonly', (store) => settled(store.getAllKeys()));

/** A chat with one turn, which the browser has kept. */
async function givenKept(): Promise<void> {
  server.replyWith(REPLY);
  await openChat();
  await send('What do herons eat?');
  await expect.element(reply).toBeVisible();
  await expect.poll(async () => JSON.stringify(await records())).toContain(REPLY);
}

/** Opens the page again. In a browser, the writes of the old page end with it; here, waits for their end. */
async function reload(...args: Parameters<typeof reopenApp>): Promise<void> {
  await cleanup();
  // A transaction begins after the earlier ones of its store. IndexedDB may be denied.
  for (let i = 0; i < 3; i += 1) await keys().catch(() => undefined);
  await reopenApp(...args);
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

/** Hides the page, which then writes its changes at once. A read that begins after this call finds them. */
function hide(): void {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'));
  document.dispatchEvent(new Event('visibilitychange'));
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
  await reload();
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
  await reload();
  await expect.element(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  await expectCount(name, 0);
  read.resolve();
  await expect.element(name).toBeVisible();
});

it('/chat opens the newest kept chat', async () => {
  await givenKept();
  holdReads();
  await reload('/chat');
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
    await reload();
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
  hide();
  expect(await records()).toEqual([]);
});

it('chats that a page could not erase are erased by the next page', async () => {
  await inTransaction('readwrite', (store) => {
    store.put({ owner: USER.owner, shape: 1, messages: [] }, 'a chat');
    return settled(store.transaction);
  });
  localStorage.setItem('keptChatsOwner', USER.owner);
  await openApp('/');
  await expect.element(page.getByText('Welcome To')).toBeVisible();
  await expect.poll(records).toEqual([]);
  await expect.poll(() => localStorage.getItem('keptChatsOwner')).toBeNull();
});

it('another user of the same browser sees nothing that was kept, and it is erased', async () => {
  await givenKept();
  const { pathname } = window.location;
  await cleanup();
  // A read waits for the write with which the page has ended.
  await records();
  sessionStorage.clear();
  const list = held('getChats', { chats: [] });
  const history = held('getChatHistory', refuse('chat_not_found'));
  await openApp(pathname, EVE);
  await expect.element(composer).toBeVisible();
  await expect.poll(records).toEqual([]);
  await expectCount(reply, 0);
  await expectCount(links, 0);
  await Promise.all([list.release(), history.release()]);
  await expect.element(page.getByText(/This chat does not exist/)).toBeVisible();
  await expectCount(links, 0);
});

it('switching the setting off erases what is kept, and nothing is kept from then on', async () => {
  answer('getSecondFactor', { isOn: false, isRequired: false });
  await givenKept();
  await more.click();
  await morePages.getByRole('link', { name: 'Account', exact: true }).click();
  const setting = page.getByRole('checkbox', { name: 'Keep chats on this device' });
  await expect.element(setting).toBeChecked();
  await setting.click();
  await expect.element(page.getByText('The chats that were kept on this device are erased.')).toBeVisible();
  expect(await records()).toEqual([]);
  await reload('/chat');
  await expect.element(reply).toBeVisible();
  // The script that keeps chats is loaded with this button.
  await expect.element(page.getByRole('button', { name: /^Model: / })).toBeVisible();
  server.replyWith('Egrets follow cattle.');
  await send('And egrets?');
  await expect.element(page.getByText('Egrets follow cattle.')).toBeVisible();
  hide();
  expect(await records()).toEqual([]);
  await reload('/account');
  await expect.element(setting).not.toBeChecked();
});

it('temporary chats are not kept', async () => {
  await openChat();
  await page.getByRole('button', { name: 'New temporary chat' }).click();
  await expect.poll(() => window.location.pathname).toContain('temp-');
  server.replyWith('This leaves no trace.');
  await send('A secret');
  await expect.element(page.getByText('This leaves no trace.')).toBeVisible();
  await link('Chat 1').click();
  await expect.element(link('Chat 1')).toHaveAttribute('aria-current', 'page');
  await expect.poll(keys).toContain(server.newest().chatId);
  hide();
  expect(JSON.stringify([await keys(), await records()])).not.toMatch(/temp-|leaves no trace|A secret/);
});

it('two tabs that write at the same time keep the chats of both', async () => {
  localStorage.setItem('userEmail', USER.email);
  const [first, second] = ['chat 1', 'chat 2'].map((chatId) => {
    const { state } = givenConversation([message(1), message(2)]).conversation;
    const list = createStore({ phase: 'ready', isKept: false, chats: [], removed: new Set() });
    const projects = { state: createStore([]) };
    // The test gives what `keepChats` reads of a controller.
    const controller = { list: { state: list, projects }, open: createStore({ chatId, state }) };
    return keepChats(controller as unknown as ChatController, { ...USER, isAdmin: false });
  });
  // Each writes its changes when it ends.
  first?.();
  second?.();
  expect((await keys()).toSorted()).toEqual(['chat 1', 'chat 2', 'list']);
  const opened = [1, 2].map((n) => expect.objectContaining({ chatId: `chat ${n}` }));
  expect(await records()).toContainEqual(expect.objectContaining({ opened: expect.arrayContaining(opened) }));
});

it('chats are kept by a browser that is never idle', async () => {
  const whenIdle = vi.spyOn(window, 'requestIdleCallback');
  onTestFinished(() => whenIdle.mockRestore());
  whenIdle.mockImplementation((run, options) =>
    options?.timeout === undefined
      ? 0
      : window.setTimeout(() => run({ didTimeout: true, timeRemaining: () => 0 }), options.timeout),
  );
  await givenKept();
});

it('a kept chat that another device has deleted leaves the list, the screen and the storage', async () => {
  await givenKept();
  await addChat('Birds');
  const { chatId } = server.newest();
  await expect.poll(keys).toContain(chatId);
  server.chats.shift();
  const list = held('getChats', { chats: server.chats });
  const history = held('getChatHistory', refuse('chat_not_found'));
  const [lists, histories] = [asked('getChats').length, asked('getChatHistory').length];
  await reload();
  await expect.element(link('Birds')).toBeVisible();
  await expect.element(composer).toBeVisible();
  await expect.poll(() => asked('getChats').length).toBeGreaterThan(lists);
  await expect.poll(() => asked('getChatHistory').length).toBeGreaterThan(histories);
  // Reads after these two have the usual answers.
  server.start();
  await Promise.all([list.release(), history.release()]);
  await expectCount(link('Birds'), 0);
  await expect.element(reply).toBeVisible();
  await expect.poll(keys).not.toContain(chatId);
  expect(JSON.stringify(await records())).not.toContain(chatId);
});

it('without a network, chats that were opened can be read, and are brought up to date later', async () => {
  await givenKept();
  await addChat('Birds');
  await expect.poll(keys).toContain(server.newest().chatId);
  answer('getChats', unreachable());
  answer('getChatHistory', unreachable());
  refuseConnections(true);
  setOnline(false);
  dropConnections();
  await links.last().click();
  await expect.element(reply).toBeVisible();
  const notice = page.getByText('This chat could not be updated.');
  await expect.element(notice).toBeVisible();
  const regenerate = page.getByRole('button', { name: 'Regenerate' });
  await expectCount(regenerate, 0);
  server.start();
  refuseConnections(false);
  setOnline(true);
  await expect.element(regenerate).toBeVisible();
  await expectCount(notice, 0);
});

describe('the chat works as without kept chats', () => {
  it('where IndexedDB is denied', async () => {
    expectOnConsole(/cannot be kept/);
    await givenKept();
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await reload();
    await expect.element(reply).toBeVisible();
    server.replyWith('Egrets follow cattle.');
    await send('And egrets?');
    await expect.element(page.getByText('Egrets follow cattle.')).toBeVisible();
  });

  it('where the database hangs', async () => {
    await givenKept();
    vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => new EventTarget() as never);
    await reload();
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
