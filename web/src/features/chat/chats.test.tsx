/** Chats in the sidebar: listed, created, switched, renamed, deleted and brought back. */
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Chat } from '#contract/entities';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { address, openApp, reopenApp, title, USER } from '../../../../test/components/app.tsx';
import {
  emulateMedia,
  endComposition,
  expectCount,
  expectTexts,
  focusOn,
  narrow,
  press,
  withFakeTime,
} from '../../../../test/components/browser.ts';
import {
  addChat,
  composer,
  isSidebarOpen,
  link,
  links,
  log,
  logout,
  more,
  morePages,
  newChat,
  notices,
  openChat,
  openMenu,
  pick,
  send,
  sendButton,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, asked, broken, held, unreachable } from '../../../../test/components/server.ts';
import { push, pushText } from '../../../../test/components/socket.ts';

startChats();

const addButton = page.getByRole('button', { name: 'Add chat' });
const dialog = page.getByRole('dialog', { name: 'New Chat' });
const alert = page.getByRole('alert');
const openId = () => window.location.pathname.split('/').at(-1) ?? '';
const keptNote = page.getByText(
  'What you wrote for the new chat is kept. It is in the input when you create one.',
);
const undo = page.getByRole('button', { name: 'Undo' });
/** Returns true if the whole height of `part` lies within that of `whole`. */
const isWithin = (part: Element, whole: Element): boolean => {
  const [inner, outer] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
  return inner.top >= outer.top && inner.bottom <= outer.bottom;
};

