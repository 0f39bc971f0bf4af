/** Versions of messages: edits of earlier messages, arrows between versions, and messages after an older version. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, openTab, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });
const versions = (page: Page, text: string) => article(page, text).getByRole('group', { name: /^Version/ });
/** Texts of the messages on screen, after the welcome. */
const texts = (page: Page) =>
  log(page)
    .getByRole('article')
    .evaluateAll((all) =>
      all.slice(1).map((one) => one.querySelector('[dir="auto"], [data-reply]')?.textContent?.trim() ?? ''),
    );
const expectTexts = (page: Page, ...wanted: string[]) => expect.poll(() => texts(page)).toEqual(wanted);

type Stack = { readonly replyWith: (text: string) => void };
async function say(page: Page, stack: Stack, text: string, reply: string): Promise<void> {
  stack.replyWith(reply);
  await send(page, text);
  await expect(log(page).getByText(reply)).toBeVisible();
}

async function edit(page: Page, stack: Stack, [text, to, reply]: [string, string, string]): Promise<void> {
  stack.replyWith(reply);
  await article(page, text).getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('textbox', { name: 'Edit your message' });
  await editor.fill(to);
  await editor.press('Enter');
  await expect(log(page).getByText(reply)).toBeVisible();
}

test('an earlier message is edited, its versions are switched by keyboard, and an older one is continued', async ({
  chat,
  stack,
}) => {
  await say(chat, stack, 'Plan a weekend', 'Go to Rome.');
  await say(chat, stack, 'And the food?', 'Eat pasta.');
  const other = await openTab(chat);
  await expectTexts(other, 'Plan a weekend', 'Go to Rome.', 'And the food?', 'Eat pasta.');
  await edit(chat, stack, ['Plan a weekend', 'Plan a week', 'Go to Sicily.']);
  for (const page of [chat, other]) {
    await expectTexts(page, 'Plan a week', 'Go to Sicily.');
    await expect(versions(page, 'Plan a week')).toHaveAccessibleName('Version 2 of 2');
  }
  await expect(composer(chat)).toBeFocused();
  await expectAccessible(chat);

  const previous = versions(chat, 'Plan a week').getByRole('button', { name: 'Previous version' });
  await previous.focus();
  await previous.press('Enter');
  await expectTexts(chat, 'Plan a weekend', 'Go to Rome.', 'And the food?', 'Eat pasta.');
  const first = versions(chat, 'Plan a weekend');
  await expect(first).toHaveAccessibleName('Version 1 of 2');
  await expect(first.getByRole('button', { name: 'Previous version' })).toBeFocused();
  await expect(first.getByRole('button', { name: 'Previous version' })).toBeDisabled();
  await expectAccessible(chat);
  // The other tab keeps showing the newer version.
  await expectTexts(other, 'Plan a week', 'Go to Sicily.');

  await say(chat, stack, 'And the museums?', 'See the Capitol.');
  const old = ['Plan a weekend', 'Go to Rome.', 'And the food?', 'Eat pasta.'];
  for (const page of [chat, other]) await expectTexts(page, ...old, 'And the museums?', 'See the Capitol.');
  await chat.reload();
  await expectTexts(chat, ...old, 'And the museums?', 'See the Capitol.');
  // A focus that the user moves while the version is read stays where it is.
  const read = Promise.withResolvers<void>();
  await chat.route('**/getChatHistory/**', async (route) => {
    await read.promise;
    await route.continue();
  });
  await versions(chat, 'Plan a weekend').getByRole('button', { name: 'Next version' }).click();
  await composer(chat).focus();
  read.resolve();
  await expectTexts(chat, 'Plan a week', 'Go to Sicily.');
  await expect(composer(chat)).toBeFocused();
});
