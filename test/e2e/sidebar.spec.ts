/** The sidebar: the chats and what is done with them. */
import type { Page } from 'playwright/test';
import { givenChats } from '../support/given-chats.ts';
import { composer, expect, expectAccessible, send, signIn, test } from './fixtures.ts';

const links = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
const link = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name });
const idIn = (page: Page) => page.url().split('/').at(-1) ?? '';
const notices = (page: Page) => page.locator('.chat-notices');

/** Creates a chat in the add-chat modal. */
async function addChat(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Chat' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await expect(link(page, name)).toHaveAttribute('aria-current', 'page');
}

/** Opens the menu of the chat and picks from it. */
async function pick(page: Page, name: string, action: 'Rename' | 'Delete'): Promise<void> {
  await link(page, name).hover();
  await page.getByRole('button', { name: `Chat options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('creating chats', () => {
  test('a new chat is on top, selected, stored and in the address [S2.sidebar.1 S4.creation.2 S4.creation.3 S4.creation.4 S4.creation.5 S3.chat.1]', async ({
    chat,
  }) => {
    const first = chat.url();
    const steps = await chat.evaluate('history.length');
    await chat.getByRole('button', { name: 'New Chat' }).click();
    await expect(chat).not.toHaveURL(first);
    await expect(links(chat)).toHaveText([/^Chat 2/, /^Chat 1/]);
    await expect(links(chat).first()).toHaveAttribute('aria-current', 'page');
    expect(await chat.evaluate(() => localStorage.getItem('selectedChatId'))).toBe(idIn(chat));
    expect(await chat.evaluate('history.length')).toBe(steps);
    await expect(chat).toHaveTitle(/^Chat 2 · /);
  });

  test('/chat opens the newest chat, or creates the first [S2.chat-route.1 S2.chat-route.3 S2.chat-route.4]', async ({
    chat,
    stack,
    user,
  }) => {
    expect(await stack.chats(user)).toHaveLength(1);
    await addChat(chat, 'The newest');
    const newest = chat.url();
    await links(chat).last().click();
    await expect(chat).not.toHaveURL(newest);
    await chat.goto('/chat');
    await expect(chat).toHaveURL(newest);
    expect(await stack.chats(user)).toHaveLength(2);
  });

  test('one at a time; switching waits for it, and so does sending [S4.creation.1 S4.switching.2 S2.input.5]', async ({
    chat,
    stack,
    user,
  }) => {
    await addChat(chat, 'Second');
    const before = chat.url();
    const creation = await holdCreation(chat);
    await composer(chat).fill('Hello');
    const newChat = chat.getByRole('button', { name: 'New Chat' });
    await newChat.click();
    await expect(newChat).toBeDisabled();
    await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled();
    await links(chat).last().click();
    await chat.getByRole('button', { name: 'Add chat' }).click();
    await expect(chat.getByRole('dialog').getByRole('button', { name: 'Creating chat...' })).toBeDisabled();
    await chat.keyboard.press('Escape');
    await expect(chat).toHaveURL(before);
    creation.release();
    await expect(links(chat)).toHaveText([/^Chat 3/, /^Second/, /^Chat 1/]);
    expect(await stack.chats(user)).toHaveLength(3);
  });

  test('a failed creation says why [S4.creation.6 S8.creation.1]', async ({ chat }) => {
    const creation = await holdCreation(chat);
    await chat.getByRole('button', { name: 'Add chat' }).click();
    const dialog = chat.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create' }).click();
    creation.fail('Too many attempts. Please wait.');
    await expect(dialog.getByRole('alert')).toHaveText('Too many attempts. Please wait.');
    await expectAccessible(chat);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(chat.getByRole('alert')).toHaveCount(0);
    await expect(links(chat)).toHaveCount(1);
  });
});

test.describe('switching chats', () => {
  test('clears input and messages, shows a loader, stores the selection, reads the history [S4.switching.3 S4.switching.4 S4.switching.5 S2.messages.1]', async ({
    chat,
  }) => {
    await send(chat, 'In the first chat');
    await expect(chat.getByRole('log').getByText('A plain reply.')).toBeVisible();
    const first = idIn(chat);
    await addChat(chat, 'Second');
    await composer(chat).fill('A draft of the second chat');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await chat.route(/getChatHistory/, async (route) => {
      await held;
      await route.continue();
    });
    await links(chat).last().click();
    await expect(chat.getByRole('status', { name: 'Loading messages' })).toBeVisible();
    await expect(chat.getByRole('log')).toHaveCount(0);
    await expect(composer(chat)).toHaveValue('');
    expect(await chat.evaluate(() => localStorage.getItem('selectedChatId'))).toBe(first);
    answer();
    await expect(chat.getByRole('log').getByText('In the first chat')).toBeVisible();
  });

  test('says when it fails, and nothing is read for the chat that is open [S4.switching.1 S8.switch.1]', async ({
    chat,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/);
    await addChat(chat, 'Second');
    const asked: string[] = [];
    await chat.route(/getChatHistory/, (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 500, json: {} });
    });
    await links(chat).first().click();
    await links(chat).last().click();
    await expect(chat.getByRole('alert')).toContainText('Failed to load chat. Please try again.');
    expect(asked).toHaveLength(1);
    await chat.unroute(/getChatHistory/);
    await chat.getByRole('button', { name: 'Retry' }).click();
    await expect(chat.getByRole('log')).toBeVisible();
  });
});

/** Keeps frames that create a chat from the server until they are released or answered with an error. */
async function holdCreation(page: Page) {
  let release = () => {};
  let fail = (_message: string) => {};
  await page.routeWebSocket(/\/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => {
      const { action, id } = JSON.parse(String(frame));
      if (action !== 'initChat') {
        server.send(frame);
        return;
      }
      release = () => server.send(frame);
      fail = (message) =>
        socket.send(JSON.stringify({ type: 'ack', id, error: { code: 'too_many_requests', message } }));
    });
  });
  await page.reload();
  await expect(composer(page)).toBeVisible();
  await expect(links(page).first()).toBeVisible();
  return { release: () => release(), fail: (message: string) => fail(message) };
}

test.describe('the add-chat modal', () => {
  test('Enter creates a chat under the name given; Escape and a click beside it close it [S2.chat-route.2 S2.shell.4]', async ({
    chat,
    stack,
    user,
  }) => {
    const button = chat.getByRole('button', { name: 'Add chat' });
    const dialog = chat.getByRole('dialog', { name: 'New Chat' });
    await button.click();
    await expect(dialog.getByRole('heading', { name: 'New Chat' })).toBeVisible();
    await expect(dialog.getByPlaceholder('Chat 2')).toBeFocused();
    await expectAccessible(chat);
    await chat.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(dialog).toBeVisible();
    await chat.mouse.click(20, 400);
    await expect(dialog).toBeHidden();
    await button.click();
    await dialog.getByLabel('Name').fill('  Holiday in Lisbon ');
    await chat.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(composer(chat)).toBeFocused();
    await expect(links(chat)).toHaveText([/^Holiday in Lisbon/, /^Chat 1/]);
    await expect(chat).toHaveTitle(/^Holiday in Lisbon · /);
    await expect.poll(async () => (await stack.chats(user))[0]?.name).toBe('Holiday in Lisbon');
  });

  test('opens from other pages too, on the chat screen [S2.shell.4]', async ({ chat }) => {
    await chat.goto('/nowhere');
    await chat.getByRole('button', { name: 'Add chat' }).click();
    await expect(chat).toHaveURL(/\/chat\//);
    await expect(chat.getByRole('dialog', { name: 'New Chat' })).toBeVisible();
  });
});

test.describe('the list of chats', () => {
  test('shows name, date and time, as the reader’s locale writes them [S2.sidebar.4]', async ({
    browser,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 1);
    for (const [locale, timezoneId, time] of [
      ['en-US', 'America/New_York', 'Jan 1, 2026, 7:01 AM'],
      ['de-DE', 'Europe/Berlin', '01.01.2026, 13:01'],
    ] as const) {
      const options = { ignoreHTTPSErrors: true, baseURL: stack.urls.site };
      const context = await browser.newContext({ ...options, locale, timezoneId });
      const page = await context.newPage();
      await signIn(page, user);
      await expect(link(page, /Stored chat 1/)).toHaveText(`Stored chat 1${time}`);
      await context.close();
    }
  });

  test('reads on as its end comes into view, 500 chats and no more [S7.chats.1]', async ({
    chat,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 500);
    await chat.reload();
    await expect(links(chat).nth(1)).toHaveText(/Stored chat 500/);
    const older = chat.getByRole('button', { name: 'Show older chats' });
    await expect(older).toBeAttached();
    await expect(async () => {
      await links(chat).last().scrollIntoViewIfNeeded();
      await chat.mouse.move(140, 500);
      await chat.mouse.wheel(0, 20_000);
      await expect(link(chat, /^Stored chat 1\b/)).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(links(chat)).toHaveCount(501);
    await expect(older).toHaveCount(0);
  });

  test('an older page that does not come is offered again', async ({ chat, stack, user, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await givenChats(stack, user, 60);
    await chat.route(/getChats.*cursor/, (route) => route.abort());
    await chat.reload();
    await chat.getByRole('button', { name: 'Show older chats' }).scrollIntoViewIfNeeded();
    await expect(chat.getByText('Older chats could not be loaded.')).toBeVisible();
    await chat.unroute(/getChats.*cursor/);
    await chat.getByRole('button', { name: 'Show older chats' }).click();
    await expect(links(chat)).toHaveCount(61);
  });

  test('arrows, Home and End lead from chat to chat; Tab passes the list in one step', async ({
    chat,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 5);
    await chat.reload();
    await expect(links(chat)).toHaveCount(6);
    await chat.getByRole('button', { name: /^Search/ }).focus();
    await chat.keyboard.press('Tab');
    await expect(links(chat).first()).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(links(chat).nth(1)).toBeFocused();
    await chat.keyboard.press('End');
    await expect(links(chat).last()).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(links(chat).last()).toBeFocused();
    await chat.keyboard.press('ArrowUp');
    await expect(links(chat).nth(4)).toBeFocused();
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: /^Chat options: Stored chat 2/ })).toBeFocused();
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: 'Logout' })).toBeFocused();
    await chat.keyboard.press('Shift+Tab');
    await chat.keyboard.press('Shift+Tab');
    await chat.keyboard.press('Home');
    await chat.keyboard.press('ArrowDown');
    await chat.keyboard.press('Enter');
    await expect(chat).toHaveTitle(/^Stored chat 5 · /);
    await expect(links(chat).nth(1)).toHaveAttribute('aria-current', 'page');
  });

  test('picking a chat closes the sidebar on mobile [S2.sidebar.5 S9.tour.2]', async ({ chat }) => {
    await addChat(chat, 'Second');
    const logout = chat.getByRole('button', { name: 'Logout' });
    await chat.setViewportSize({ width: 769, height: 844 });
    await expect(logout).toBeVisible();
    await chat.setViewportSize({ width: 768, height: 844 });
    await expect(logout).toBeHidden();
    await chat.getByRole('button', { name: 'Open menu' }).click();
    await links(chat).last().click();
    await expect(logout).toBeHidden();
    await expect(chat).toHaveTitle(/^Chat 1 · /);
  });
});

test.describe('a chat’s menu', () => {
  test('is worked with the keyboard: arrows, Escape, and the focus comes back', async ({ chat }) => {
    const button = chat.getByRole('button', { name: 'Chat options: Chat 1' });
    await button.focus();
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(chat);
    await chat.keyboard.press('ArrowDown');
    await expect(chat.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await chat.keyboard.press('Escape');
    await expect(chat.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(chat.getByRole('menu')).toBeVisible();
    await button.click();
    await expect(chat.getByRole('menu')).toBeHidden();
    await button.click();
    await chat.mouse.click(900, 300);
    await expect(chat.getByRole('menu')).toBeHidden();
  });

  test('renames in place: Enter saves, Escape does not, a blank name is refused [S7.rename.1]', async ({
    chat,
    stack,
    user,
  }) => {
    const field = chat.getByRole('textbox', { name: 'Chat name' });
    await pick(chat, 'Chat 1', 'Rename');
    await expect(field).toBeFocused();
    await field.fill('Never saved');
    await field.press('Escape');
    await expect(link(chat, 'Chat 1')).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Chat options: Chat 1' })).toBeFocused();
    await pick(chat, 'Chat 1', 'Rename');
    await field.fill('   ');
    await field.press('Enter');
    await expect(chat.getByRole('alert')).toHaveText('A name has 1 to 120 characters.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(chat);
    await field.fill(`رحلة إلى لشبونة ${'x'.repeat(150)}`);
    expect(await field.inputValue()).toHaveLength(120);
    await field.fill('رحلة إلى لشبونة 🚋');
    await field.press('Enter');
    await expect(link(chat, 'رحلة إلى لشبونة 🚋')).toBeVisible();
    await expect(chat).toHaveTitle(/^رحلة إلى لشبونة 🚋 · /);
    await expect.poll(async () => (await stack.chats(user))[0]?.name).toBe('رحلة إلى لشبونة 🚋');
  });

  test('a rename that fails is logged, and the name goes back [S8.logged.3]', async ({
    chat,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/);
    const logged = chat.waitForEvent('console', (message) => /could not be renamed/.test(message.text()));
    await chat.route(/\/name$/, (route) => route.fulfill({ status: 500, json: {} }));
    await pick(chat, 'Chat 1', 'Rename');
    await chat.getByRole('textbox', { name: 'Chat name' }).fill('Lost');
    await chat.keyboard.press('Enter');
    await logged;
    await expect(links(chat)).toHaveText([/^Chat 1/]);
    await expect(chat.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('deleting a chat', () => {
  test('it goes at once, and Undo brings it back where it was', async ({ chat, stack, user }) => {
    await addChat(chat, 'Second');
    await addChat(chat, 'Third');
    await pick(chat, 'Second', 'Delete');
    await expect(links(chat)).toHaveText([/^Third/, /^Chat 1/]);
    await expect(notices(chat)).toContainText('Chat deleted');
    await expectAccessible(chat);
    await expect.poll(async () => (await stack.chats(user)).length).toBe(2);
    await notices(chat).getByRole('button', { name: 'Undo' }).click();
    await expect(links(chat)).toHaveText([/^Third/, /^Second/, /^Chat 1/]);
    await expect(notices(chat)).toHaveText('');
    await expect
      .poll(async () => (await stack.chats(user)).map(({ name }) => name))
      .toEqual(['Third', 'Second', 'Chat 1']);
  });

  test('by keyboard: the focus goes to the next chat, and Tab leads to Undo', async ({ chat }) => {
    await addChat(chat, 'Second');
    await chat.getByRole('button', { name: 'Chat options: Chat 1' }).focus();
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await chat.keyboard.press('ArrowUp');
    await chat.keyboard.press('Enter');
    await expect(links(chat)).toHaveText([/^Second/]);
    await expect(links(chat).first()).toBeFocused();
    const undo = notices(chat).getByRole('button', { name: 'Undo' });
    await expect(undo).toBeVisible();
    for (let i = 0; i < 20 && !(await undo.evaluate((button) => button.matches(':focus'))); i += 1)
      await chat.keyboard.press('Tab');
    await expect(undo).toBeFocused();
    await chat.keyboard.press('Enter');
    await expect(links(chat)).toHaveText([/^Second/, /^Chat 1/]);
  });

  test('the open chat: the newest other one opens, and Undo returns to it', async ({ chat }) => {
    await addChat(chat, 'Second');
    await send(chat, 'Keep this');
    await expect(chat.getByRole('log').getByText('A plain reply.')).toBeVisible();
    const second = chat.url();
    await pick(chat, 'Second', 'Delete');
    await expect(chat).toHaveTitle(/^Chat 1 · /);
    await notices(chat).getByRole('button', { name: 'Undo' }).click();
    await expect(chat).toHaveURL(second);
    await expect(chat.getByRole('log').getByText('Keep this')).toBeVisible();
  });

  test('the only chat: a new one is created', async ({ chat, stack, user }) => {
    await pick(chat, 'Chat 1', 'Delete');
    await expect(composer(chat)).toBeVisible();
    await expect(links(chat)).toHaveCount(1);
    await expect.poll(async () => (await stack.chats(user)).length).toBe(1);
  });

  test('a deletion that fails puts the chat back and says so', async ({ chat, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await chat.route(/\/api\/chats\/[\w-]+$/, (route) => route.fulfill({ status: 500, json: {} }));
    await addChat(chat, 'Second');
    await pick(chat, 'Chat 1', 'Delete');
    await expect(notices(chat)).toContainText('The chat could not be deleted. It is back in your list.');
    await expect(links(chat)).toHaveText([/^Second/, /^Chat 1/]);
    await notices(chat).getByRole('button', { name: 'Dismiss' }).click();
    await expect(notices(chat)).toHaveText('');
  });

  test('the offer to undo ends, but not while it is being looked at', async ({ chat }) => {
    await chat.clock.install();
    await addChat(chat, 'Second');
    await pick(chat, 'Chat 1', 'Delete');
    await notices(chat).getByText('Chat deleted').hover();
    await chat.clock.runFor(60_000);
    await expect(notices(chat)).toContainText('Chat deleted');
    await composer(chat).hover();
    await chat.clock.runFor(9_000);
    await expect(notices(chat)).toContainText('Chat deleted');
    await chat.clock.runFor(1_500);
    await expect(notices(chat)).toHaveText('');
  });
});

test('two tabs are in step: create, rename, delete, undo', async ({ chat, context }) => {
  await addChat(chat, 'Second');
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(composer(other)).toBeVisible();
  await addChat(chat, 'Third');
  await expect(links(other)).toHaveText([/^Third/, /^Second/, /^Chat 1/]);
  await expect(link(other, 'Second')).toHaveAttribute('aria-current', 'page');

  await pick(chat, 'Second', 'Rename');
  await chat.getByRole('textbox', { name: 'Chat name' }).fill('Renamed there');
  await chat.keyboard.press('Enter');
  await expect(other).toHaveTitle(/^Renamed there · /);

  await pick(chat, 'Renamed there', 'Delete');
  await expect(notices(other)).toContainText('This chat was deleted in another tab or on another device.');
  await expect(other).toHaveTitle(/^Third · /);
  await expect(links(other)).toHaveText([/^Third/, /^Chat 1/]);
  await expectAccessible(other);

  await notices(chat).getByRole('button', { name: 'Undo' }).click();
  for (const page of [chat, other])
    await expect(links(page)).toHaveText([/^Third/, /^Renamed there/, /^Chat 1/]);
});

test('the sidebar is accessible on a narrow screen, in the dark, with everything open', async ({ chat }) => {
  await chat.emulateMedia({ colorScheme: 'dark' });
  await addChat(chat, 'Second');
  await chat.setViewportSize({ width: 390, height: 844 });
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await chat.getByRole('button', { name: 'Chat options: Second' }).click();
  await expect(chat.getByRole('menu')).toBeVisible();
  await expectAccessible(chat);
  await chat.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(chat.getByRole('textbox', { name: 'Chat name' })).toBeFocused();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Logout' })).toBeVisible();
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Logout' })).toBeHidden();
});
