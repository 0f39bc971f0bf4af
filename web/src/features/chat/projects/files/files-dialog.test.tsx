/** The dialog with a project's files: loading, failures, uploads that outlive it, and the limit of ten files. */

import { flushSync } from 'react-dom';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FileInfo } from '#contract/entities';
import { registerFile } from '#contract/files';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import { expectAccessible } from '../../../../../../test/components/accessible.ts';
import { reopenApp } from '../../../../../../test/components/app.tsx';
import { expectCount, expectTexts, narrow, press } from '../../../../../../test/components/browser.ts';
import { bucket } from '../../../../../../test/components/bucket.ts';
import { openChat } from '../../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../../test/components/chats.ts';
import {
  chips,
  drag,
  givenFile,
  STORAGE,
  startFiles,
  textFile,
} from '../../../../../../test/components/files.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../../../test/components/server.ts';

startChats();
startFiles();

const PROJECT_ID = '00000000-0000-4000-8000-000000000001';
const dialog = page.getByRole('dialog', { name: 'Files of House' });
const rows = page.getByRole('list', { name: 'Files of this project' }).getByRole('listitem');
let stored: FileInfo[];

beforeEach(() => {
  server.givenChats(1);
  server.projects = [{ projectId: PROJECT_ID, name: 'House', createdAt: '2026-02-01T00:00:00.000Z' }];
  stored = [givenFile('plan.pdf')];
  answer('getProjectFiles', () => ({ files: stored }));
  answer('addProjectFile', ({ input: { fileId = '' } }) => {
    stored = [...stored, server.files.get(fileId) ?? expect.fail('not registered')];
    return { files: stored };
  });
});

async function openFiles(): Promise<void> {
  await page.getByRole('list', { name: 'Projects', exact: true }).getByRole('button').first().hover();
  await page.getByRole('button', { name: 'Project options: House' }).click();
  await page.getByRole('menuitem', { name: 'Files', exact: true }).click();
}
const fileInput = () =>
  document.querySelector<HTMLInputElement>('input[data-project-files]') ?? expect.fail('no input');
