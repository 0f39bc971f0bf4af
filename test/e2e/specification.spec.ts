/** Clauses of the specification that no other browser test proves in passing: exact copy, storage, sending, switching. */
import type { Page } from 'playwright/test';
import { composer, expect, fillHostedUi, send, test } from './fixtures.ts';

const messages = (page: Page) => page.getByRole('log');
const chatId = (page: Page): string => page.url().split('/').at(-1) ?? '';

test("/login shows 'Redirecting...' and goes to the hosted sign-in, which is to return to the root [S2.login.1]", async ({
  page,
  stack,
}) => {
  // A page that is being left is not looked at: it tells by itself when the words are there.
  const { promise: shown, resolve: onShown } = Promise.withResolvers<void>();
  await page.exposeFunction('onShown', onShown);
  await page.addInitScript(`
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading?.textContent === 'Redirecting...' && heading.checkVisibility()) onShown();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  `);
  const asked = page.waitForRequest(/oauth2\/authorize/);
  await page.goto('/login', { waitUntil: 'commit' });
  await shown;
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get('redirect_uri')).toBe(`${stack.urls.site}/`);
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('/ leads the signed-in to /chat, and shows the waitlist page to others [S2.root.1]', async ({
  page,
  user,
}) => {
  await page.goto('/');
  await expect(page.getByText('Welcome To')).toBeVisible();
  await page.goto('/login');
  await fillHostedUi(page, user);
  await expect(page).toHaveURL(/\/chat\//);
  await page.goto('/');
  await expect(page).toHaveURL(/\/chat\//);
});

test('the browser keeps userEmail, userName and selectedChatId by these names [S3.storage.1]', async ({
  chat,
  user,
}) => {
  const read = (key: string) => chat.evaluate((name) => localStorage.getItem(name), key);
  expect(await read('userEmail')).toBe(user.email);
  expect(await read('userName')).toBe('Test User');
  expect(await read('selectedChatId')).toBe(chatId(chat));
});

test("the input is 'Message', the product's name and an ellipsis, and takes several lines [S2.input.1]", async ({
  chat,
}) => {
  const productName = (await chat.title()).split(' · ').at(-1);
  await expect(composer(chat)).toHaveAttribute('placeholder', `Message ${productName}...`);
  await composer(chat).fill('one\ntwo\nthree');
  await expect(composer(chat)).toHaveValue('one\ntwo\nthree');
});

test('a message is trimmed, and its line breaks travel as tags [S5.message.1 S5.message.3]', async ({
  chat,
}) => {
  const frames: string[] = [];
  chat.on('websocket', (socket) => socket.on('framesent', ({ payload }) => frames.push(String(payload))));
  await chat.reload();
  await send(chat, '  one\ntwo \n');
  await expect(messages(chat).getByText('A plain reply.')).toBeVisible();
  const sent = frames.map((frame) => JSON.parse(frame)).find(({ action }) => action === 'chat');
  expect(sent.data.message).toBe('one<br>two');
});

test('nothing can be sent while a reply is pending [S4.sending.3]', async ({ chat, stack }) => {
  const reply = stack.replyByHand();
  await send(chat, 'First');
  await reply.started;
  await expect(messages(chat).getByText('First', { exact: true })).toBeVisible();
  await composer(chat).fill('Second');
  await composer(chat).press('Enter');
  await expect(composer(chat)).toHaveValue('Second');
  await expect(chat.getByRole('button', { name: 'Send' })).toHaveCount(0);
  reply.write('Done.');
  reply.end();
  await expect(chat.getByRole('button', { name: 'Send' })).toBeEnabled();
  expect(await messages(chat).getByText('Second').count()).toBe(0);
});
