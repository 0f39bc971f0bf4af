/** The search popup. */
import type { Page } from 'playwright/test';
import type { TestStack, TestUser } from '../support/stack.ts';
import { expect, expectAccessible, send, test } from './fixtures.ts';

const popup = (page: Page) => page.getByRole('dialog', { name: 'Search' });
const input = (page: Page) => page.getByPlaceholder('Search chats and messages...');
const options = (page: Page) => page.getByRole('option');

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
