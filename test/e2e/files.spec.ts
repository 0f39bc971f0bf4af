/** Files of messages, from the user's device through the bucket to the model and back. */
import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { jsPDF } from 'jspdf';
import type { Page } from 'playwright/test';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { docxOf, WORD } from '../support/sample-office.ts';
import type { TestStack } from '../support/stack.ts';
import { composer, expect, expectAccessible, goOffline, openTab, test } from './fixtures.ts';
import { openPage } from './sidebar.ts';

interface GivenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const log = (page: Page) => page.getByRole('log');
const chips = (page: Page) => page.getByRole('list', { name: 'Files of your message' }).getByRole('listitem');
const isReady = (page: Page, name: string) =>
  expect(chips(page).filter({ hasText: name })).toHaveAttribute('data-phase', 'ready');
const text = (name: string, content: string): GivenFile => ({
  ...{ name, mimeType: 'text/plain', buffer: Buffer.from(content) },
});

function paper(pages: number): GivenFile {
  const pdf = new jsPDF();
  for (let page = 1; page <= pages; page += 1) {
    if (page > 1) pdf.addPage();
    pdf.text(`Page ${page} is about tea.`, 20, 20);
  }
  return { name: 'paper.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf.output('arraybuffer')) };
}

const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** A short text with a photo, which is uploaded in three parts. */
const reportWithPhoto = (): GivenFile => ({
  name: 'report.docx',
  mimeType: WORD_TYPE,
  buffer: Buffer.from(
    docxOf(['All about tea.'], WORD, {
      'word/media/photo.jpg': { deflated: new Uint8Array(deflateRawSync(randomBytes(10_600_000))) },
    }),
  ),
});

/** Pastes a file into the composer, once the page takes files. */
async function paste(page: Page, { name, mimeType, buffer }: GivenFile) {
  await dragUntilTaken(page, await keep({ name, mimeType, buffer }));
  await dispatchDrag(page, 'dragCancel');
  await page.evaluate(`
    const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (character) => character.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], '${name}', { type: '${mimeType}' }));
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
    document.querySelector('[data-tour="input"] textarea').dispatchEvent(event);
  `);
}

/** Drags a file over the page until the page takes it: the script that takes files is loaded after the composer. */
async function dragUntilTaken(page: Page, file: string) {
  await expect(async () => {
    await dispatchDrag(page, 'dragEnter', file);
    await dispatchDrag(page, 'dragOver', file);
    await expect(page.getByText('Drop files to add them to your message')).toBeVisible({ timeout: 500 });
  }).toPass();
}

/** Dispatches what the browser gets when the user drags files of the device. */
async function dispatchDrag(
  page: Page,
  type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel',
  ...files: string[]
) {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data });
  await devtools.detach();
}

/** Writes a file to the device, for a drag. Returns its path. */
async function keep({ name, buffer }: GivenFile): Promise<string> {
  const file = test.info().outputPath(name);
  await writeFile(file, buffer);
  return file;
}

/** A screenshot that the page makes of itself. */
const screenshot = async (page: Page): Promise<GivenFile> => ({
  ...{ name: 'image.png', mimeType: 'image/png', buffer: await page.screenshot() },
});

const choose = (page: Page, ...files: readonly GivenFile[]) =>
  page.locator('input[data-files]').setInputFiles([...files]);

async function ask(page: Page, words: string): Promise<void> {
  await composer(page).fill(words);
  await composer(page).press('Enter');
  await expect(log(page).getByText('A plain reply.')).toBeVisible();
}

/** Parts of the last question, as the model got them. */
const askedModel = (stack: TestStack) => stack.lastModelCall()?.messages.at(-1)?.content ?? [];

