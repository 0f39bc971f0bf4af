/** Shared chats: shared by keyboard, read by users and strangers, and continued. */
import type { Page } from 'playwright/test';
import { test as base, expect, expectAccessible, fillHostedUi, send, signIn, watch } from './fixtures.ts';
import { openPage } from './sidebar.ts';

/** Opens a page in the browser of another person, which is watched like that of the first. */
type OpenBrowser = (viewport?: { readonly width: number; readonly height: number }) => Promise<Page>;

const test = base.extend<{ openBrowser: OpenBrowser }>({
  openBrowser: async ({ browser, baseURL, expectedErrors, stack }, use) => {
    const problems: string[] = [];
    const pages: Page[] = [];
    await use(async (viewport = { width: 1280, height: 800 }) => {
      const context = await browser.newContext({ baseURL: baseURL ?? '', ignoreHTTPSErrors: true, viewport });
      watch(context, problems, stack);
      const page = await context.newPage();
      pages.push(page);
      return page;
    });
    for (const page of pages) await page.context().close();
    expect(problems.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

const NARROW = { width: 390, height: 844 };
const copyLink = (page: Page) => page.getByRole('button', { name: 'Copy link' });

/** Asks in the open chat, and waits for the reply. */
async function ask(page: Page, question: string, reply: string): Promise<void> {
  await send(page, question);
  await expect(page.getByText(reply)).toBeVisible();
}

/** Shares the open chat, and returns the path of its link. */
async function share(
  page: Page,
  readers: 'People with an account' | 'Anyone with the link',
): Promise<string> {
  await page.getByRole('button', { name: 'Share chat' }).click();
  await page.getByRole('radio', { name: readers }).check();
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(copyLink(page)).toBeFocused();
  const path = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue()).pathname;
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  return path;
}

test('a chat that is shared by keyboard is read by another user, who continues it in a copy', async ({
  chat,
  stack,
  openBrowser,
}) => {
  stack.replyWith('A **talk** between enemies, $e^x$.\n\n```ts\nconst truce = true;\n```\n');
  await ask(chat, 'What is a parley?', 'between enemies');
  await chat.getByRole('button', { name: 'Share chat' }).focus();
  await chat.keyboard.press('Enter');
  await expect(chat.getByRole('button', { name: 'Create link' })).toBeVisible();
  await expectAccessible(chat);
  await chat.getByRole('button', { name: 'Create link' }).focus();
  await chat.keyboard.press('Enter');
  await expect(copyLink(chat)).toBeFocused();
  const link = await chat.getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Share chat' })).toBeFocused();
  stack.replyWith('Something new.');
  await ask(chat, 'And now?', 'Something new.');
  await openPage(chat, 'Shared chats');
  await expect(copyLink(chat)).toBeVisible();

  const reader = await openBrowser();
  await signIn(reader, await stack.givenUser(), { path: new URL(link).pathname });
  await expect(reader.getByRole('article')).toHaveCount(2);
  await expect(reader.getByRole('article').nth(1).locator('strong')).toHaveText('talk');
  await expect(reader.locator('math')).toBeVisible();
  await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expectAccessible(reader);
  await reader.getByRole('button', { name: 'Continue this chat' }).click();
  await expect(reader).toHaveURL(/\/chat\//);
  await expect(reader.getByText('What is a parley?').last()).toBeVisible();
  stack.replyWith('Gladly.');
  await ask(reader, 'Tell me more', 'Gladly.');
});

test('a stranger with a phone reads a chat for anyone, and comes back to it after the login', async ({
  chat,
  stack,
  openBrowser,
}) => {
  await ask(chat, 'What is a parley?', 'A plain reply.');
  const path = await share(chat, 'Anyone with the link');
  const stranger = await openBrowser(NARROW);
  await stranger.goto(path);
  await expect(stranger.getByRole('article')).toHaveCount(2);
  await expectAccessible(stranger);
  await expect(stranger.getByRole('link', { name: 'Join the waitlist' })).toBeVisible();
  await stranger.getByRole('button', { name: 'Report this chat' }).click();
  await stranger.getByRole('textbox').fill('This is spam.');
  await stranger.getByRole('button', { name: 'Send report' }).click();
  await expect(stranger.getByText('Thank you. Your report was sent.')).toBeVisible();
  const mail = stack.inner.mails.messages().findLast(({ subject }) => subject === '[Report] A shared chat');
  expect(mail?.text).toContain(path);
  await stranger.getByRole('button', { name: 'Close', exact: true }).click();
  await stranger.getByRole('button', { name: 'Log in' }).click();
  await fillHostedUi(stranger, await stack.givenUser());
  await expect(stranger).toHaveURL(new RegExp(`${path}$`));
  await expect(stranger.getByRole('button', { name: 'Continue this chat' })).toBeVisible();
});
