/** Several chats selected in the sidebar: by keyboard with another tab in step, and on a phone. */
import type { Page } from 'playwright/test';
import { givenChats } from '../support/given-chats.ts';
import { expect, expectAccessible, openTab, test } from './fixtures.ts';
import { link, links, notices, pick } from './sidebar.ts';

const NARROW = { width: 390, height: 844 };

test('chats selected by keyboard are deleted in both tabs, and one Undo brings all back', async ({
  chat,
  stack,
  user,
}) => {
  await givenChats(stack, user, 6);
  await chat.reload();
  const other = await openTab(chat);
  await expect(links(other)).toHaveCount(7);
  await link(chat, /^Stored chat 5/).focus();
  await chat.keyboard.press('Tab');
  await chat.keyboard.press('Enter');
  await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  // From the first entry to the last but one.
  for (let i = 0; i < 2; i++) await chat.keyboard.press('ArrowUp');
  await chat.keyboard.press('Enter');
  const group = chat.getByRole('group', { name: 'Select chats' });
  await expect(group.getByRole('checkbox', { name: /^Stored chat 5/ })).toBeFocused();
  for (let i = 0; i < 2; i++) await chat.keyboard.press('Shift+ArrowDown');
  await expect(group.getByText('3 selected')).toBeVisible();
  await expectAccessible(chat);
  for (let i = 0; i < 2; i++) await chat.keyboard.press('Shift+Tab');
  await expect(group.getByRole('button', { name: 'Delete' })).toBeFocused();
  await chat.keyboard.press('Enter');
  await expect(notices(chat)).toContainText('3 chats deleted');
  for (const page of [chat, other]) await expect(links(page)).toHaveCount(4);
  await expect.poll(async () => (await stack.chats(user)).length).toBe(4);
  await notices(chat).getByRole('button', { name: 'Undo' }).click();
  for (const page of [chat, other]) await expect(links(page)).toHaveCount(7);
  await chat.reload();
  await expect(link(chat, /^Stored chat 4/)).toBeVisible();
});

test('on a phone, chats are selected by touch and archived', async ({ chat, stack, user }) => {
  await givenChats(stack, user, 3);
  await chat.setViewportSize(NARROW);
  await chat.reload();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await pick(chat, 'Stored chat 3', 'Select chats…');
  const group = chat.getByRole('group', { name: 'Select chats' });
  await group.getByText('Stored chat 1').click();
  await expect(group.getByText('2 selected')).toBeVisible();
  await expectAccessible(chat);
  await group.getByRole('button', { name: 'Archive' }).click();
  await expect(notices(chat)).toContainText('2 chats archived');
  await expect(link(chat, /^Stored chat [13]/)).toHaveCount(0);
  await expect.poll(async () => (await stack.chats(user)).length).toBe(2);
});

test('on a phone, selected chats are moved to a project and out of it, with another tab in step', async ({
  chat,
  stack,
  user,
}) => {
  await givenChats(stack, user, 3);
  const other = await openTab(chat);
  await chat.setViewportSize(NARROW);
  await chat.reload();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await chat.getByRole('button', { name: 'New project' }).click();
  await chat.getByRole('dialog').getByLabel('Name').fill('House');
  await chat.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const chatsIn = (page: Page) => page.getByRole('list', { name: 'Chats in House' }).getByRole('link');
  const move = async (to: string) => {
    await pick(chat, 'Stored chat 3', 'Select chats…');
    const group = chat.getByRole('group', { name: 'Select chats' });
    await group.getByText('Stored chat 1').click();
    await group.getByRole('button', { name: 'Move to project' }).click();
    await expectAccessible(chat);
    await chat.getByRole('dialog').getByRole('button', { name: to }).click();
    await expect(notices(chat)).toContainText('2 chats moved');
  };
  await move('House');
  await other.getByRole('button', { name: 'House', exact: true }).click();
  await expect(chatsIn(other)).toHaveText([/^Stored chat 3/, /^Stored chat 1/]);
  await move('No project');
  await expect(chatsIn(other)).toHaveCount(0);
});
