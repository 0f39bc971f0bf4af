/** The sidebar: its list of chats, and two tabs that stay in step. */
import { givenChats } from '../support/given-chats.ts';
import { expect, expectAccessible, openTab, signIn, test } from './fixtures.ts';
import { addChat, link, links, notices, pick } from './sidebar.ts';

test.describe('the list of chats', () => {
  test('shows name, date and time, as the reader’s locale writes them [S2.sidebar.4]', async ({
    browser,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 1);
    for (const [locale, timezoneId, time] of [
      ['en-US', 'America/New_York', 'Jan 1, 2026, 7:01 AM'],
      ['de-DE', 'Europe/Berlin', '01.01.2026, 13:01'],
    ] as const) {
      const options = { ignoreHTTPSErrors: true, baseURL: stack.urls.site };
      const context = await browser.newContext({ ...options, locale, timezoneId });
      const page = await context.newPage();
      await signIn(page, user);
      await expect(link(page, /Stored chat 1/)).toHaveText(`Stored chat 1${time}`);
      await context.close();
    }
  });
});

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
