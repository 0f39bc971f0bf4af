/** The search popup. */
import type { Page } from 'playwright/test';
import type { TestStack, TestUser } from '../support/stack.ts';
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const input = (page: Page) => page.getByPlaceholder('Search chats and messages...');
const options = (page: Page) => page.getByRole('option');
const SEARCH = /\/api\/chats\/search/;

const LONG = `About tide tables: ${'the sea comes and goes, and so do the boats; '.repeat(4)}the end`;

/** Two chats with a reply each; the newer one is open, and the index knows them. */
async function givenConversations(page: Page, stack: TestStack, user: TestUser): Promise<void> {
  stack.replyWith('Trams climb to Alfama all day.');
  await send(page, 'Plan a day in Lisbon');
  await expect(page.getByRole('log').getByText('Trams climb')).toBeVisible();
  await page.getByRole('button', { name: 'New Chat' }).click();
  await expect(page.getByRole('log').getByText('Trams climb')).toBeHidden();
  stack.replyWith(LONG);
  await send(page, 'When is high tide in lisbon?');
  await expect(page.getByRole('log').getByText('the end')).toBeVisible();
  await stack.eventually(async () => {
    for (const word of ['alfama', 'tables'])
      if (
        !(await stack.http('GET', searchPath(user, word), { token: user.token })).text.includes('messageId')
      )
        throw new Error(`The index does not know ${word}`);
  });
}

const searchPath = ({ email }: TestUser, query: string) =>
  `/api/chats/search?${new URLSearchParams({ userEmail: email, query })}`;

test('opens by its button and by Ctrl+K, Escape closes it, and the focus goes back [S2.sidebar.3 S2.search.1 S2.search.2]', async ({
  chat,
}) => {
  const button = chat.getByRole('button', { name: /^Search/ });
  await button.click();
  await expect(input(chat)).toBeFocused();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(popup(chat)).toBeHidden();
  await expect(button).toBeFocused();
  await composer(chat).focus();
  await chat.keyboard.press('Control+k');
  await expect(input(chat)).toBeFocused();
  await chat.keyboard.press('Control+k');
  await expect(popup(chat)).toBeHidden();
  await expect(composer(chat)).toBeFocused();
  await chat.getByRole('button', { name: 'Add chat' }).click();
  await expect(chat.getByRole('dialog', { name: 'New Chat' })).toBeVisible();
  await chat.keyboard.press('Control+k');
  await expect(popup(chat)).toHaveCount(0);
});

test('finds chats and messages, newest first, each with name, date and snippet [S2.search.5 S7.search.2 S9.search.1 S6.user.1 S1.chats.1]', async ({
  chat,
  stack,
  user,
}) => {
  await givenConversations(chat, stack, user);
  await chat.keyboard.press('Control+k');
  await input(chat).fill('LISBÓN');
  const groups = popup(chat).getByRole('group');
  await expect(groups).toHaveCount(2);
  await expect(groups.first()).toHaveAccessibleName(/^When is high tide/);
  await expect(options(chat).first()).toHaveText(/^When is high tide.*\w{3} \d+, 20\d\d/);
  await expect(groups.last().getByRole('option').last()).toHaveText('You: Plan a day in Lisbon');
  await expect(groups.last().locator('mark').last()).toHaveText('Lisbon');
  await expect(chat.getByRole('status').getByText(/^\d results$/)).toBeAttached();
  await expectAccessible(chat);

  await input(chat).fill('tide tab');
  await expect(popup(chat).locator('mark')).toHaveText(['tide', 'tab']);
  const snippet = await options(chat).last().innerText();
  expect(snippet.replace(/^.*?: /, '')).toBe(`${LONG.slice(0, 80)}...`);
});

test('a result opens its chat, a message of it is scrolled to [S2.search.6]', async ({
  chat,
  stack,
  user,
}) => {
  await givenConversations(chat, stack, user);
  const newer = chat.url();
  await chat.keyboard.press('Control+k');
  await input(chat).fill('alfama');
  await expect(options(chat)).toHaveCount(2);
  await options(chat).first().click();
  await expect(popup(chat)).toBeHidden();
  await expect(chat).not.toHaveURL(newer);
  await expect(chat).toHaveURL(/\/chat\/[\w-]+$/);
  await expect(chat.getByRole('log').getByText('Trams climb')).toBeVisible();

  await chat.keyboard.press('Control+k');
  await input(chat).fill('tables');
  await expect(options(chat)).toHaveCount(2);
  await expect(options(chat).first()).toHaveAttribute('aria-selected', 'true');
  await chat.keyboard.press('ArrowDown');
  await expect(options(chat).last()).toHaveAttribute('aria-selected', 'true');
  await chat.keyboard.press('Enter');
  await expect(chat).toHaveURL(`${newer}#m2`);
  await expect(chat.getByRole('log').getByText('About tide tables')).toBeInViewport();
});

