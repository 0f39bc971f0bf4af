/** Projects: created by keyboard, filled and instructed, with another tab in step. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, openTab, send, test } from './fixtures.ts';

const projects = (page: Page) => page.getByRole('list', { name: 'Projects', exact: true });
const disclosure = (page: Page, name: string) => projects(page).getByRole('button', { name, exact: true });
const chatsIn = (page: Page, name: string) =>
  page.getByRole('list', { name: `Chats in ${name}` }).getByRole('link');

async function act(page: Page, name: string, action: string): Promise<void> {
  await disclosure(page, name).hover();
  await page.getByRole('button', { name: `Project options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a project is created by keyboard, and its instructions are told to the model in its chats alone', async ({
  chat,
  stack,
}) => {
  const other = await openTab(chat);
  await chat.getByRole('button', { name: 'New project' }).focus();
  await chat.keyboard.press('Enter');
  const dialog = chat.getByRole('dialog', { name: 'New project' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await chat.keyboard.type('House');
  await expectAccessible(chat);
  await chat.keyboard.press('Enter');
  for (const page of [chat, other]) await expect(disclosure(page, 'House')).toBeVisible();

  await act(chat, 'House', 'Instructions');
  await chat.getByRole('textbox', { name: 'Instructions' }).fill('We renovate an old house.');
  await expectAccessible(chat);
  await chat.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(chat.getByRole('dialog')).toHaveCount(0);

  stack.replyWith('Outside.');
  await send(chat, 'What is lime?');
  await expect(chat.getByText('Outside.')).toBeVisible();
  const system = () => JSON.stringify(stack.lastModelCall()?.system);
  expect(system()).not.toContain('old house');

  await act(chat, 'House', 'New chat here');
  await expect(composer(chat)).toBeFocused();
  stack.replyWith('A mortar.');
  await send(chat, 'And here?');
  await expect(chat.getByText('A mortar.')).toBeVisible();
  expect(system()).toContain('We renovate an old house.');
  await disclosure(other, 'House').click();
  await expect(chatsIn(other, 'House')).toHaveCount(1);
});
