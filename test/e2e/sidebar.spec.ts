/** The sidebar: the chats and what is done with them. */
import { givenChats } from '../support/given-chats.ts';
import { composer, expect, expectAccessible, signIn, test } from './fixtures.ts';
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

  test('reads on as its end comes into view, 500 chats and no more [S7.chats.1]', async ({
    chat,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 500);
    await chat.reload();
    await expect(links(chat).nth(1)).toHaveText(/Stored chat 500/);
    const older = chat.getByRole('button', { name: 'Show older chats' });
    await expect(older).toBeAttached();
    await expect(async () => {
      await links(chat).last().scrollIntoViewIfNeeded();
      await chat.mouse.move(140, 500);
      await chat.mouse.wheel(0, 20_000);
      await expect(link(chat, /^Stored chat 1\b/)).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(links(chat)).toHaveCount(501);
    await expect(older).toHaveCount(0);
  });

  test('an older page that does not come is offered again', async ({ chat, stack, user, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    await givenChats(stack, user, 60);
    await chat.route(/getChats.*cursor/, (route) => route.abort());
    await chat.reload();
    await chat.getByRole('button', { name: 'Show older chats' }).scrollIntoViewIfNeeded();
    await expect(chat.getByText('Older chats could not be loaded.')).toBeVisible();
    await chat.unroute(/getChats.*cursor/);
    await chat.getByRole('button', { name: 'Show older chats' }).click();
    await expect(links(chat)).toHaveCount(61);
  });

  test('arrows, Home and End lead from chat to chat; Tab passes the list in one step', async ({
    chat,
    stack,
    user,
  }) => {
    await givenChats(stack, user, 5);
    await chat.reload();
    await expect(links(chat)).toHaveCount(6);
    await chat.getByRole('button', { name: /^Search/ }).focus();
    await chat.keyboard.press('Tab');
    await expect(links(chat).first()).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(links(chat).nth(1)).toBeFocused();
    await chat.keyboard.press('End');
    await expect(links(chat).last()).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(links(chat).last()).toBeFocused();
    await chat.keyboard.press('ArrowUp');
    await expect(links(chat).nth(4)).toBeFocused();
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: /^Chat options: Stored chat 2/ })).toBeFocused();
    // It comes with what is loaded last.
    const more = chat.getByRole('navigation', { name: 'More' }).getByRole('link');
    await expect(more).toHaveText(['Usage', 'Plan', 'Support', 'Account']);
    for (const link of await more.all()) {
      await chat.keyboard.press('Tab');
      await expect(link).toBeFocused();
    }
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: 'Logout' })).toBeFocused();
    for (let step = 0; step < 6; step += 1) await chat.keyboard.press('Shift+Tab');
    await chat.keyboard.press('Home');
    await chat.keyboard.press('ArrowDown');
    await chat.keyboard.press('Enter');
    await expect(chat).toHaveTitle(/^Stored chat 5 · /);
    await expect(links(chat).nth(1)).toHaveAttribute('aria-current', 'page');
  });

  test('picking a chat closes the sidebar on mobile [S2.sidebar.5 S9.tour.2]', async ({ chat }) => {
    await addChat(chat, 'Second');
    const logout = chat.getByRole('button', { name: 'Logout' });
    await chat.setViewportSize({ width: 769, height: 844 });
    await expect(logout).toBeVisible();
    await chat.setViewportSize({ width: 768, height: 844 });
    await expect(logout).toBeHidden();
    await chat.getByRole('button', { name: 'Open menu' }).click();
    await links(chat).last().click();
    await expect(logout).toBeHidden();
    await expect(chat).toHaveTitle(/^Chat 1 · /);
  });
});