function choose(...files: readonly File[]): void {
  const input = fileInput();
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

it('files that cannot be loaded say so; Retry loads them, and the title then has the focus', async () => {
  answer('getProjectFiles', unreachable());
  await openChat();
  await openFiles();
  await expect.element(dialog.getByText('The files could not be loaded.')).toBeVisible();
  await expectAccessible();
  answer('getProjectFiles', () => ({ files: stored }));
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expectCount(rows, 1);
  await expect.element(dialog.getByRole('heading')).toHaveFocus();
});

it('a chosen file is added to the project, also when the dialog is closed meanwhile', async () => {
  await openChat();
  await openFiles();
  await expectCount(rows, 1);
  choose(textFile('notes.txt'));
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect.poll(() => asked('addProjectFile').length).toBe(1);
  await openFiles();
  await expectCount(rows, 2);
  await expect.element(rows.nth(1)).toHaveAttribute('data-phase', 'ready');
});

it('dropped files are added to the project, and not to the message behind the dialog', async () => {
  await openChat();
  await openFiles();
  await expectCount(rows, 1);
  const isTaken = () => drag('dragover', textFile('a.txt')).defaultPrevented;
  await expect.poll(isTaken).toBe(true);
  drag('drop', textFile('a.txt'), textFile('b.txt'));
  await expectTexts(rows, [/plan\.pdf/, /a\.txt/, /b\.txt/]);
  await expect.poll(() => asked('addProjectFile').length).toBe(2);
  await expectCount(chips, 0);
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  await expect.poll(isTaken).toBe(false);
});

it('only a chosen file is announced as added, and not the files that were stored before', async () => {
  const { release } = held('getProjectFiles', { files: stored });
  await openChat();
  await openFiles();
  await expect.element(dialog.getByText('Loading')).toBeVisible();
  await release();
  await expectCount(rows, 1);
  const said = dialog.getByRole('status');
  await expectTexts(said, ['', '']);
  bucket.hold();
  choose(textFile('notes.txt'));
  await expectTexts(said, ['One file was added.', '']);
  bucket.release();
  await expectTexts(said, ['All files are uploaded.', '']);
});

it('a cancelled file chooser leaves the dialog open; Escape closes it', async () => {
  await openChat();
  await openFiles();
  await expectCount(rows, 1);
  flushSync(() => fileInput().dispatchEvent(new Event('cancel', { bubbles: true })));
  expect(dialog.elements()).toHaveLength(1);
  await press('{Escape}');
  await expectCount(dialog, 0);
});

it('a refusal of the project is shown with the file, which is then removed from the list', async () => {
  answer('addProjectFile', refuse('files_too_long'));
  await narrow();
  await openChat();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await openFiles();
  await expectCount(rows, 1);
  choose(textFile('long.txt'));
  await expect.element(rows.filter({ hasText: 'long.txt' })).toHaveAttribute('data-phase', 'failed');
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove long.txt' }).click();
  await expectCount(rows, 1);
  await expect.poll(() => asked('deleteFile').length).toBe(1);
});

it('a file for a project that another device has deleted says so', async () => {
  answer('addProjectFile', refuse('project_not_found'));
  await openChat();
  await openFiles();
  await expectCount(rows, 1);
  choose(textFile('late.txt'));
  await expect
    .element(rows.filter({ hasText: 'late.txt' }))
    .toMatchTextContent('This project was deleted in another tab or on another device.');
});

it('Retry of a file leaves the focus on its row', async () => {
  answer('registerFile', refuse('storage_full'));
  await openChat();
  await openFiles();
  await expectCount(rows, 1);
  choose(textFile('notes.txt'));
  const retry = dialog.getByRole('button', { name: 'Retry notes.txt' });
  await expect.element(retry).toBeVisible();
  const { release } = held('registerFile', refuse('storage_full'));
  await retry.click();
  await expect.element(dialog.getByRole('button', { name: 'Cancel the upload of notes.txt' })).toHaveFocus();
  await release();
  await expect.element(dialog.getByRole('button', { name: 'Remove notes.txt' })).toHaveFocus();
});

it('a removal that fails says so, and the file stays', async () => {
  answer('removeProjectFile', unreachable());
  await openChat();
  await openFiles();
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this file?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(question.getByText('The file could not be removed.', { exact: false })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expectCount(rows, 1);
});

it('a removal that succeeds after its confirmation was closed leaves that of another file open', async () => {
  const kept = givenFile('list.pdf');
  stored = [...stored, kept];
  await openChat();
  await openFiles();
  const removing = held('removeProjectFile', { files: [kept] });
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove this file?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Remove list.pdf' }).click();
  await removing.release();
  await expect.element(question.getByText('list.pdf', { exact: false })).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expectCount(rows, 1);
});

it('a removal that succeeds after its confirmation was closed moves a focus that was on the removed row', async () => {
  const kept = givenFile('list.pdf');
  stored = [...stored, kept];
  await openChat();
  await openFiles();
  const removing = held('removeProjectFile', { files: [kept] });
  await page.getByRole('button', { name: 'Remove plan.pdf' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await press('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Remove plan.pdf' })).toHaveFocus();
  await removing.release();
  await expect.element(page.getByRole('button', { name: 'Remove list.pdf' })).toHaveFocus();
});

it('files beyond ten are left out, with a notice', async () => {
  stored = Array.from({ length: 9 }, (_, n) => givenFile(`Paper ${n}.pdf`));
  await openChat();
  await openFiles();
  await expectCount(rows, 9);
  choose(textFile('a.txt'), textFile('b.txt'), textFile('c.txt'));
  await expect.element(dialog.getByText('2 files were left out.', { exact: false })).toBeVisible();
  await expectCount(rows, 10);
  await expect
    .element(dialog.getByRole('button', { name: 'Add files' }))
    .toHaveAttribute('aria-disabled', 'true');
  await expect.poll(() => stored.map(({ name }) => name)).toContain('a.txt');
});

it('a file that cannot be read, and one too many, say why; the other files are added', async () => {
  stored = [];
  answer('registerFile', ({ body }) => {
    const { fileId, name } = registerFile.body.parse(body);
    if (name === 'broken.pdf') return refuse('file_damaged');
    return { file: givenFile(name, { fileId }), storage: STORAGE };
  });
  answer('deleteFile', refuse('file_not_found'));
  await openChat();
  await openFiles();
  await expect.element(dialog.getByText('No files yet.')).toBeVisible();
  const papers = Array.from({ length: 10 }, (_, n) => textFile(`Paper ${n}.txt`));
  choose(new File(['%PDF-1.4 broken'], 'broken.pdf', { type: 'application/pdf' }), ...papers);
  await expect.element(dialog.getByText('One file was left out.', { exact: false })).toBeVisible();
  const broken = rows.filter({ hasText: 'broken.pdf' });
  await expect.element(broken).toHaveAttribute('data-phase', 'failed');
  await expect.element(broken).toMatchTextContent(ALL_ERRORS.file_damaged.message);
  await expectCount(rows, 10);
  for (const n of [0, 8])
    await expect.element(rows.filter({ hasText: `Paper ${n}.txt` })).toHaveAttribute('data-phase', 'ready');
  await expect.element(dialog.getByText('This project has 10 files, which is the most.')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await expectCount(rows, 9);
  await reopenApp();
  await openFiles();
  await expectCount(rows, 9);
  expect(stored.map(({ name }) => name).toSorted()).toEqual(papers.slice(0, 9).map(({ name }) => name));
});
