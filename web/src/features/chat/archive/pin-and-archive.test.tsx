/** Pinned and archived chats on the screen: menu, sections, the archive, failures. */
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { address, reopenApp } from '../../../../../test/components/app.tsx';
import { expectCount, expectTexts, focusOn, narrow, press } from '../../../../../test/components/browser.ts';
import {
  article,
  composer,
  link,
  links,
  more,
  newChat,
  notices,
  openChat,
  openMenu,
  pick,
  send,
} from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../../test/components/server.ts';
import { push } from '../../../../../test/components/socket.ts';

startChats();

const AT = '2026-02-01T00:00:00.000Z';
const pinnedList = page.getByRole('list', { name: 'Pinned' });
const archive = page.getByRole('dialog', { name: 'Archived chats' });
const note = page.getByText('This chat is archived. It stays so when you write in it.');
const openArchive = async () => {
  await more.click();
  await page.getByRole('button', { name: 'Archived chats' }).click();
};

beforeEach(() => server.givenChats(3));

describe('pinning', () => {
  it('moves a chat to the section above, once, with the focus, and back', async () => {
    await openChat();
    await expectCount(pinnedList, 0);
    await pick('Stored chat 1', 'Pin');
    await expectTexts(links, [/^Stored chat 1/, /^Stored chat 3/, /^Stored chat 2/, /^Chat 1/]);
    await expectCount(pinnedList.getByRole('link'), 1);
    await expect.element(link('Stored chat 1')).toHaveFocus();
    await expectAccessible();
    await press('{ArrowDown}');
    await expect.element(link('Stored chat 3')).toHaveFocus();
    await pick('Stored chat 1', 'Unpin');
    await expectCount(pinnedList, 0);
    await expect
      .poll(() => asked('setChatPinned').map(({ body }) => body))
      .toEqual([{ pinned: true }, { pinned: false }]);
  });

  it.each([
    ['shows no removal day, before the server has answered', undefined],
    ['that fails shows the removal day again', unreachable()],
  ])('a chat that is due for removal %s', async (_, refusal) => {
    Object.assign(server.newest(), { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 });
    await openChat();
    const removal = page.getByRole('region', { name: 'Chats that will be removed' });
    await expect.element(removal).toBeVisible();
    await expect.element(link(/^Stored chat 3/)).toMatchTextContent('Will be removed on Mar 5, 2031');
    const { chatId, name, createdAt } = server.newest();
    const pinning = held('setChatPinned', refusal ?? { chatId, name, createdAt, pinnedAt: AT });
    await pick('Stored chat 3', 'Pin');
    await expectCount(pinnedList, 1);
    await expectCount(removal, 0);
    await expect.element(link(/^Stored chat 3/)).not.toMatchTextContent('Will be removed');
    await pinning.release();
    if (refusal) await expect.element(removal).toBeVisible();
    if (refusal) expectOnConsole(/could not be pinned or archived/);
  });

  it('and archiving the only pinned chat leave the focus in the list', async () => {
    await openChat();
    await pick('Stored chat 1', 'Pin');
    await expectCount(pinnedList, 1);
    await pick('Stored chat 1', 'Archive');
    await expectCount(pinnedList, 0);
    await expect.element(link('Stored chat 3')).toHaveFocus();
  });

  it.each([
    ['fails', unreachable(), 'The chat could not be pinned.'],
    ['is one too many', refuse('too_many_pinned'), 'You have pinned 20 chats, which is the most.'],
  ])('that %s is taken back, and a notice says so', async (_, refusal, words) => {
    answer('setChatPinned', refusal);
    await openChat();
    await pick('Stored chat 1', 'Pin');
    await expect.element(notices).toMatchTextContent(words);
    await expectCount(pinnedList, 0);
    expectOnConsole(/could not be pinned or archived/);
  });

  it('and then archiving, which both fail in this order, leave the chat in the list and not pinned', async () => {
    await openChat();
    const first = held('setChatPinned', unreachable());
    const second = held('setChatArchived', unreachable());
    await pick('Stored chat 1', 'Pin');
    await expectCount(pinnedList, 1);
    await pick('Stored chat 1', 'Archive');
    await first.release();
    await second.release();
    await expect.element(notices).toMatchTextContent('It is back in your list.');
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    await expectCount(pinnedList, 0);
    expectOnConsole(/could not be pinned or archived/);
  });

  it('on another device shows here', async () => {
    await openChat();
    const [chat] = server.chats.slice(1);
    push({ type: 'chatChanged', data: { ...(chat ?? expect.fail('no chat')), pinnedAt: AT } });
    await expectTexts(pinnedList.getByRole('link'), [/^Stored chat 2/]);
  });
});

