/** The sidebar: two tabs that stay in step. */
import { expect, expectAccessible, openTab, test } from './fixtures.ts';
import { addChat, link, links, notices, pick } from './sidebar.ts';

test('two tabs are in step: create, rename, delete, undo', async ({ chat, expectedErrors }) => {
  // A tab may still be reading the history of the chat when it is deleted.
  expectedErrors.push(/404/);
  await addChat(chat, 'Second');
  const other = await openTab(chat);
  await addChat(chat, 'Third');
  await expect(links(other)).toHaveText([/^Third/, /^Second/, /^Chat 1/]);
  await expect(link(other, 'Second')).toHaveAttribute('aria-current', 'page');

  await pick(chat, 'Second', 'Rename');
  await chat.getByRole('textbox', { name: 'Chat name' }).fill('Renamed there');
  await chat.keyboard.press('Enter');
  await expect(other).toHaveTitle(/^Renamed there · /);

  await pick(chat, 'Renamed there', 'Delete');
  await expect(notices(other)).toContainText('This chat was deleted in another tab or on another device.');
  await expect(other).toHaveTitle(/^Third · /);
  await expect(links(other)).toHaveText([/^Third/, /^Chat 1/]);
  await other.bringToFront();
  await expectAccessible(other);
  await chat.bringToFront();

  await notices(chat).getByRole('button', { name: 'Undo' }).click();
  for (const page of [chat, other])
    await expect(links(page)).toHaveText([/^Third/, /^Renamed there/, /^Chat 1/]);
});
