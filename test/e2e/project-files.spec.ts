/** Files of a project: added on a wide screen and on a phone, told to the model in its chats, and removed for good. */
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, send, test } from './fixtures.ts';

const NARROW = { width: 390, height: 844 };
const LONG = `${'Quittung-und-Rechnung-'.repeat(6)}2026.csv`;
const RTL = 'תוכנית הבית.txt';

const text = (name: string, content: string) => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
});
const projects = (page: Page) => page.getByRole('list', { name: 'Projects', exact: true });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Files of House' });
const files = (page: Page) => page.getByRole('list', { name: 'Files of this project' }).getByRole('listitem');
const choose = (page: Page, ...chosen: ReturnType<typeof text>[]) =>
  page.locator('input[data-project-files]').setInputFiles(chosen);

async function givenProject(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('House');
  await page.keyboard.press('Enter');
  await expect(projects(page).getByRole('button', { name: 'House', exact: true })).toBeVisible();
}
async function openFiles(page: Page): Promise<void> {
  await projects(page).getByRole('button', { name: 'House', exact: true }).hover();
  await page.getByRole('button', { name: 'Project options: House' }).click();
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click();
}

test('files of a project go to the model in each of its chats, until they are removed', async ({
  chat,
  stack,
}) => {
  await givenProject(chat);
  await openFiles(chat);
  await expect(dialogOf(chat).getByText('No files yet.')).toBeVisible();
  await expect(dialogOf(chat)).toContainText('At most 10 files, 20 MB each');
  await expectAccessible(chat);
  await choose(chat, text('notes.txt', 'Bring the blue folder.'), text(LONG, 'Tea, 3'), text(RTL, 'בית'));
  await expect(files(chat)).toHaveCount(3);
  for (const file of await files(chat).all()) await expect(file).toHaveAttribute('data-phase', 'ready');
  await expectAccessible(chat);
  await dialogOf(chat).getByRole('button', { name: 'Close', exact: true }).click();

  await projects(chat).getByRole('button', { name: 'House', exact: true }).hover();
  await chat.getByRole('button', { name: 'Project options: House' }).click();
  await chat.getByRole('menuitem', { name: 'New chat here', exact: true }).click();
  await expect(composer(chat)).toBeFocused();
  stack.replyWith('The blue one.');
  await send(chat, 'Which folder?');
  await expect(chat.getByText('The blue one.')).toBeVisible();
  expect(JSON.stringify(stack.lastModelCall()?.messages[0])).toContain('Bring the blue folder.');

  await chat.setViewportSize(NARROW);
  await chat.reload();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await openFiles(chat);
  await expect(files(chat)).toHaveCount(3);
  await expectAccessible(chat);
  await chat.getByRole('button', { name: 'Remove notes.txt' }).click();
  const question = chat.getByRole('alertdialog', { name: 'Remove this file?' });
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(files(chat)).toHaveCount(3);
  await expect(chat.getByRole('button', { name: 'Remove notes.txt' })).toBeFocused();
  await chat.keyboard.press('Enter');
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(files(chat)).toHaveCount(2);
  await expect(dialogOf(chat).getByText('notes.txt was removed.')).toBeAttached();
  await expect(chat.locator('[data-remove]:focus')).toHaveCount(1);
  await chat.keyboard.press('Escape');
  stack.replyWith('I do not know.');
  await chat.keyboard.press('Escape');
  await send(chat, 'And now?');
  await expect(chat.getByText('I do not know.')).toBeVisible();
  expect(JSON.stringify(stack.lastModelCall()?.messages[0])).not.toContain('blue folder');
});
