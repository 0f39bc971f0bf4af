/** Creating chats and switching between them. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';
import { addChat, idIn, links } from './sidebar.ts';

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