describe('archiving', () => {
  it('takes a chat out of the list, and Undo brings it back', async () => {
    await openChat();
    await pick('Stored chat 2', 'Archive');
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 1/, /^Chat 1/]);
    await expect.element(link('Stored chat 1')).toHaveFocus();
    await expect.element(notices).toMatchTextContent('Chat archived');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Undone' })).toBeInTheDocument();
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    expect(server.chats.every(({ archivedAt }) => archivedAt === undefined)).toBe(true);
  });

  it('a pinned chat is pinned again by Undo', async () => {
    await openChat();
    await pick('Stored chat 2', 'Pin');
    await expectCount(pinnedList, 1);
    await pick('Stored chat 2', 'Archive');
    await expectCount(pinnedList, 0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectTexts(pinnedList.getByRole('link'), [/^Stored chat 2/]);
    await expect.poll(() => server.chats.filter(({ pinnedAt }) => pinnedAt !== undefined)).toHaveLength(1);
    expect(server.chats.every(({ archivedAt }) => archivedAt === undefined)).toBe(true);
  });

  it('a pinned chat is restored by Undo without its pin if too many chats are pinned by then', async () => {
    await openChat();
    await pick('Stored chat 2', 'Pin');
    await pick('Stored chat 2', 'Archive');
    await expectCount(links, 3);
    answer('setChatPinned', refuse('too_many_pinned'));
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(notices).toMatchTextContent('You have pinned 20 chats, which is the most.');
    await expectCount(links, 4);
    await expectCount(pinnedList, 0);
    await expect.poll(() => server.chats.every(({ archivedAt }) => archivedAt === undefined)).toBe(true);
    expectOnConsole(/could not be pinned or archived/);
  });

  it('that fails is taken back, and a notice says so', async () => {
    answer('setChatArchived', unreachable());
    await openChat();
    await pick('Stored chat 2', 'Archive');
    await expect.element(notices).toMatchTextContent('It is back in your list.');
    await expectCount(links, 4);
    expectOnConsole(/could not be pinned or archived/);
  });

  it('of the open chat keeps it open, says so, and offers to restore it', async () => {
    await openChat();
    await pick('Stored chat 3', 'Archive');
    await expect.element(note).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Stored chat 3');
    await expectAccessible();
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expectCount(note, 0);
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
  });

  it('on another device keeps the open chat on screen', async () => {
    await openChat();
    const chat = server.chats[0] ?? expect.fail('no chat');
    chat.archivedAt = AT;
    push({ type: 'chatChanged', data: chat });
    await expect.element(note).toBeVisible();
    await expectCount(links, 3);
    expect(notices.element().textContent).toBe('');
  });
});