test.describe('a chat’s menu', () => {
  test('is worked with the keyboard: arrows, Escape, and the focus comes back', async ({ chat }) => {
    const button = chat.getByRole('button', { name: 'Chat options: Chat 1' });
    await button.focus();
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expectAccessible(chat);
    await chat.keyboard.press('ArrowDown');
    await expect(chat.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
    await chat.keyboard.press('ArrowDown');
    await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
    await chat.keyboard.press('Escape');
    await expect(chat.getByRole('menu')).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await expect(chat.getByRole('menu')).toBeVisible();
    await button.click();
    await expect(chat.getByRole('menu')).toBeHidden();
    await button.click();
    await expect(chat.getByRole('menu')).toBeVisible();
    await chat.mouse.click(900, 300);
    await expect(chat.getByRole('menu')).toBeHidden();
  });

  test('renames in place: Enter saves, Escape does not, a blank name is refused [S7.rename.1]', async ({
    chat,
    stack,
    user,
  }) => {
    const field = chat.getByRole('textbox', { name: 'Chat name' });
    await pick(chat, 'Chat 1', 'Rename');
    await expect(field).toBeFocused();
    await field.fill('Never saved');
    await field.press('Escape');
    await expect(link(chat, 'Chat 1')).toBeVisible();
    await expect(chat.getByRole('button', { name: 'Chat options: Chat 1' })).toBeFocused();
    await pick(chat, 'Chat 1', 'Rename');
    await field.fill('   ');
    await field.press('Enter');
    await expect(chat.getByRole('alert')).toHaveText('A name has 1 to 120 characters.');
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(chat);
    await field.fill(`رحلة إلى لشبونة ${'x'.repeat(150)}`);
    expect(await field.inputValue()).toHaveLength(120);
    await field.fill('رحلة إلى لشبونة 🚋');
    await field.press('Enter');
    await expect(link(chat, 'رحلة إلى لشبونة 🚋')).toBeVisible();
    await expect(chat).toHaveTitle(/^رحلة إلى لشبونة 🚋 · /);
    await expect.poll(async () => (await stack.chats(user))[0]?.name).toBe('رحلة إلى لشبونة 🚋');
  });

  test('a rename that fails is logged, and the name goes back [S8.logged.3]', async ({
    chat,
    expectedErrors,
  }) => {
    expectedErrors.push(/Failed to load resource/);
    const logged = chat.waitForEvent('console', (message) => /could not be renamed/.test(message.text()));
    await chat.route(/\/name$/, (route) => route.fulfill({ status: 500, json: {} }));
    await pick(chat, 'Chat 1', 'Rename');
    await chat.getByRole('textbox', { name: 'Chat name' }).fill('Lost');
    await chat.keyboard.press('Enter');
    await logged;
    await expect(links(chat)).toHaveText([/^Chat 1/]);
    await expect(chat.getByRole('alert')).toHaveCount(0);
  });
});

test('two tabs are in step: create, rename, delete, undo', async ({ chat, context, expectedErrors }) => {
  // Deleted while its history is still being read.
  expectedErrors.push(/404/);
  await addChat(chat, 'Second');
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(composer(other)).toBeVisible();
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
  await expectAccessible(other);

  await notices(chat).getByRole('button', { name: 'Undo' }).click();
  for (const page of [chat, other])
    await expect(links(page)).toHaveText([/^Third/, /^Renamed there/, /^Chat 1/]);
});

test('the sidebar is accessible on a narrow screen, in the dark, with everything open', async ({ chat }) => {
  await chat.emulateMedia({ colorScheme: 'dark' });
  await addChat(chat, 'Second');
  await chat.setViewportSize({ width: 390, height: 844 });
  await chat.getByRole('button', { name: 'Open menu' }).click();
  await chat.getByRole('button', { name: 'Chat options: Second' }).click();
  await expect(chat.getByRole('menu')).toBeVisible();
  await expectAccessible(chat);
  await chat.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(chat.getByRole('textbox', { name: 'Chat name' })).toBeFocused();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Logout' })).toBeVisible();
  await chat.keyboard.press('Escape');
  await expect(chat.getByRole('button', { name: 'Logout' })).toBeHidden();
});
