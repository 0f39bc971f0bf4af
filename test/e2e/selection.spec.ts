/** Several chats selected in the sidebar by keyboard, with another tab in step. */
import { givenChats } from '../support/given-chats.ts';
import { expect, expectAccessible, openTab, test } from './fixtures.ts';
import { link, links, notices } from './sidebar.ts';

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