describe('the archive', () => {
  it('says that it is empty', async () => {
    await openChat();
    await openArchive();
    await expect.element(archive.getByText('No archived chats.')).toBeVisible();
  });

  it.each(['desktop', 'phone'])('opens and restores chats, on a %s', async (size) => {
    for (const chat of server.chats.slice(0, 2)) chat.archivedAt = AT;
    if (size === 'phone') await narrow();
    await openChat();
    const openSidebar = () => (size === 'phone' ? openMenu.click() : undefined);
    await openSidebar();
    await openArchive();
    await expectTexts(archive.getByRole('listitem'), [/^Stored chat 3/, /^Stored chat 2/]);
    await expectAccessible();
    await archive.getByRole('button', { name: 'Restore: Stored chat 2' }).click();
    await expectTexts(archive.getByRole('listitem'), [/^Stored chat 3/]);
    await archive.getByRole('link', { name: /^Stored chat 3/ }).click();
    await expectCount(archive, 0);
    await expect.element(note).toBeVisible();
    await expect.element(composer).toBeVisible();
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Stored chat 3');
    await openSidebar();
    await expectTexts(links, [/^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
  });

  it('on a phone, restores the open chat, which was found by the search and written in', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    await pick('Stored chat 3', 'Archive');
    await expectTexts(links, [/^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    await press('{Escape}');
    await expect.element(note).toBeVisible();
    await expectAccessible();
    await reopenApp();
    await expect.element(note).toBeVisible();
    await reopenApp(`/chat/${server.chats[1]?.chatId}`);
    await expect.element(composer).toBeVisible();
    await expectCount(note, 0);

    const { messages: _, ...chat } = server.newest();
    answer('searchChats', { chats: [{ ...chat, matchedMessages: [], nameMatches: [[0, 6]] }], messages: [] });
    await press('{Control>}k{/Control}');
    await page.getByPlaceholder('Search chats and messages...').fill('stored');
    await page.getByRole('option', { name: /Stored chat 3.*Archived/ }).click();
    await expect.element(note).toBeVisible();
    await send('And then?');
    await expect.element(article('A plain reply.')).toBeVisible();
    await expect.element(note).toBeVisible();

    await openMenu.click();
    await openArchive();
    await expectTexts(archive.getByRole('listitem'), [/^Stored chat 3/]);
    await expectAccessible();
    await archive.getByRole('button', { name: 'Restore: Stored chat 3' }).click();
    await expect.element(archive.getByText('No archived chats.')).toBeVisible();
    await archive.getByRole('button', { name: 'Close' }).click();
    await expect.element(link('Stored chat 3')).toBeVisible();
    await press('{Escape}');
    await expectCount(note, 0);
    await expect.element(composer).toBeVisible();
  });

  it('does not switch to one of its chats while another chat is being created', async () => {
    for (const chat of server.chats.slice(0, 1)) chat.archivedAt = AT;
    await openChat();
    const before = address();
    server.holdFrames('initChat');
    await newChat.click();
    await expect.element(newChat).toBeDisabled();
    await openArchive();
    await archive.getByRole('link', { name: /^Stored chat 3/ }).click();
    expect(address()).toBe(before);
    await expect.element(archive).toBeVisible();
    server.accept('initChat');
    await expect.element(link('Chat 5')).toHaveAttribute('aria-current', 'page');
  });

  it('has a retry when it cannot be loaded, and reads older pages without losing the focus', async () => {
    server.givenChats(60);
    for (const chat of server.chats.slice(0, 60)) chat.archivedAt = AT;
    await openChat();
    answer('getChats', unreachable());
    await openArchive();
    await expect.element(archive.getByText('Your archived chats could not be loaded.')).toBeVisible();
    server.start();
    await archive.getByRole('button', { name: 'Retry' }).click();
    await expectCount(archive.getByRole('listitem'), 50);
    await expect.element(archive.getByRole('heading')).toHaveFocus();
    const chats = server.chats.slice(50, 55).map(({ messages: _, ...chat }) => chat);
    const page = held('getChats', { chats, nextCursor: chats.at(-1)?.chatId ?? '' });
    const reads = asked('getChats').length;
    const older = archive.getByRole('button', { name: 'Show older chats' });
    await focusOn(older);
    await press('{Enter}');
    await expect.element(archive.getByRole('button', { name: 'Loading...' })).toHaveFocus();
    await press('{Enter}');
    await page.release();
    await expectCount(archive.getByRole('listitem'), 55);
    expect(asked('getChats')).toHaveLength(reads + 1);
    await expect.element(older).toHaveFocus();
    server.start();
    await press('{Enter}');
    await expectCount(archive.getByRole('listitem'), 60);
    await expectCount(older, 0);
    await expect.element(archive.getByRole('heading')).toHaveFocus();
  });

  it('announces a restored chat, and gives the focus to its heading', async () => {
    for (const chat of server.chats.slice(0, 2)) chat.archivedAt = AT;
    await openChat();
    await openArchive();
    await focusOn(archive.getByRole('button', { name: 'Restore: Stored chat 2' }));
    await press('{Enter}');
    await expectTexts(archive.getByRole('listitem'), [/^Stored chat 3/]);
    await expect.element(archive.getByRole('heading')).toHaveFocus();
    await expect
      .element(archive.getByRole('status').filter({ hasText: 'Restored: Stored chat 2' }))
      .toBeInTheDocument();
  });

  it('gets a chat back that could not be restored', async () => {
    for (const chat of server.chats.slice(0, 1)) chat.archivedAt = AT;
    await openChat();
    answer('setChatArchived', unreachable());
    await openArchive();
    await archive.getByRole('button', { name: 'Restore: Stored chat 3' }).click();
    await expect.element(notices).toMatchTextContent('could not be restored from the archive');
    await expectCount(archive.getByRole('listitem'), 1);
    await expectCount(links, 3);
    expectOnConsole(/could not be pinned or archived/);
  });
});