describe('the list of chats', () => {
  it('shows the name of each chat, and its date and time [S2.sidebar.4]', async () => {
    server.givenChats(1);
    await openChat();
    await expectTexts(links, ['Stored chat 1Jan 1, 2026, 12:02 PM', 'Chat 1Jan 1, 2026, 12:01 PM']);
  });

  it('reads on as its end comes into view, 500 chats and no more [S7.chats.1]', async () => {
    server.givenChats(500);
    await openChat();
    await expect.element(links.first()).toMatchTextContent(/^Stored chat 500/);
    const older = page.getByRole('button', { name: 'Show older chats' });
    await expect.element(older).toBeInTheDocument();
    await expect
      .poll(() => {
        links.last().element().scrollIntoView();
        return links.elements().length;
      })
      .toBe(501);
    await expect.element(link(/^Stored chat 1\D/)).toBeInTheDocument();
    await expectCount(older, 0);
  });

  it('an older page that fails to load has a retry', async () => {
    server.givenChats(60);
    const chats = server.chats.slice(0, 50);
    const first = { chats, nextCursor: chats.at(-1)?.chatId };
    answer('getChats', ({ input }) => (input.cursor === undefined ? first : unreachable()));
    await openChat();
    const readOn = page.getByRole('button', { name: 'Show older chats' });
    await expect.element(readOn).toBeInTheDocument();
    await expect
      .poll(() => {
        readOn.element().scrollIntoView();
        return page.getByText('Older chats could not be loaded.').elements().length;
      })
      .toBe(1);
    server.start();
    // A pointer click would scroll to the button first, and scrolling loads older chats, too.
    readOn.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expectCount(links, 61);
  });

  it('has the chats that another tab has imported, and opens them', async () => {
    await openChat();
    await expectTexts(links, [/^Chat 1/]);
    server.givenChats(2);
    server.givenTurns(1);
    push({ type: 'chatsImported' });
    await expectTexts(links, [/^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    await link('Stored chat 2').click();
    await expect.element(log.getByText('Stored question 1')).toBeVisible();
  });

  it('arrows, Home and End lead from chat to chat; Tab passes the list in one step', async () => {
    server.givenChats(5);
    await openChat();
    await expectCount(links, 6);
    await expect.element(page.getByRole('button', { name: 'New project' })).toBeVisible();
    page
      .getByRole('button', { name: /^Search/ })
      .element()
      .focus();
    await press('{Tab}');
    await expect.element(page.getByRole('button', { name: 'New project' })).toHaveFocus();
    await press('{Tab}');
    await expect.element(links.first()).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(links.nth(1)).toHaveFocus();
    await press('{End}');
    await expect.element(links.last()).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(links.last()).toHaveFocus();
    await press('{ArrowUp}');
    await expect.element(links.nth(4)).toHaveFocus();
    await press('{Tab}');
    await expect.element(page.getByRole('button', { name: /^Chat options: Stored chat 1/ })).toHaveFocus();
    // The button is in the script that is loaded last.
    await expect.element(more).toBeVisible();
    await press('{Tab}');
    await expect.element(more).toHaveFocus();
    await press('{Tab}');
    await expect.element(logout).toHaveFocus();
    for (let step = 0; step < 3; step += 1) await press('{Shift>}{Tab}{/Shift}');
    await press('{Home}{ArrowDown}{Enter}');
    await expect.poll(title).toMatch(/^Stored chat 4 · /);
    await expect.element(links.nth(1)).toHaveAttribute('aria-current', 'page');
  });

  it('the links to other pages open at the foot; Tab walks through them, and leaving them closes them', async () => {
    await openChat();
    await expect.element(more).toHaveAttribute('aria-expanded', 'false');
    await expectCount(morePages, 0);
    await more.click();
    await expect.element(more).toHaveAttribute('aria-expanded', 'true');
    await expectTexts(morePages.getByRole('link'), ['Personalize', 'Usage', 'Plan', 'Support', 'Account']);
    await expectAccessible();
    await press('{Tab}');
    await expect.element(morePages.getByRole('button', { name: 'Archived chats' })).toHaveFocus();
    for (const nth of [0, 1, 2, 3, 4]) {
      await press('{Tab}');
      await expect.element(morePages.getByRole('link').nth(nth)).toHaveFocus();
    }
    await press('{Tab}');
    await expect.element(logout).toHaveFocus();
    await expectCount(morePages, 0);
    await more.click();
    await press('{Tab}{Tab}{Escape}');
    await expectCount(morePages, 0);
    await expect.element(more).toHaveFocus();
    await more.click();
    await composer.click();
    await expectCount(morePages, 0);
    await more.click();
    await morePages.getByRole('button', { name: 'Archived chats' }).click();
    await expectCount(morePages, 0);
    await expect.element(page.getByRole('dialog', { name: 'Archived chats' })).toBeVisible();
    await press('{Escape}');
    await expect.element(more).toHaveFocus();
  });

  it('on mobile, Escape closes the links to other pages before the sidebar', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    await more.click();
    await expectCount(morePages, 1);
    await press('{Escape}');
    await expectCount(morePages, 0);
    expect(isSidebarOpen()).toBe('true');
    await press('{Escape}');
    await expect.poll(isSidebarOpen).toBe('false');
  });

  it('picking a chat closes the sidebar on mobile [S2.sidebar.5 S9.tour.2]', async () => {
    server.givenChats(1);
    await openChat();
    await page.viewport(769, 844);
    await expect.element(logout).toBeVisible();
    await page.viewport(768, 844);
    await expectCount(logout, 0);
    await openMenu.click();
    await links.last().click();
    await expectCount(logout, 0);
    await expect.poll(title).toMatch(/^Chat 1 · /);
  });

  it('is accessible on a narrow screen, in the dark, with everything open', async () => {
    await emulateMedia({ colorScheme: 'dark' });
    server.givenChats(1);
    await openChat();
    await narrow();
    await openMenu.click();
    await page.getByRole('button', { name: 'Chat options: Stored chat 1' }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    await expectAccessible();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await expect.element(page.getByRole('textbox', { name: 'Chat name' })).toHaveFocus();
    await expectAccessible();
    await press('{Escape}');
    await expect.element(logout).toBeVisible();
    await press('{Escape}');
    await expectCount(logout, 0);
  });
});

describe('a chat’s menu', () => {
  it('is worked with the keyboard: arrows, Escape, and the focus comes back', async () => {
    await openChat();
    const button = page.getByRole('button', { name: 'Chat options: Chat 1' });
    const menu = page.getByRole('menu');
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await focusOn(button);
    await press('{Enter}');
    await expect.element(rename).toHaveFocus();
    await expect.element(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible();
    await press('{ArrowUp}');
    await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toHaveFocus();
    await press('{ArrowDown}');
    await expect.element(rename).toHaveFocus();
    await press('{Escape}');
    await expectCount(menu, 0);
    await expect.element(button).toHaveFocus();
    for (const count of [1, 0, 1]) {
      await button.click();
      await expectCount(menu, count);
    }
    await log.click();
    await expectCount(menu, 0);
  });

  it('stays open while the messages scroll, as a streaming reply scrolls them', async () => {
    await openChat();
    await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
    const rename = page.getByRole('menuitem', { name: 'Rename' });
    await expect.element(rename).toHaveFocus();
    log.element().dispatchEvent(new Event('scroll'));
    await press('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Pin' })).toHaveFocus();
    document.dispatchEvent(new Event('scroll'));
    await expectCount(rename, 0);
  });

  it('renames in place: Enter saves, Escape does not, a blank name is refused [S7.rename.1]', async () => {
    await openChat();
    const field = page.getByRole('textbox', { name: 'Chat name' });
    await pick('Chat 1', 'Rename');
    await expect.element(field).toHaveFocus();
    await field.fill('Never saved');
    expect(endComposition(field, 'Escape')).toBe(true);
    await press('{Escape}');
    await expect.element(link('Chat 1')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Chat options: Chat 1' })).toHaveFocus();
    await pick('Chat 1', 'Rename');
    await field.fill('   ');
    await press('{Enter}');
    await expect.element(alert).toHaveTextContent('A name has 1 to 120 characters.');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await field.fill(`رحلة إلى لشبونة ${'x'.repeat(150)}`);
    expect(field.element()).toHaveProperty('value.length', 120);
    await field.fill('رحلة إلى لشبونة 🚋');
    await press('{Enter}');
    await expect.element(link('رحلة إلى لشبونة 🚋')).toBeVisible();
    await expect.poll(title).toMatch(/^رحلة إلى لشبونة 🚋 · /);
    await expect.poll(() => server.newest().name).toBe('رحلة إلى لشبونة 🚋');
  });

  it('a field left unchanged does not undo the rename of another device', async () => {
    await openChat();
    const field = page.getByRole('textbox', { name: 'Chat name' });
    await pick('Chat 1', 'Rename');
    await expect.element(field).toHaveFocus();
    const { messages, ...chat } = server.newest();
    push({ type: 'chatChanged', data: { ...chat, name: 'Renamed elsewhere' } });
    await expect.poll(title).toMatch(/^Renamed elsewhere · /);
    await expect.element(field).toHaveValue('Chat 1');
    await composer.click();
    await expect.element(link('Renamed elsewhere')).toBeVisible();
    expect(asked('renameChat')).toEqual([]);
  });

  it('a rename ends when another device archives the chat, and does not return with the chat', async () => {
    server.givenChats(1);
    await openChat();
    const field = page.getByRole('textbox', { name: 'Chat name' });
    await pick('Chat 1', 'Rename');
    await expect.element(field).toHaveFocus();
    const chat = server.chats.find(({ name }) => name === 'Chat 1') ?? expect.fail('no chat');
    const { messages, ...data } = chat;
    push({ type: 'chatChanged', data: { ...data, archivedAt: '2026-02-01T00:00:00.000Z' } });
    await expectCount(field, 0);
    await composer.click();
    await press('one ');
    push({ type: 'chatChanged', data });
    await expect.element(link('Chat 1')).toBeVisible();
    await press('two');
    await expect.element(composer).toHaveValue('one two');
    expect(asked('renameChat')).toEqual([]);
  });

  it.each([
    ['pins', undefined, '2026-02-01T00:00:00.000Z'],
    ['unpins', '2026-02-01T00:00:00.000Z', undefined],
  ])('a rename keeps its text and the focus when another device %s the chat', async (_, before, after) => {
    server.givenChats(2);
    const { messages, ...chat } = server.chats[1] ?? expect.fail('no chat');
    const pinnedTo = (pinnedAt: string | undefined) =>
      push({ type: 'chatChanged', data: { ...chat, ...(pinnedAt !== undefined && { pinnedAt }) } });
    const pinned = page.getByRole('list', { name: 'Pinned' });
    await openChat();
    pinnedTo(before);
    await expectCount(pinned, before === undefined ? 0 : 1);
    await pick('Stored chat 1', 'Rename');
    await page.getByRole('textbox', { name: 'Chat name' }).fill('Begun');
    pinnedTo(after);
    // Frames arrive in order, so the one before has been applied when this title is shown.
    push({ type: 'chatRenamed', data: { chatId: openId(), name: 'Told next' } });
    await expect.poll(title).toMatch(/^Told next · /);
    await press(' and ended{Enter}');
    await expect.element(link('Begun and ended')).toHaveFocus();
    await expectCount(pinned, after === undefined ? 0 : 1);
    await expect
      .poll(() => asked('renameChat').map(({ body }) => body))
      .toEqual([{ newName: 'Begun and ended' }]);
  });

  it('a rename that fails is logged, and the name goes back [S8.logged.3]', async () => {
    expectOnConsole(/could not be renamed/);
    await openChat();
    answer('renameChat', broken());
    await pick('Chat 1', 'Rename');
    await page.getByRole('textbox', { name: 'Chat name' }).fill('Lost');
    await press('{Enter}');
    await expect.poll(() => asked('renameChat')).toHaveLength(1);
    await expectTexts(links, [/^Chat 1/]);
    await expectCount(alert, 0);
  });
});

describe('creating chats', () => {
  it('a new chat is on top, selected, stored and in the address [S2.sidebar.1 S4.creation.2 S4.creation.3 S4.creation.4 S4.creation.5 S3.chat.1]', async () => {
    await openChat();
    const first = address();
    const steps = window.history.length;
    await newChat.click();
    await expect.poll(address).not.toBe(first);
    await expectTexts(links, [/^Chat 2/, /^Chat 1/]);
    await expect.element(links.first()).toHaveAttribute('aria-current', 'page');
    expect(localStorage.getItem('selectedChatId')).toBe(openId());
    expect(window.history.length).toBe(steps);
    await expect.poll(title).toMatch(/^Chat 2 · /);
  });

  it('/chat opens the newest chat, or creates the first [S2.chat-route.1 S2.chat-route.3 S2.chat-route.4]', async () => {
    server.chats = [];
    await openChat();
    expect(server.chats).toHaveLength(1);
    await expect.poll(openId).toBe(server.newest().chatId);
    server.givenChats(2);
    await reopenApp('/chat');
    await expect.poll(title).toMatch(/^Stored chat 2 · /);
    expect(server.chats).toHaveLength(3);
  });

  it('while a chat is being created, no second one is created, and switching and sending are blocked [S4.creation.1 S4.switching.2 S2.input.5]', async () => {
    server.givenChats(1);
    await openChat();
    const before = address();
    await composer.fill('Hello');
    server.holdFrames('initChat');
    await newChat.click();
    await expect.element(newChat).toBeDisabled();
    await expect.element(sendButton).toBeDisabled();
    await links.last().click();
    await addButton.click();
    await expect.element(dialog.getByRole('button', { name: 'Creating chat...' })).toBeDisabled();
    await press('{Escape}');
    expect(address()).toBe(before);
    server.accept('initChat');
    await expectTexts(links, [/^Chat 3/, /^Stored chat 1/, /^Chat 1/]);
    expect(server.chats).toHaveLength(3);
  });

  it('a failed creation says why [S4.creation.6 S8.creation.1]', async () => {
    await openChat();
    server.refuseFrames('initChat', 'too_many_requests', 'Too many attempts. Please wait.');
    await addButton.click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('Too many attempts. Please wait.');
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expectCount(alert, 0);
    await expectCount(links, 1);
  });

  it.each(['"error":{"code":"too_many_requests","message":""}', '"error":{"code":"internal"}', '"a":1'])(
    'a creation that is refused without a word, %s, says that it failed [S4.creation.6 S8.creation.1]',
    async (words) => {
      await openChat();
      server.holdFrames('initChat');
      await newChat.click();
      await expect.poll(() => server.frames.at(-1)?.action).toBe('initChat');
      pushText(`{"type":"ack","id":"${server.frames.at(-1)?.id}",${words}}`);
      await expect.element(alert).toHaveTextContent('Chat initialization failed');
      await expectCount(keptNote, 0);
    },
  );

  it('what is typed right after New Chat is in the new chat’s input, also where creating it fails at first', async () => {
    await openChat();
    const first = address();
    await composer.fill('A draft of the first chat');
    server.holdFrames('initChat');
    await newChat.click();
    await press('hel');
    await expect.element(composer).toHaveValue('hel');
    await press('{Enter}');
    server.refuseFrames('initChat', 'internal', '');
    await expect.element(alert).toHaveTextContent('Chat initialization failed');
    await expect.element(composer).toHaveValue('A draft of the first chat');
    await expect.element(keptNote).toBeVisible();
    await expectAccessible();
    server.accept('initChat');
    server.holdFrames('initChat');
    // The new chat is shown from the answer to its creation: reading its history would block sending meanwhile.
    const histories = asked('getChatHistory').length;
    await newChat.click();
    await expect.element(composer).toHaveValue('hel');
    await expectCount(keptNote, 0);
    await press('lo ');
    server.accept('initChat');
    await press('there');
    await expect.poll(address).not.toBe(first);
    await expect.element(composer).toHaveValue('hello there');
    await expect.element(composer).toHaveFocus();
    await press('{Enter}');
    await expect.element(log.getByText('hello there')).toBeVisible();
    expect(asked('getChatHistory')).toHaveLength(histories);
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
  });

  it('on a phone, a creation that fails after the sidebar closed says why above the open chat', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    server.refuseFrames('initChat', 'too_many_requests', 'Too many attempts. Please wait.');
    await newChat.click();
    await expect.element(alert).toHaveTextContent('Too many attempts. Please wait.');
    await expect.element(composer).toBeVisible();
    await expectAccessible();
    await openMenu.click();
    await expectCount(alert, 1);
  });

  it('on a phone, the note of a kept draft has no round corners, as it reaches from edge to edge', async () => {
    await narrow();
    await openChat();
    await openMenu.click();
    server.holdFrames('initChat');
    await newChat.click();
    await composer.fill('A draft');
    server.refuseFrames('initChat', 'internal', '');
    await expect.element(keptNote).toBeVisible();
    const { left, right } = keptNote.element().getBoundingClientRect();
    expect([left, right]).toEqual([0, window.innerWidth]);
    expect(getComputedStyle(keptNote.element()).borderRadius).toBe('0px');
  });
});

describe('switching chats', () => {
  it('clears input and messages, shows a loader, stores the selection, reads the history [S4.switching.3 S4.switching.4 S4.switching.5 S2.messages.1]', async () => {
    await openChat();
    await send('In the first chat');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    const first = openId();
    await addChat('Second');
    await composer.fill('A draft of the second chat');
    const chat = server.chats.find(({ chatId }) => chatId === first);
    const history = held('getChatHistory', { messages: { messages: chat?.messages ?? [] } });
    await links.last().click();
    await expect.element(page.getByRole('status', { name: 'Loading messages' })).toBeVisible();
    await expectCount(log, 0);
    await expect.element(composer).toHaveValue('');
    expect(localStorage.getItem('selectedChatId')).toBe(first);
    await history.release();
    await expect.element(log.getByText('In the first chat')).toBeVisible();
    await expectCount(page.getByRole('status', { name: 'Loading messages' }), 0);
  });

  it('shows each chat its own messages, and so does Back', async () => {
    await openChat();
    const first = address();
    await send('In the first chat');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    await newChat.click();
    await expect.poll(address).not.toBe(first);
    await expectCount(log.getByText('In the first chat'), 0);
    await send('In the second chat');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    await expectTexts(links, [/^In the second chat/, /^In the first chat/]);
    await links.last().click();
    await expect.poll(address).toBe(first);
    await expect.element(log.getByText('In the first chat')).toBeVisible();
    await expectCount(log.getByText('In the second chat'), 0);
    window.history.back();
    await expect.element(log.getByText('In the second chat')).toBeVisible();
    await expectCount(log.getByText('In the first chat'), 0);
  });

  it('says when it fails, and nothing is read for the chat that is open [S4.switching.1 S8.switch.1]', async () => {
    server.givenChats(1);
    await openChat();
    const before = asked('getChatHistory').length;
    answer('getChatHistory', broken());
    await links.first().click();
    await links.last().click();
    await expect.element(alert).toMatchTextContent('Failed to load chat. Please try again.');
    expect(asked('getChatHistory')).toHaveLength(before + 1);
    server.start();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(log).toBeVisible();
  });

  it.each([
    ['that is not there', '019a0000-0000-7000-8000-000000000000'],
    ['whose address is cut off', '019a0000-0000'],
  ])('the page of a chat %s says that it does not exist, and links to the newest chat', async (_, id) => {
    await openApp(`/chat/${id}`, USER);
    const main = page.getByRole('main');
    await expect.element(main.getByRole('alert')).toMatchTextContent('This chat does not exist.');
    await expectCount(main.getByRole('button', { name: 'Retry' }), 0);
    await expectCount(composer, 0);
    await expectCount(page.getByRole('button', { name: 'Download as PDF' }), 0);
    await expectAccessible();
    await main.getByRole('link', { name: 'Open your newest chat' }).click();
    await expect.poll(address).toBe(`/chat/${server.newest().chatId}`);
    await expect.element(composer).toBeVisible();
  });
});

describe('the add-chat modal', () => {
  it('Enter creates a chat under the name given; Escape and a click beside it close it [S2.chat-route.2 S2.shell.4]', async () => {
    await openChat();
    await addButton.click();
    await expect.element(dialog.getByRole('heading', { name: 'New Chat' })).toBeVisible();
    await expect.element(dialog.getByPlaceholder('Chat', { exact: true })).toHaveFocus();
    await expectAccessible();
    await press('{Escape}');
    await expectCount(dialog, 0);
    await expect.element(addButton).toHaveFocus();
    await addButton.click();
    await expect.element(dialog).toBeVisible();
    await dialog.click({ position: { x: -200, y: 100 }, force: true });
    await expectCount(dialog, 0);
    await addButton.click();
    await dialog.getByLabelText('Name').fill('  Holiday in Lisbon ');
    await press('{Enter}');
    await expectCount(dialog, 0);
    await expect.element(composer).toHaveFocus();
    await expectTexts(links, [/^Holiday in Lisbon/, /^Chat 1/]);
    await expect.poll(title).toMatch(/^Holiday in Lisbon · /);
    await expect.poll(() => server.newest().name).toBe('Holiday in Lisbon');
  });

  it('stays open when the user selects its text and releases the mouse beside it', async () => {
    await openChat();
    await addButton.click();
    const name = dialog.getByLabelText('Name');
    await name.fill('Holiday in Lisbon');
    await userEvent.dragAndDrop(name, page.getByCss('body'), {
      targetPosition: { x: 40, y: 40 },
      force: true,
    });
    await expect.poll(() => String(getSelection())).not.toBe('');
    await expect.element(name).toHaveValue('Holiday in Lisbon');
    await dialog.click({ position: { x: -200, y: 100 }, force: true });
    await expectCount(dialog, 0);
  });

  it('stays open, with its text, when a chat that was begun in a dialog closed since is created', async () => {
    await openChat();
    server.holdFrames('initChat');
    await addButton.click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await press('{Escape}');
    await addButton.click();
    await dialog.getByLabelText('Name').fill('Holiday in Lisbon');
    server.accept('initChat');
    await expectCount(links, 2);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    await expectTexts(links, [/^Holiday in Lisbon/, /^Chat 2/, /^Chat 1/]);
  });

  it('opens from other pages too, on the chat screen [S2.shell.4]', async () => {
    await openApp('/nowhere', USER);
    await addButton.click();
    await expect.poll(address).toMatch(/^\/chat\//);
    await expect.element(dialog).toBeVisible();
  });
});

describe('deleting a chat', () => {
  it('a deleted chat disappears at once, and Undo puts it back in its place', async () => {
    server.givenChats(2);
    await openChat();
    await pick('Stored chat 1', 'Delete');
    await expectTexts(links, [/^Stored chat 2/, /^Chat 1/]);
    await expect.element(notices).toMatchTextContent('Chat deleted');
    await expectAccessible();
    await expect.poll(() => server.chats).toHaveLength(2);
    await undo.click();
    await expectTexts(links, [/^Stored chat 2/, /^Stored chat 1/, /^Chat 1/]);
    await expect.poll(() => notices.element().textContent).toBe('');
    await expect.element(page.getByRole('status').filter({ hasText: 'Undone' })).toBeInTheDocument();
    await expect
      .poll(() => server.chats.map(({ name }) => name))
      .toEqual(['Stored chat 2', 'Stored chat 1', 'Chat 1']);
  });

  it('by keyboard: the focus goes to the next chat, and Tab leads to Undo', async () => {
    server.givenChats(1);
    await openChat();
    await focusOn(page.getByRole('button', { name: 'Chat options: Chat 1' }));
    await press('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Rename' })).toHaveFocus();
    await press('{ArrowUp}{Enter}');
    await expectTexts(links, [/^Stored chat 1/]);
    await expect.element(links.first()).toHaveFocus();
    await expect.element(undo).toBeVisible();
    for (let i = 0; i < 20 && document.activeElement !== undo.element(); i += 1) await press('{Tab}');
    await expect.element(undo).toHaveFocus();
    await press('{Enter}');
    await expectTexts(links, [/^Stored chat 1/, /^Chat 1/]);
    await expect.element(link('Chat 1')).toHaveFocus();
  });

  it.each([
    { screen: 'wide', end: composer, set: () => undefined },
    { screen: 'narrow', end: openMenu, set: narrow },
  ])('a dismissed notice leaves the focus to the next, and the last to the page: $screen', async (on) => {
    server.givenChats(3);
    await openChat();
    for (const name of ['Stored chat 1', 'Stored chat 2']) await pick(name, 'Delete');
    await on.set();
    const dismiss = notices.getByRole('button', { name: 'Dismiss' });
    await focusOn(dismiss.first());
    await press('{Enter}');
    await expectCount(dismiss, 1);
    await expect.element(dismiss).toHaveFocus();
    await press('{Enter}');
    await expectCount(dismiss, 0);
    await expect.element(on.end).toHaveFocus();
  });

  it('a phone shows the three newest notices; the others are reached by scrolling and by keyboard', async () => {
    await narrow();
    server.givenChats(5);
    await openChat();
    await openMenu.click();
    // The notices stay, also on a slow machine.
    await withFakeTime(async () => {
      for (const n of [1, 2, 3, 4, 5]) {
        await pick(`Stored chat ${n}`, 'Delete');
        await expect.element(notices.getByText(`Stored chat ${n}`)).toBeInViewport();
      }
      const inView = () =>
        undo.elements().map((button) => isWithin(button.parentElement ?? button, notices.element()));
      await expect.poll(inView).toEqual([false, false, true, true, true]);
      await focusOn(undo.first());
      await expect.poll(inView).toEqual([true, true, true, false, false]);
      await press('{Enter}');
      await expect.element(link('Stored chat 1')).toHaveFocus();
    });
    await expectCount(undo, 4);
    await expectAccessible();
  });

  it('the open chat: the newest other one opens, and Undo returns to it', async () => {
    server.givenChats(1);
    await openChat();
    await send('Keep this');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    const opened = address();
    await pick('Stored chat 1', 'Delete');
    await expect.poll(title).toMatch(/^Chat 1 · /);
    await undo.click();
    await expect.poll(address).toBe(opened);
    await expect.element(log.getByText('Keep this')).toBeVisible();
  });

  it('the only chat: a new one is created', async () => {
    await openChat();
    const first = address();
    await pick('Chat 1', 'Delete');
    await expect.poll(address).not.toBe(first);
    await expect.element(composer).toBeVisible();
    await expectCount(links, 1);
    await expect.poll(() => server.chats).toHaveLength(1);
  });

  it('a deletion that fails puts the chat back and says so', async () => {
    expectOnConsole(/could not be deleted/);
    server.givenChats(1);
    await openChat();
    answer('deleteChat', broken());
    await pick('Chat 1', 'Delete');
    await expect
      .element(notices)
      .toMatchTextContent('The chat could not be deleted. It is back in your list.');
    await expectTexts(links, [/^Stored chat 1/, /^Chat 1/]);
    await notices.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => notices.element().textContent).toBe('');
  });

  it('the offer to undo ends, but not while it is being looked at', async () => {
    server.givenChats(1);
    await openChat();
    await withFakeTime(async (pass) => {
      await pick('Chat 1', 'Delete');
      await notices.getByText('Chat deleted').hover();
      await pass(60_000);
      expect(notices.element().textContent).toContain('Chat deleted');
      await composer.hover();
      await pass(9_000);
      expect(notices.element().textContent).toContain('Chat deleted');
      await pass(1_500);
      expect(notices.element().textContent).toBe('');
    });
  });

  it('the offer to undo ends after 10 s also where the list changes meanwhile', async () => {
    server.givenChats(2);
    await openChat();
    await withFakeTime(async (pass) => {
      await pick('Chat 1', 'Delete');
      await composer.hover();
      await expect.poll(() => notices.element().textContent).toContain('Chat deleted');
      await pass(6_000);
      const { messages, ...chat } = server.newest();
      push({ type: 'chatChanged', data: { ...chat, name: 'Renamed elsewhere' } });
      await expect.element(link('Renamed elsewhere')).toBeVisible();
      await pass(6_000);
      expect(notices.element().textContent).toBe('');
    });
  });
});

