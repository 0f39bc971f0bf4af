/** Feedback on a reply: from the user's dialog to the operator's console. */
import type { Page } from 'playwright/test';
import { givenAdmin } from '../support/operators.ts';
import { expect, expectAccessible, openTab, send, signIn, test } from './fixtures.ts';

const thumb = (page: Page) => page.getByRole('log').getByRole('button', { name: 'Bad reply' });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'What was wrong with this reply?' });

test('a disliked reply with its conversation reaches the operator', async ({ chat, stack, browser }) => {
  await send(chat, 'Which colour has the sea?');
  const other = await openTab(chat);
  await expect(thumb(other)).toHaveAttribute('aria-pressed', 'false');
  await thumb(chat).click();
  await expect(thumb(other)).toHaveAttribute('aria-pressed', 'true');
  const dialog = dialogOf(chat);
  await dialog.getByRole('radio', { name: 'It is not true' }).check();
  await dialog.getByRole('textbox').fill('The sea is blue.');
  await dialog.getByRole('checkbox', { name: 'Send this conversation with it' }).check();
  await expectAccessible(chat);
  await dialog.getByRole('button', { name: 'Send feedback' }).click();
  await expect(dialog).toBeHidden();
  await expect(thumb(chat)).toBeFocused();

  const baseURL = stack.urls.site;
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL });
  const page = await context.newPage();
  await signIn(page, await givenAdmin(stack), { path: '/admin/feedback' });
  const row = page.getByRole('row').filter({ hasText: 'The sea is blue.' }).first();
  await expect(row.getByText('Not true')).toBeVisible();
  await row.getByRole('button', { name: 'Read' }).click();
  const conversation = page.getByRole('dialog', { name: 'Conversation' });
  await expect(conversation.getByText('Which colour has the sea?')).toBeVisible();
  await expect(conversation.getByText('A plain reply.')).toBeVisible();
  await expectAccessible(page);
  await conversation.getByRole('button', { name: 'Close' }).click();
  await page.goto('/admin/audit');
  await expect(page.getByText('Read a conversation of feedback').first()).toBeVisible();
  await context.close();
});
