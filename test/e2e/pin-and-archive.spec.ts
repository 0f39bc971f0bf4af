/** Pinned and archived chats: two tabs in step, on a desk and on a phone, and with the keyboard alone. */
import { givenChats } from '../support/given-chats.ts';
import { composer, expect, expectAccessible, openTab, send, test } from './fixtures.ts';
import { link, links, notices, openMore, pick } from './sidebar.ts';

const NARROW = { width: 390, height: 844 };
const ARCHIVED = 'This chat is archived. It stays so when you write in it.';

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
});

test('on a phone a chat is archived, found by the search, written in, and restored with one tap', async ({
  chat,
  stack,
}) => {
  await chat.setViewportSize(NARROW);
  stack.replyWith('Cormorants dive for fish.');
  await send(chat, 'About cormorants');
  await expect(chat.getByText('Cormorants dive for fish.')).toBeVisible();
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await pick(chat, 'About cormorants', 'Archive');
  await expect(links(chat)).toHaveCount(0);
  await chat.keyboard.press('Escape');
  await expect(chat.getByText(ARCHIVED)).toBeVisible();
  await expectAccessible(chat);
  await chat.reload();
  await expect(chat.getByText(ARCHIVED)).toBeVisible();
  await stack.inner.functions.streamsSettled();
  await chat.keyboard.press('Control+k');
  await chat.getByPlaceholder('Search chats and messages...').fill('cormorants');
  const found = chat.getByRole('option', { name: /About cormorants.*Archived/ });
  await expect(found).toBeVisible();
  await found.click();
  await expect(chat.getByText(ARCHIVED)).toBeVisible();
  stack.replyWith('They dry their wings.');
  await send(chat, 'And then?');
  await expect(chat.getByText('They dry their wings.')).toBeVisible();
  await expect(chat.getByText(ARCHIVED)).toBeVisible();

  await chat.getByRole('button', { name: 'Open menu' }).click();
  await openMore(chat);
  await chat.getByRole('button', { name: 'Archived chats' }).click();
  const archive = chat.getByRole('dialog', { name: 'Archived chats' });
  await expect(archive.getByRole('listitem')).toHaveText([/^About cormorants/]);
  await expectAccessible(chat);
  await archive.getByRole('button', { name: 'Restore: About cormorants' }).click();
  await expect(archive.getByText('No archived chats.')).toBeVisible();
  await archive.getByRole('button', { name: 'Close' }).click();
  await expect(link(chat, /^About cormorants/)).toBeVisible();
  await chat.keyboard.press('Escape');
  await expect(chat.getByText(ARCHIVED)).toBeHidden();
  await expect(composer(chat)).toBeVisible();
});