describe('when another device deletes the open chat', () => {
  const deleteElsewhere = (chatId: string) => {
    server.chats = server.chats.filter((chat) => chat.chatId !== chatId);
    push({ type: 'chatDeleted', data: { chatId } });
  };
  const heading = page.getByRole('heading', { level: 1 });

  it('what the user types goes into no other chat, and is back with the chat', async () => {
    server.givenChats(2);
    await openChat();
    const { messages, ...chat } = server.newest();
    await composer.fill('Half a');
    deleteElsewhere(chat.chatId);
    await expect.poll(title).toMatch(/^Stored chat 1 · /);
    await expect.element(heading).toHaveFocus();
    await expect.element(log).toBeVisible();
    await press(' sentence{Enter}');
    await expect.element(composer).toHaveValue('');
    expect(server.frames.filter(({ action }) => action === 'chat')).toEqual([]);
    await expect.element(notices).toMatchTextContent('This chat was deleted in another tab');
    await expectAccessible();
    push({ type: 'chatCreated', data: chat });
    server.chats.unshift({ ...chat, messages });
    await link('Stored chat 2').click();
    await expect.element(composer).toHaveValue('Half a');
    await expect.element(composer).toHaveFocus();
  });

  it('the notice stays until the user has copied what was written in the chat', async () => {
    server.givenChats(2);
    await openChat();
    server.holdFrames('chat');
    await send('A sent question');
    await composer.fill('Half a draft');
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('refused'));
    writeText.mockResolvedValueOnce();
    await withFakeTime(async (pass) => {
      deleteElsewhere(server.newest().chatId);
      await expect.element(notices).toMatchTextContent('You can still copy what you wrote in it.');
      await pass(60_000);
      const copy = notices.getByRole('button', { name: 'Copy text' });
      await copy.click();
      await expect.element(notices).toMatchTextContent('Could not copy');
      await copy.click();
      await expect.element(notices).toMatchTextContent('Copied');
      expect(writeText).toHaveBeenLastCalledWith('A sent question\n\nHalf a draft');
      await composer.click();
      await pass(10_500);
      expect(notices.element().textContent).toBe('');
    });
  });

  it('a message that arrived after the deletion can be sent again once the chat is restored', async () => {
    expectOnConsole(/The message was refused: chat_not_found/);
    server.givenChats(2);
    await openChat();
    const { messages, ...chat } = server.newest();
    server.holdFrames('chat');
    await send('A late question');
    deleteElsewhere(chat.chatId);
    await expect.poll(title).toMatch(/^Stored chat 1 · /);
    server.accept('chat');
    push({ type: 'chatCreated', data: chat });
    server.chats.unshift({ ...chat, messages });
    await link('Stored chat 2').click();
    await expect.element(log).toMatchTextContent('This chat was deleted before the message arrived.');
    await log.getByRole('button', { name: 'Retry' }).click();
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
  });

  it('the rename of another chat keeps its text and the focus', async () => {
    server.givenChats(2);
    await openChat();
    await pick('Chat 1', 'Rename');
    await page.getByRole('textbox', { name: 'Chat name' }).fill('Begun');
    deleteElsewhere(server.newest().chatId);
    await expect.poll(title).toMatch(/^Stored chat 1 · /);
    await expect.element(log).toBeVisible();
    await press(' and ended{Enter}');
    await expect.element(link('Begun and ended')).toBeVisible();
    await expect
      .poll(() => asked('renameChat').map(({ body }) => body))
      .toEqual([{ newName: 'Begun and ended' }]);
    await expect.element(composer).toHaveValue('');
  });

  it('the input of a chat that is created in its place takes no focus, and that of the next New Chat does', async () => {
    await openChat();
    const before = address();
    await composer.fill('Half a');
    deleteElsewhere(openId());
    await expect.poll(address).not.toBe(before);
    await expect.element(heading).toHaveFocus();
    await press(' sentence');
    await expect.element(composer).toHaveValue('');
    await newChat.click();
    await expectCount(links, 2);
    await expect.element(composer).toHaveFocus();
  });
});

