/** Temporary chats on the screen: begun beside other chats, in no list, gone after a day. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TEMPORARY_CHAT_LIFE_MS } from '#contract/temporary-chats';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../../test/components/app.tsx';
import {
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
  withFakeTime,
} from '../../../../../test/components/browser.ts';
import {
  article,
  composer,
  link,
  links,
  newChat,
  notices,
  openChat,
  openMenu,
  send,
} from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, broken } from '../../../../../test/components/server.ts';
import { dropConnections, push } from '../../../../../test/components/socket.ts';

startChats();
beforeEach(() => server.givenChats(2));

const begin = page.getByRole('button', { name: 'New temporary chat' });
const note = page.getByText(/^This chat is temporary\. It is not in your list/);
const heading = page.getByRole('heading', { level: 1 });
const gone = page.getByText('This temporary chat is gone.');
const addressOf = () => window.location.pathname;

async function openTemporary(): Promise<string> {
  await openChat();
  await begin.click();
  await expect.element(note).toBeVisible();
  return server.temporary[0]?.chatId ?? expect.fail('no temporary chat');
}

describe('a temporary chat', () => {
  it('begins beside New Chat, says what it is, and is in no list', async () => {
    const chatId = await openTemporary();
    expect(addressOf()).toBe(`/chat/${chatId}`);
    await expect.element(heading).toMatchTextContent('Temporary chat');
    await expectTexts(links, [/^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    await expectAccessible();
    await send('Between us');
    await expect.element(article('A plain reply.')).toBeVisible();
    // Other chats are named after their first message.
    expect(asked('renameChat')).toEqual([]);
    await expect.element(heading).toMatchTextContent('Temporary chat');
    await expectCount(links, 3);
  });

  it('is begun with the keyboard, and the input has the focus', async () => {
    await openChat();
    await focusOn(newChat);
    await press('{Tab}');
    await expect.element(begin).toHaveFocus();
    await press('{Enter}');
    await expect.element(note).toBeVisible();
    await expect.element(composer).toHaveFocus();
  });

  it('is begun on a phone, where it says the same, deleted at once, and brought back with its messages', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    await begin.click();
    await expect.element(note).toBeVisible();
    await expect.element(composer).toBeVisible();
    const chatId = server.temporary[0]?.chatId;
    await send('Between us');
    await expect.element(article('A plain reply.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await expect.element(heading).toMatchTextContent('Stored chat 2');
    await expectCount(note, 0);
    await expect.poll(() => server.temporary).toEqual([]);
    await notices.getByRole('button', { name: 'Undo' }).click();
    await expect.element(article('A plain reply.')).toBeVisible();
    await expect.element(note).toBeVisible();
    expect(addressOf()).toBe(`/chat/${chatId}`);
  });

  it('stays through another chat, a lost connection, and a visit by its address', async () => {
    const chatId = await openTemporary();
    await send('Between us');
    await expect.element(article('A plain reply.')).toBeVisible();
    dropConnections();
    await link('Stored chat 1').click();
    await expect.element(heading).toMatchTextContent('Stored chat 1');
    await expectCount(note, 0);
    window.history.back();
    await expect.element(note).toBeVisible();
    expect(notices.element().textContent).toBe('');
    await openApp(`/chat/${chatId}`, USER);
    await expect.element(article('A plain reply.')).toBeVisible();
    await expect.element(heading).toMatchTextContent('Temporary chat');
    await expectCount(links, 3);
  });

  it('is deleted at once by its button, and Undo brings it back, still in no list', async () => {
    const chatId = await openTemporary();
    await page.getByRole('button', { name: 'Delete now' }).click();
    await expect.element(heading).toMatchTextContent('Stored chat 2');
    await expect.poll(() => server.temporary).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(note).toBeVisible();
    expect(addressOf()).toBe(`/chat/${chatId}`);
    await expectCount(links, 3);
  });

  it('that could not be deleted is opened again by the notice, which stays until then', async () => {
    expectOnConsole(/could not be deleted/);
    const chatId = await openTemporary();
    answer('deleteChat', broken());
    await withFakeTime(async (pass) => {
      await page.getByRole('button', { name: 'Delete now' }).click();
      await expect.element(notices).toMatchTextContent(/^The chat could not be deleted\.Temporary chat/);
      await expect.element(heading).toMatchTextContent('Stored chat 2');
      await composer.hover();
      await pass(60_000);
      await focusOn(notices.getByRole('button', { name: 'Open chat' }));
      await press('{Enter}');
      await expect.element(note).toBeVisible();
    });
    expect(addressOf()).toBe(`/chat/${chatId}`);
    await expect.element(composer).toHaveFocus();
    expect(notices.element().textContent).toBe('');
  });

  it('of another tab leaves this one as it is', async () => {
    await openChat();
    const data = { chatId: 'temp-019a0000-0000-7000-8000-000000000000', requestId: 'r', messageIndex: 1 };
    push({ type: 'userMessage', data: { ...data, content: 'Hello', createdAt: new Date().toISOString() } });
    push({ type: 'chatDeleted', data: { chatId: data.chatId } });
    await expectCount(links, 3);
    expect(notices.element().textContent).toBe('');
  });
});

describe('after a day', () => {
  it('its address says plainly that it is gone, and leads to the newest chat', async () => {
    await openApp('/chat/temp-019a0000-0000-7000-8000-000000000000', USER);
    await expect.element(gone).toBeVisible();
    await expectCount(composer, 0);
    await expectAccessible();
    await page.getByRole('link', { name: 'Open your newest chat' }).click();
    await expect.element(heading).toMatchTextContent('Stored chat 2');
  });

  it('a chat that is on screen says so when its time is over', async () => {
    server.temporaryAge = TEMPORARY_CHAT_LIFE_MS;
    await openChat();
    await begin.click();
    await expect.element(gone).toBeVisible();
  });
});
