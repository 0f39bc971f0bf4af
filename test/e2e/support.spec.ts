/** Writing to support (docs/spec.md 2.11: priority support), from the chats to the operator's mail. */
import type { Page } from 'playwright/test';
import { expect, expectAccessible, goOffline, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

const OPERATOR = 'hello@example.com';
const subject = (page: Page) => page.getByRole('textbox', { name: 'Subject' });
const message = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Send message' });

test('a message is written, kept while it fails, and comes to the operator', async ({
  chat,
  stack,
  user,
  expectedErrors,
}) => {
  await openPage(chat, 'Support');
  await expect(chat.getByRole('heading', { level: 1, name: 'Support' })).toBeVisible();
  await expect(chat).toHaveTitle(/^Support · /);
  await expect(chat.getByText(`We answer to ${user.email}.`)).toBeVisible();
  await expectAccessible(chat);

  await submit(chat).click();
  await expect(subject(chat)).toBeFocused();
  await expect(subject(chat)).toHaveAccessibleDescription('Please say in a few words what it is about.');
  await subject(chat).fill('Where are my chats?');
  await expect(subject(chat)).toHaveAccessibleDescription('101 characters left');
  await message(chat).fill('x'.repeat(5_002));
  await expect(message(chat)).toHaveAccessibleDescription('Please shorten this by 2 characters.');
  await message(chat).fill('I cannot find <b>them</b>.\nCan you?');

  expectedErrors.push(/503/);
  const outage = stack.inner.faults.at({
    ...{ service: 'ses', action: 'SendEmail', times: 1_000 },
    effect: { fail: { code: 'AccountSuspendedException' } },
  });
  await submit(chat).click();
  await expect(chat.getByRole('alert')).toHaveText('Support cannot be reached from here right now.');
  await expect(message(chat)).toHaveValue('I cannot find <b>them</b>.\nCan you?');
  await expectAccessible(chat);
  await chat.getByRole('link', { name: 'Back to your chats' }).click();
  await chat.goBack();
  await expect(subject(chat)).toHaveValue('Where are my chats?');
  outage.remove();

  await goOffline(chat.context(), expectedErrors);
  await submit(chat).click();
  await expect(chat.getByRole('alert')).toContainText('You are offline.');
  await chat.context().setOffline(false);
  await submit(chat).dblclick();
  await expect(chat.getByRole('heading', { name: 'Message sent' })).toBeFocused();
  await expect(chat.getByText(`Thank you. We have your message and answer to ${user.email}.`)).toBeVisible();
  await expectAccessible(chat);
  const mails = stack.inner.mails.messages().filter(({ replyTo }) => replyTo === user.email);
  expect(mails).toMatchObject([{ to: OPERATOR, subject: '[Free] Where are my chats?' }]);
  expect(mails[0]?.text).toContain('I cannot find <b>them</b>.\nCan you?');

  await chat.getByRole('button', { name: 'Write another message' }).click();
  await expect(message(chat)).toHaveValue('');
});
