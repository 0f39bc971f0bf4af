/** Controls for a finger on a phone: each is at least 44 pixels wide and high. */
import { Buffer } from 'node:buffer';
import type { Page } from 'playwright/test';
import { expect, send, test } from './fixtures.ts';

/**
 * Returns the controls on top of the page that are too small, with their sizes. A link within a sentence may be as high
 * as its line; a field counts with its label.
 */
const SMALL_TARGETS = `(() => {
  const controls = document.querySelectorAll('a[href], button, input, textarea, [role^="menuitem"]');
  const inUse = [...controls].filter((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && seen !== null && (control.contains(seen) || seen.contains(control));
  });
  return inUse.flatMap((control) => {
    if (getComputedStyle(control).display === 'inline') return [];
    const area = control.matches('input') ? (control.closest('label') ?? control) : control;
    const { width, height } = area.getBoundingClientRect();
    const name = control.getAttribute('aria-label') ?? control.textContent;
    return Math.min(width, height) < 43.9 ? [name + ' ' + Math.round(width) + 'x' + Math.round(height)] : [];
  });
})()`;
const expectRoomForFingers = async (page: Page) =>
  expect.poll(() => page.evaluate<string[]>(SMALL_TARGETS)).toEqual([]);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('controls of a chat, the sidebar, its menus and a project’s files are at least 44 pixels wide and high', async ({
  chat,
  stack,
}) => {
  await expectRoomForFingers(chat);
  stack.replyWith('A reply.\n\n```ts\nconst day = 1;\n```');
  await send(chat, 'A question');
  await expect(chat.getByText('A reply.')).toBeVisible();
  await expect(chat.getByRole('button', { name: 'Copy code' })).toBeVisible();
  await expectRoomForFingers(chat);

  await chat.getByRole('button', { name: 'Open menu' }).tap();
  await chat.getByRole('button', { name: 'New project' }).tap();
  await chat.getByRole('dialog').getByLabel('Name').fill('House');
  await expectRoomForFingers(chat);
  await chat.keyboard.press('Enter');
  await expect(chat.getByRole('button', { name: 'House', exact: true })).toBeVisible();
  await expectRoomForFingers(chat);
  await chat.getByRole('button', { name: 'Account and more' }).tap();
  await expect(chat.getByRole('link', { name: 'Usage' })).toBeVisible();
  await expectRoomForFingers(chat);
  await chat.getByRole('button', { name: 'Account and more' }).tap();
  await chat.getByRole('button', { name: /^Chat options/ }).tap();
  await expect(chat.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await expectRoomForFingers(chat);
  await chat.keyboard.press('Escape');

  await chat.getByRole('button', { name: 'Project options: House' }).tap();
  await chat.getByRole('menuitem', { name: 'Files', exact: true }).tap();
  await expect(chat.getByText('No files yet.')).toBeVisible();
  await chat
    .locator('input[data-project-files]')
    .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Bring tea.') }]);
  await expect(chat.getByRole('button', { name: 'Remove notes.txt' })).toBeVisible();
  await expectRoomForFingers(chat);
});
