/** Controls for a finger on a phone: each is at least 44 pixels wide and high. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectCount, givenFinger, narrow, press } from '../../../../test/components/browser.ts';
import {
  article,
  link,
  more,
  morePages,
  openChat,
  openMenu,
  send,
} from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { givenFile, startFiles } from '../../../../test/components/files.ts';
import { answer } from '../../../../test/components/server.ts';

startChats();
startFiles();

const LEAST = 43.9;
const PROJECT_ID = '00000000-0000-4000-8000-000000000001';
const dialog = page.getByRole('dialog');

/** Returns the controls on top of the page. */
function controlsInUse(): Element[] {
  const controls = document.querySelectorAll('a[href], button, input, textarea, [role^="menuitem"]');
  return [...controls].filter((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && seen !== null && (control.contains(seen) || seen.contains(control));
  });
}

const nameOf = (control: Element): string => control.getAttribute('aria-label') ?? control.textContent ?? '';

/** Names a control that is too small, with its size. A link within a sentence may be as high as its line. */
function tooSmall(control: Element): string[] {
  if (getComputedStyle(control).display === 'inline') return [];
  // A field counts with its label.
  const area = control.matches('input') ? (control.closest('label') ?? control) : control;
  const { width, height } = area.getBoundingClientRect();
  return Math.min(width, height) < LEAST ? [`${nameOf(control)} ${width} x ${height}`] : [];
}

/** Expects that a finger hits each control of the page, these among them. */
async function expectRoomForFingers(...names: readonly string[]): Promise<void> {
  await expect.poll(() => controlsInUse().map(nameOf)).toEqual(expect.arrayContaining([...names]));
  await expect.poll(() => controlsInUse().flatMap(tooSmall)).toEqual([]);
}

beforeEach(async () => {
  server.projects = [{ projectId: PROJECT_ID, name: 'House', createdAt: '2026-02-01T00:00:00.000Z' }];
  await givenFinger();
  await narrow();
});

it('controls of a chat are at least 44 pixels wide and high', async () => {
  await openChat();
  await expectRoomForFingers('Open menu', 'Send');
  server.replyWith('A reply.\n\n```ts\nconst day = 1;\n```');
  await send('A question');
  await expect.element(article('A reply.')).toBeVisible();
  await expectRoomForFingers('Copy code', 'Copy', 'Edit');
});

it('controls of the sidebar, its menus and dialogs are at least 44 pixels wide and high', async () => {
  await openChat();
  await openMenu.click();
  await expectRoomForFingers('House', 'Chat options: Chat 1', 'Project options: House', 'Logout');
  await page.getByRole('button', { name: 'New project' }).click();
  await dialog.getByLabelText('Name').fill('Garden');
  await expectRoomForFingers('Save', 'Cancel');
  await press('{Escape}');
  await expectCount(dialog, 0);
  await more.click();
  await expect.element(morePages).toBeVisible();
  await expectRoomForFingers('Usage');
  await more.click();
  await expect.element(link('Chat 1')).toBeVisible();
  await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
  await expectRoomForFingers('Rename', 'Delete');
});

it('controls of a project’s files are at least 44 pixels wide and high', async () => {
  answer('getProjectFiles', { files: [givenFile('notes.txt')] });
  await openChat();
  await openMenu.click();
  await page.getByRole('button', { name: 'Project options: House' }).click();
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click();
  await expectRoomForFingers('Remove notes.txt');
});