describe('when another device changes the chat whose row has the focus', () => {
  const AT = '2026-02-01T00:00:00.000Z';
  /** Opens the newest of four chats. Returns `Stored chat 2`, which is not open. */
  async function givenFocus(): Promise<Chat> {
    server.givenChats(3);
    await openChat();
    await focusOn(link('Stored chat 2'));
    const { messages, ...chat } = server.chats[1] ?? expect.fail('no chat');
    return chat;
  }
  /** Frames arrive in order, so the ones before have been applied when this title is shown. */
  async function untilApplied(): Promise<void> {
    push({ type: 'chatRenamed', data: { chatId: openId(), name: 'Told next' } });
    await expect.poll(title).toMatch(/^Told next · /);
  }
  const remove = ({ chatId }: Chat) => push({ type: 'chatDeleted', data: { chatId } });

  it('the focus stays on the row that is pinned or unpinned', async () => {
    const chat = await givenFocus();
    const pinned = page.getByRole('list', { name: 'Pinned' });
    push({ type: 'chatChanged', data: { ...chat, pinnedAt: AT } });
    await expectCount(pinned, 1);
    await expect.element(pinned.getByRole('link')).toHaveFocus();
    await focusOn(pinned.getByRole('button'));
    push({ type: 'chatChanged', data: chat });
    await expectCount(pinned, 0);
    await expect.element(link('Stored chat 2')).toHaveFocus();
  });

  it.each([
    ['archived', (chat: Chat) => push({ type: 'chatChanged', data: { ...chat, archivedAt: AT } })],
    ['deleted', remove],
  ])('the focus goes to the next row if the chat is %s', async (_, change) => {
    change(await givenFocus());
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 1/, /^Chat 1/]);
    await expect.element(link('Stored chat 1')).toHaveFocus();
  });

  it('the focus goes to the nearest row that is left if several chats are deleted', async () => {
    await givenFocus();
    for (const chat of server.chats.slice(1)) remove(chat);
    await expectTexts(links, [/^Stored chat 3/]);
    await expect.element(links.first()).toHaveFocus();
  });

  it('the focus goes to the next row also if the chat was open and another one opens', async () => {
    await givenFocus();
    await focusOn(link('Stored chat 3'));
    remove(server.newest());
    await expect.poll(title).toMatch(/^Stored chat 2 · /);
    await expect.element(log).toBeVisible();
    await expect.element(link('Stored chat 2')).toHaveFocus();
  });

  it('what is typed into a rename that ends so reaches no other chat', async () => {
    const chat = await givenFocus();
    const opened = address();
    await pick('Stored chat 2', 'Rename');
    await page.getByRole('textbox', { name: 'Chat name' }).fill('Begun');
    remove(chat);
    await expectTexts(links, [/^Stored chat 3/, /^Stored chat 1/, /^Chat 1/]);
    await expect.element(page.getByRole('navigation', { name: 'Chats' })).toHaveFocus();
    await press(' and ended{Enter}');
    await untilApplied();
    expect(address()).toBe(opened);
    expect(asked('renameChat')).toEqual([]);
  });

  it('the focus stays where the user has moved it', async () => {
    const chat = await givenFocus();
    await composer.click();
    remove(chat);
    await untilApplied();
    await expect.element(composer).toHaveFocus();
  });
});