test('a message far up in a long chat is found and shown', async ({ chat, stack, user }) => {
  await send(chat, 'The needle in the haystack');
  await expect(chat.getByRole('log').getByText('A plain reply.')).toBeVisible();
  for (let i = 1; i <= 3; i += 1) await fillUp(chat, stack, i);
  await stack.eventually(async () => {
    const { text } = await stack.http('GET', searchPath(user, 'needle'), { token: user.token });
    if (!text.includes('messageId')) throw new Error('The index does not know it yet');
  });
  await chat.keyboard.press('Control+k');
  await input(chat).fill('needle');
  await options(chat).last().click();
  await expect(chat).toHaveURL(/#m1$/);
  await expect(chat.getByRole('log').getByText('The needle in the haystack')).toBeInViewport();
});

/** A turn that fills more than the window. */
async function fillUp(page: Page, stack: TestStack, n: number): Promise<void> {
  stack.replyWith(`Line of reply ${n}.\n\n`.repeat(60), `End of reply ${n}`);
  await send(page, `Question ${n}`);
  await expect(page.getByRole('log').getByText(`End of reply ${n}`)).toBeVisible();
}

test('says that it searches, keeps what was found meanwhile, and says when there is nothing [S2.search.3 S2.search.4]', async ({
  chat,
  stack,
  user,
}) => {
  await givenConversations(chat, stack, user);
  await chat.keyboard.press('Control+k');
  await input(chat).fill('alfama');
  await expect(options(chat)).toHaveCount(2);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await chat.route(SEARCH, async (route) => {
    await held;
    await route.continue();
  });
  await input(chat).fill('xylophone');
  await expect(popup(chat).getByText('Searching...')).toBeVisible();
  await expect(options(chat)).toHaveCount(2);
  await expectAccessible(chat);
  answer();
  await expect(popup(chat).getByText('No matching chats or messages found')).toBeVisible();
  await expect(options(chat)).toHaveCount(0);
  await expectAccessible(chat);
});

test('blanks clear the results without a request [S5.search.1]', async ({ chat, stack, user }) => {
  await givenConversations(chat, stack, user);
  await chat.keyboard.press('Control+k');
  await input(chat).fill('alfama');
  await expect(options(chat)).toHaveCount(2);
  const asked: string[] = [];
  chat.on('request', (request) => void (SEARCH.test(request.url()) && asked.push(request.url())));
  await input(chat).fill('   ');
  await expect(options(chat)).toHaveCount(0);
  await expect(popup(chat).getByText('No matching chats or messages found')).toHaveCount(0);
  await input(chat).fill('tram');
  await expect(options(chat)).toHaveCount(2);
  expect(asked.map((url) => new URL(url).searchParams.get('query'))).toEqual(['tram']);
});

test('a failed search clears the results; it is logged, not told [S8.logged.1]', async ({
  chat,
  stack,
  user,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await givenConversations(chat, stack, user);
  await chat.keyboard.press('Control+k');
  await input(chat).fill('alfama');
  await expect(options(chat)).toHaveCount(2);
  await chat.route(SEARCH, (route) => route.fulfill({ status: 500, json: {} }));
  const logged = chat.waitForEvent('console', (message) => /The search failed/.test(message.text()));
  await input(chat).fill('alfama private');
  expect((await logged).text()).not.toContain('private');
  await expect(options(chat)).toHaveCount(0);
  await expect(popup(chat).getByRole('alert')).toHaveCount(0);
});

test('markup in names and messages is text, on a narrow screen too', async ({ chat, stack, user }) => {
  const markup = '<img src=x onerror=alert(1)> canary';
  await send(chat, markup);
  await expect(chat.getByRole('log').getByText('A plain reply.')).toBeVisible();
  await stack.eventually(async () => {
    const { text } = await stack.http('GET', searchPath(user, 'canary'), { token: user.token });
    if (!text.includes('messageId')) throw new Error('The index does not know it yet');
  });
  await chat.setViewportSize({ width: 390, height: 844 });
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await chat.getByRole('button', { name: /^Search/ }).click();
  await input(chat).fill('canary');
  await expect(options(chat).last()).toHaveText(`You: ${markup}`);
  await expect(popup(chat).locator('img')).toHaveCount(0);
  await expectAccessible(chat);
  await chat.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Open menu' })).toBeFocused();
});
