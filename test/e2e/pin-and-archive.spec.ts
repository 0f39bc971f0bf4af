/** Pinned and archived chats: two tabs in step, and with the keyboard alone. */
import { givenChats } from '../support/given-chats.ts';
import { expect, expectAccessible, openTab, test } from './fixtures.ts';
import { link, links, notices, openMore, pick } from './sidebar.ts';

test('an old chat is pinned in one tab, seen in the other and after a reload, and archived by the keyboard', async ({
  chat,
  stack,
  user,
}) => {
  await givenChats(stack, user, 60);
  await chat.reload();
  await expect(links(chat)).toHaveCount(50);
  const other = await openTab(chat);
  await expect(links(other)).toHaveCount(50);
  await pick(chat, 'Stored chat 20', 'Pin');
  for (const page of [chat, other]) {
    await expect(page.getByRole('list', { name: 'Pinned' }).getByRole('link')).toHaveText([
      /^Stored chat 20/,
    ]);
    await expect(link(page, /^Stored chat 20/)).toHaveCount(1);
  }
  await chat.reload();
  await expect(links(chat).first()).toHaveText(/^Stored chat 20/);
  await expectAccessible(chat);

  await links(chat).first().focus();
  await chat.keyboard.press('Tab');
  await chat.keyboard.press('Enter');
  await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
  for (let i = 0; i < 2; i++) await chat.keyboard.press('ArrowDown');
  await chat.keyboard.press('Enter');
  await expect(notices(chat)).toContainText('Chat archived');
  await expect(link(chat, /^Stored chat 20/)).toHaveCount(0);
  await expect(links(chat).first()).toBeFocused();
  await expect(link(other, /^Stored chat 20/)).toHaveCount(0);

  await openMore(chat);
  await chat.getByRole('button', { name: 'Archived chats' }).click();
  const archive = chat.getByRole('dialog', { name: 'Archived chats' });
  await expect(archive.getByRole('listitem')).toHaveText([/^Stored chat 20/]);
});