describe('chats that will be removed for their age', () => {
  const removal = page.getByRole('region', { name: 'Chats that will be removed' });

  it('a chat that is due is announced until the notice is dismissed, and is kept when it is used', async () => {
    Object.assign(server.newest(), { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 });
    await openChat();
    await expect
      .element(removal)
      .toMatchTextContent(
        '1 unused chat will be removed on Mar 5, 2031. Your plan keeps a chat for 180 days after its last message.',
      );
    await expect.element(links.first()).toMatchTextContent('Will be removed on Mar 5, 2031');
    await expectAccessible();
    await removal.getByRole('button', { name: 'Dismiss this notice' }).click();
    await expectCount(removal, 0);
    await reopenApp();
    await expect.element(links.first()).toMatchTextContent('Will be removed on Mar 5, 2031');
    await expectCount(removal, 0);
    Object.assign(server.newest(), { removeAt: '2031-04-06T12:00:00.000Z' });
    await reopenApp();
    await expect.element(removal).toMatchTextContent('Apr 6, 2031');
    await send('I still need this.');
    await expectCount(removal, 0);
    await expect.element(links.first()).not.toMatchTextContent('Will be removed');
  });

  it('a chat too old to be on the list’s first page is announced as well', async () => {
    server.chats = [];
    server.givenChats(151);
    Object.assign(server.chats.at(-1) ?? {}, { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 });
    await openChat();
    await expectCount(links, 50);
    await expect.element(removal).toMatchTextContent('1 unused chat');
    expect(asked('getChats').filter(({ input }) => input.expiring === 'true')).toHaveLength(1);
  });

  /** The only chat with a removal day is older than the first page of the list, and no older page can be read. */
  const givenOldDue = () => {
    server.chats = [];
    server.givenChats(60);
    const due = server.chats.at(-1) ?? expect.fail('no chat');
    Object.assign(due, { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 });
    const chats = server.chats.slice(0, 50);
    answer('getChats', ({ input }) => {
      if (input.expiring === 'true') return { chats: due.removeAt === undefined ? [] : [due] };
      return input.cursor === undefined ? { chats, nextCursor: chats.at(-1)?.chatId } : unreachable();
    });
    return due;
  };

  it('a chat that the list lacks is no longer announced when it is used here', async () => {
    const due = givenOldDue();
    await openChat(`/chat/${due.chatId}`);
    await expect.element(removal).toMatchTextContent('1 unused chat');
    await send('I still need this.');
    await expectCount(removal, 0);
    await expectCount(links, 50);
  });

  it('chats that the list lacks are read again when the user comes back after an hour', async () => {
    const due = givenOldDue();
    await openChat();
    await expect.element(removal).toMatchTextContent('1 unused chat');
    const reads = () => asked('getChats').filter(({ input }) => input.expiring === 'true');
    const comeBack = () => window.dispatchEvent(new Event('focus'));
    comeBack();
    expect(reads()).toHaveLength(1);
    // Another device uses the chat.
    delete due.removeAt;
    const time = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_001);
    comeBack();
    time.mockRestore();
    await expectCount(removal, 0);
    expect(reads()).toHaveLength(2);
  });

  it('an archived chat is announced as well, and marked in the archive', async () => {
    const due = { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 };
    server.givenChats(1);
    Object.assign(server.newest(), { ...due, archivedAt: '2030-01-01T12:00:00.000Z' });
    await openChat();
    await expect
      .element(removal)
      .toMatchTextContent('1 unused archived chat will be removed on Mar 5, 2031.');
    await expectCount(links, 1);
    await more.click();
    await page.getByRole('button', { name: 'Archived chats' }).click();
    const archived = page.getByRole('dialog', { name: 'Archived chats' });
    await expect.element(archived.getByRole('link')).toMatchTextContent('Will be removed on Mar 5, 2031');
    await expectAccessible();
  });

  it('an archived chat beside others is counted apart', async () => {
    const due = { removeAt: '2031-03-05T12:00:00.000Z', keptDays: 180 };
    server.givenChats(2);
    for (const chat of server.chats) Object.assign(chat, due);
    Object.assign(server.newest(), { archivedAt: '2030-01-01T12:00:00.000Z' });
    await openChat();
    await expect
      .element(removal)
      .toMatchTextContent('3 unused chats (1 archived) will be removed, the first on Mar 5, 2031.');
  });
});
