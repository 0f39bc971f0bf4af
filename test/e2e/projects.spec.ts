/** Projects: created, filled and instructed, by keyboard and on a phone, with another tab in step. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, openTab, send, test } from './fixtures.ts';
import { addChat, link } from './sidebar.ts';

const NARROW = { width: 390, height: 844 };
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

test('on a phone a chat is moved into a project, and stays when the project is deleted', async ({ chat }) => {
  await addChat(chat, 'Kitchen');
  await chat.setViewportSize(NARROW);
  await chat.reload();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await chat.getByRole('button', { name: 'New project' }).click();
  const dialog = chat.getByRole('dialog', { name: 'New project' });
  await dialog.getByLabel('Name').fill('בית 🏠');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(disclosure(chat, 'בית 🏠')).toBeVisible();
  await chat.getByRole('button', { name: 'Chat options: Kitchen' }).click();
  await chat.getByRole('menuitem', { name: 'Move to project', exact: true }).click();
  await expectAccessible(chat);
  await chat.getByRole('dialog').getByRole('button', { name: 'בית 🏠' }).click();
  await disclosure(chat, 'בית 🏠').click();
  await expect(chatsIn(chat, 'בית 🏠')).toHaveText([/^Kitchen/]);
  await expectAccessible(chat);
  await act(chat, 'בית 🏠', 'Delete');
  await chat.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(projects(chat)).toHaveCount(0);
  await chat.reload();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await expect(link(chat, /^Kitchen/)).toBeVisible();
});