test('a pasted screenshot is asked about: the model sees it, and two devices show it, also after a reload', async ({
  chat,
  stack,
}) => {
  await paste(chat, await screenshot(chat));
  await isReady(chat, 'image.png');
  await expectAccessible(chat);
  const other = await openTab(chat);
  await ask(chat, 'What is this?');
  expect(askedModel(stack).map(({ image }) => image?.format)).toContain('png');
  await chat.reload();
  for (const page of [chat, other]) {
    const tile = log(page).getByRole('button', { name: 'Enlarge image.png: What is this?' });
    await expect(tile.locator('img')).toHaveJSProperty('complete', true);
    await expect(tile.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
  }
  await expectAccessible(chat);
  await log(chat)
    .getByRole('button', { name: /^Enlarge/ })
    .click();
  const viewer = chat.getByRole('dialog', { name: 'Picture' });
  await expect(viewer.getByRole('img', { name: 'image.png: What is this?' })).toBeVisible();
  // Below a dialog the page takes no files, and the browser must not open a dropped one.
  const dropped = await keep(text('notes.txt', 'Tea.'));
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await dispatchDrag(chat, type, dropped);
  await expectAccessible(chat);
  const download = chat.waitForEvent('download');
  await viewer.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('image.png');
  await chat.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  expect(chat.context().pages()).toEqual([chat, other]);
});

test('a dropped PDF of 30 pages is asked about, and downloaded as it was', async ({ chat, stack }) => {
  const given = paper(30);
  const file = await keep(given);
  await dragUntilTaken(chat, file);
  await dispatchDrag(chat, 'drop', file);
  await isReady(chat, 'paper.pdf');
  await ask(chat, 'What is it about?');
  expect(JSON.stringify(askedModel(stack))).toMatch(/pdf|Page 30 is about tea/);
  const card = log(chat).getByRole('button', { name: 'Download paper.pdf 30 pages' });
  const download = chat.waitForEvent('download');
  await card.click();
  const stream = await (await download).createReadStream();
  const bytes = Buffer.concat(await stream.toArray());
  expect(bytes.equals(given.buffer)).toBe(true);
});

test('an upload that loses its connection in the middle pauses, and resumes by itself', async ({
  chat,
  context,
  expectedErrors,
}) => {
  const parts: string[] = [];
  await chat.route(/\/uploads\/.*partNumber=/, async (route) => {
    const part = new URL(route.request().url()).searchParams.get('partNumber') ?? '';
    parts.push(part);
    if (parts.length !== 2) return route.continue();
    await goOffline(context, expectedErrors);
    return route.abort('internetdisconnected');
  });
  await choose(chat, reportWithPhoto());
  await expect(chips(chat)).toContainText('Paused until you are online');
  await expect(chat.getByText('Send waits until the files are uploaded.')).toBeVisible();
  await context.setOffline(false);
  await isReady(chat, 'report.docx');
  expect(parts).toEqual(['1', '2', '2', '3']);
  await expect(chat.getByRole('button', { name: 'Send' })).toBeEnabled();
});

test('the files are in the PDF of the chat, and in the download of the account', async ({ chat }) => {
  await paste(chat, await screenshot(chat));
  await isReady(chat, 'image.png');
  const notes = text('notes.txt', 'The answer is tea.');
  await choose(chat, notes);
  await isReady(chat, 'notes.txt');
  await ask(chat, 'What is this?');
  const pdf = await getDocumentProxy(
    await saved(chat, () => chat.getByRole('button', { name: 'Download as PDF' }).click()),
  );
  const drawn = await extractImages(pdf, 1);
  expect(drawn.map(({ width, height }) => width / height)).toEqual([1440 / 900]);
  const { text: written } = await extractText(pdf, { mergePages: true });
  expect(written).toMatch(/image\.png \(.* KB\)\s+notes\.txt \(18 bytes\)/);
  await openPage(chat, 'Account');
  const archive = unzipSync(
    await saved(chat, () => chat.getByRole('button', { name: 'Download my data' }).click()),
  );
  const names = Object.keys(archive).filter((name) => name.startsWith('files/'));
  expect(names).toEqual(['files/1 image.png', 'files/2 notes.txt']);
  expect(strFromU8(archive['files/2 notes.txt'] ?? new Uint8Array())).toBe('The answer is tea.');
  expect([...(archive['files/1 image.png'] ?? []).slice(1, 4)]).toEqual([...Buffer.from('PNG')]);
});

/** Returns the file that the page saves after an action. */
async function saved(page: Page, act: () => Promise<void>): Promise<Uint8Array> {
  const download = page.waitForEvent('download');
  await act();
  const stream = await (await download).createReadStream();
  return new Uint8Array(Buffer.concat(await stream.toArray()));
}
