/** The guest chat: without an account, with what a guest may do and nothing else. */
import type { Page } from 'playwright/test';
import { expect, expectAccessible, fillHostedUi, goOffline, test } from './fixtures.ts';

/** 'Message' and the product's name, without ellipsis (docs/spec.md 2.8). */
const input = (page: Page) => page.getByPlaceholder(/^Message [^.]+$/);
const messages = (page: Page) => page.getByRole('log');
const mine = (page: Page) => messages(page).getByRole('article', { name: 'You' });
const offer = (page: Page) => page.getByRole('region', { name: 'Your guest chat' });

async function openGuestChat(page: Page, address = '/guest'): Promise<void> {
  await page.goto(address);
  await expect(messages(page).getByText(/^Hello!/)).toBeVisible();
}

async function say(page: Page, text: string): Promise<void> {
  await input(page).fill(text);
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
  await input(page).press('Enter');
}

const guestChatId = (page: Page) => page.evaluate(() => localStorage.getItem('guestChatId'));

test('a guest chat is created on connect, reused and restored; replies stream with a loading image [S2.guest.2 S4.guest.1 S4.guest.2 S6.guest.1]', async ({
  page,
  stack,
}) => {
  const frames: string[] = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
  await openGuestChat(page);
  const chatId = await guestChatId(page);
  expect(chatId).toMatch(/^[0-9a-f]{32}$/);
  const reply = stack.replyByHand();
  await say(page, 'How deep is the sea?');
  await reply.started;
  await expect(page.getByRole('img', { name: 'Generating response...' })).toBeVisible();
  reply.write('Eleven ');
  await expect(messages(page).getByText('Eleven')).toBeVisible();
  reply.write('**kilometres**.');
  reply.end();
  await expect(messages(page).getByText('Eleven kilometres.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop' })).toBeHidden();

  await page.reload();
  await expect(messages(page).getByText('Eleven kilometres.')).toBeVisible();
  await expect(mine(page)).toHaveText(['How deep is the sea?']);
  expect(await guestChatId(page)).toBe(chatId);

  const sent = frames.map((frame) => JSON.parse(frame)).filter(({ action }) => action !== 'ping');
  expect(sent.map(({ action }) => action)).toEqual(['initChat', 'chat', 'initChat']);
  for (const { data } of sent) {
    expect(data.isGuest).toBe(true);
    expect(data).not.toHaveProperty('userEmail');
  }
});

test('a question from the landing page is sent when the guest chat exists, exactly once [S2.guest.5]', async ({
  page,
  stack,
}) => {
  stack.replyWith('A long inlet.');
  const calls = stack.modelCalls();
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Your question' }).fill('What is a fjord?');
  await page.getByRole('button', { name: 'Try it as a guest' }).click();
  await expect(page).toHaveURL(/\/guest$/);
  await expect(messages(page).getByText('A long inlet.')).toBeVisible();
  await expect(mine(page)).toHaveText(['What is a fjord?']);

  await page.reload();
  await expect(messages(page).getByText('A long inlet.')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Try it as a guest' })).toBeVisible();
  await page.goForward();
  await expect(messages(page).getByText('A long inlet.')).toBeVisible();
  await stack.idle();
  await expect(mine(page)).toHaveText(['What is a fjord?']);
  expect(stack.modelCalls()).toBe(calls + 1);
});

test('a guest reaches nothing but the chat, and loads no sign-in code [S6.guest.3]', async ({
  page,
  stack,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => void scripts.push(request.url()));
  stack.replyWith('No hearts here.');
  await openGuestChat(page);
  await say(page, 'Hi');
  await expect(messages(page).getByText('No hearts here.')).toBeVisible();
  for (const name of [/like/i, /search/i, /log ?out/i, /rename|delete/i, /add chat/i])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  await expect(page.getByRole('navigation', { name: 'Chats' })).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(scripts.filter((url) => /amplify|oauth|tokenProvider|api\//i.test(url))).toEqual([]);
  await page.goto('/chat');
  await expect(page).toHaveURL(/\/$/);
});

test('a lost connection is restored, mid-reply and before sending', async ({
  page,
  stack,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket connection/);
  await openGuestChat(page);
  const reply = stack.replyByHand();
  await say(page, 'Count');
  await reply.started;
  reply.write('One two ');
  await expect(messages(page).getByText('One two')).toBeVisible();
  stack.dropConnections();
  reply.write('three ');
  reply.write('four.');
  reply.end();
  await expect(messages(page).getByText('One two three four.')).toBeVisible();
  // The reply's text is shown before the frame that ends the reply arrives. Offline, that frame would not arrive.
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();

  await goOffline(context, expectedErrors);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  stack.replyWith('Back again.');
  await say(page, 'Sent without a connection');
  await context.setOffline(false);
  await expect(messages(page).getByText('Back again.')).toBeVisible();
  await expect(mine(page)).toHaveText(['Count', 'Sent without a connection']);
});

test.describe('a guest who signs in', () => {
  test('is led from a guest’s page to /chat, and may keep the chat they had', async ({
    page,
    stack,
    user,
  }) => {
    stack.replyWith('Worth keeping.');
    await openGuestChat(page);
    await say(page, 'Something of value');
    await expect(messages(page).getByText('Worth keeping.')).toBeVisible();
    await page.getByRole('link', { name: 'New Chat' }).click();
    await fillHostedUi(page, user);
    await expect(offer(page)).toContainText('Keep the chat you had as a guest?');
    await expectAccessible(page);
    // The page creates the user's first chat meanwhile.
    await expect(page).toHaveURL(/\/chat\/./);
    const first = page.url();

    await page.goto('/guest');
    await expect(page).toHaveURL(/\/chat/);
    await offer(page).getByRole('button', { name: 'Keep it' }).click();
    await expect(messages(page).getByText('Worth keeping.')).toBeVisible();
    await expect(mine(page)).toHaveText(['Something of value']);
    expect(page.url()).not.toBe(first);
    expect(await guestChatId(page)).toBeNull();
    await expect(offer(page)).toBeHidden();
    expect(await stack.chats(user)).toHaveLength(2);
  });
});
