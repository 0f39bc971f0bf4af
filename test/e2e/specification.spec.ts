/** Clauses of the specification that no other browser test proves in passing: exact copy, storage, sending, switching. */
import type { Page } from 'playwright/test';
import { expect, fillHostedUi, test } from './fixtures.ts';

const chatId = (page: Page): string => page.url().split('/').at(-1) ?? '';

test("/login shows 'Redirecting...' and goes to the hosted sign-in, which is to return to the root [S2.login.1]", async ({
  page,
  stack,
}) => {
  // Playwright does not look at a page that is being left, so the page itself reports when the text is there.
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
