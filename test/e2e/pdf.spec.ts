/** The open chat as a PDF (docs/spec.md 2.13): downloaded, read back, and made without holding up the page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { TestStack, TestUser } from '../support/stack.ts';
import { storeTurn } from '../support/store-turn.ts';
import { composer, expect, expectAccessible, test } from './fixtures.ts';

const FONTS = /\/assets\/NotoSans.*\.ttf$/;

const button = (page: Page) => page.getByRole('button', { name: 'Download as PDF' });
const progress = (page: Page) => page.getByRole('progressbar', { name: 'PDF progress' });
const chatId = (page: Page): string => page.url().split('/').at(-1) ?? '';
/** Joins lines, because they break at other places in the PDF. */
const flat = (text: string) => text.replace(/\s+/g, ' ');

interface Downloaded {
  readonly name: string;
  readonly file: Uint8Array;
  readonly text: string;
}

async function download(page: Page): Promise<Downloaded> {
  const download = page.waitForEvent('download');
  await button(page).click();
  const done = await download;
  const file = new Uint8Array(await readFile(await done.path()));
  const { text } = await extractText(await getDocumentProxy(file.slice()), { mergePages: true });
  return { name: done.suggestedFilename(), file, text: flat(text) };
}

/** Stores turns in the open chat, and reloads the page. */
async function givenTurns(
  page: Page,
  stack: TestStack,
  user: TestUser,
  turns: readonly { userText: string; text: string }[],
): Promise<void> {
  for (const [i, turn] of turns.entries())
    await storeTurn(stack, user, {
      chatId: chatId(page),
      index: 1 + 2 * i,
      requestId: crypto.randomUUID(),
      ...turn,
    });
  await page.reload();
  await expect(page.getByRole('log')).toBeVisible();
}

/** Holds matching requests until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route(pattern, async (route) => {
    await released;
    // A request that was cancelled meanwhile cannot continue.
    await route.continue().catch(() => undefined);
  });
  return release;
}

const SCRIPTS = [
  'Кириллица и Ελληνικά, Tiếng Việt',
  'العربية: مرحبا بالعالم 2024 و English هنا.',
  'שלום עולם (hello) 123 and שָׁלוֹם.',
  '中文测试，你好。日本語のテスト。',
  '한국어 시험입니다',
  'ภาษาไทยทดสอบ',
  'हिन्दी परीक्षण',
  '😀 👨‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️',
];

test('‘The product can turn on-screen content into a downloadable PDF file.’ Every construct and script is read back, in order [S1.pdf.1]', async ({
  chat,
  stack,
  user,
}) => {
  const markdown = `# A heading

**bold**, *italic*, \`code\`, [a link](https://example.com/map), [not one](javascript:alert(1)), <mailto:a@example.com>

- item
  - nested
- [x] done

> quoted

| Day | Plan |
|---|---|
| 1 | Alfama |

\`\`\`ts
const answer = 42;
\`\`\`

---

The end.`;
  await givenTurns(chat, stack, user, [
    { userText: 'First question\nin two lines', text: markdown },
    { userText: 'In all scripts?', text: SCRIPTS.join('\n\n') },
  ]);
  // Waits for the list of chats, which has the chat's name.
  await expect(chat.getByRole('heading', { name: 'Chat 1' })).toBeVisible();
  const { name, file, text } = await download(chat);
  expect(name).toMatch(/^Chat 1 \d{4}-\d\d-\d\d\.pdf$/);
  const parts = [
    /Chat 1 Exported \w+ \d+, \d{4}, .* · 5 messages/,
    /You \w+ \d+, \d{4}, \d+:\d+ [AP]M First question in two lines/,
    'A heading bold, italic, code, a link, not one, mailto:a@example.com • item • nested done quoted',
    'Day Plan 1 Alfama const answer = 42; The end.',
    'You ',
    'In all scripts?',
    ...SCRIPTS,
    /1 \/ \d+|2 \/ 2/,
  ];
  let at = 0;
  for (const part of parts) {
    const found = typeof part === 'string' ? text.indexOf(part, at) : text.slice(at).search(part) + at;
    expect(found, String(part)).toBeGreaterThanOrEqual(at);
    at = found;
  }
  const pdf = await getDocumentProxy(file.slice());
  const annotations = await (await pdf.getPage(1)).getAnnotations();
  expect(annotations.map(({ subtype, url }) => [subtype, url])).toEqual([
    ['Link', 'https://example.com/map'],
    ['Link', 'mailto:a@example.com'],
  ]);
  expect(await pdf.getJSActions()).toBeNull();
  expect(await pdf.getAttachments()).toBeNull();
});

test('a PDF of 500 messages, which are read page by page, has them all', async ({ chat, stack, user }) => {
  const turns = Array.from({ length: 250 }, (_, i) => ({
    userText: `Question ${i}.`,
    text: `Answer ${i}, with **bold** words.\n\n- one\n- two 中文`,
  }));
  await givenTurns(chat, stack, user, turns);
  const { file, text } = await download(chat);
  expect(text).toContain('501 messages');
  let at = 0;
  for (let i = 0; i < 250; i += 1)
    for (const part of [`Question ${i}.`, `Answer ${i}, with bold words.`]) {
      at = text.indexOf(part, at);
      expect(at, part).toBeGreaterThan(0);
    }
  const { numPages } = await getDocumentProxy(file.slice());
  for (let page = 1; page <= numPages; page += 1) expect(text).toContain(`${page} / ${numPages}`);
});

test('while a PDF is made, the page stays usable, progress is shown, and a second click does nothing', async ({
  chat,
}) => {
  const release = await hold(chat, FONTS);
  const downloads: string[] = [];
  chat.on('download', (done) => void downloads.push(done.suggestedFilename()));
  await button(chat).click();
  await expect(progress(chat)).toBeVisible();
  await expect(chat.getByRole('status').filter({ hasText: 'Making the PDF…' })).toBeAttached();
  await expect(progress(chat)).toHaveAttribute('max', '1');
  await expectAccessible(chat);
  await expect(button(chat)).toHaveAttribute('aria-disabled', 'true');
  await button(chat).click({ force: true });
  await composer(chat).fill('Typed meanwhile');
  await expect(composer(chat)).toHaveValue('Typed meanwhile');
  const download = chat.waitForEvent('download');
  release();
  await download;
  await expect(progress(chat)).toHaveCount(0);
  await expect(chat.getByRole('status').filter({ hasText: 'The PDF is downloaded.' })).toBeAttached();
  expect(downloads).toHaveLength(1);
});

test('fonts and library are loaded only when a PDF is made', async ({ chat }) => {
  const asked: string[] = [];
  chat.context().on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const isOfPdf = (path: string) => /\.ttf$|pdf\.worker/.test(path);
  await chat.reload();
  await expect(button(chat)).toBeVisible();
  expect(asked.filter(isOfPdf)).toEqual([]);
  await download(chat);
  // The service worker requests each file a second time.
  expect(new Set(asked.filter(isOfPdf)).size).toBe(5);
});

test('a PDF can be cancelled by keyboard, while messages are read and while it is made', async ({ chat }) => {
  for (const pattern of [/getChatHistory/, FONTS]) {
    const release = await hold(chat, pattern);
    await button(chat).focus();
    await chat.keyboard.press('Enter');
    await expect(progress(chat)).toBeVisible();
    await chat.keyboard.press('Tab');
    await expect(chat.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await chat.keyboard.press('Enter');
    release();
    await expect(progress(chat)).toHaveCount(0);
    await expect(chat.getByRole('status').filter({ hasText: 'The PDF was cancelled.' })).toBeAttached();
    await expect(button(chat)).toBeFocused();
    await chat.context().unroute(pattern);
  }
  expect((await download(chat)).text).toContain('1 message');
});

test('a PDF that fails says so in plain words, and can be retried', async ({ chat, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  for (const [pattern, words] of [
    [/getChatHistory/, 'The messages could not be read. Check your connection and try again.'],
    [FONTS, 'The PDF could not be made. Please try again.'],
  ] as const) {
    await chat.context().route(pattern, (route) => route.abort());
    await button(chat).click();
    await expect(chat.getByRole('alert')).toHaveText(words);
    await expectAccessible(chat);
    await chat.getByRole('button', { name: 'Dismiss' }).click();
    await expect(chat.getByRole('alert')).toHaveCount(0);
    await expect(button(chat)).toBeFocused();
    await chat.context().unroute(pattern);
  }
  expect((await download(chat)).text).toContain('1 message');
});

test('a PDF is cancelled when another chat is opened', async ({ chat }) => {
  const release = await hold(chat, FONTS);
  const downloads: string[] = [];
  chat.on('download', (done) => void downloads.push(done.suggestedFilename()));
  await button(chat).click();
  await expect(progress(chat)).toBeVisible();
  const first = chat.url();
  await chat.getByRole('button', { name: 'New Chat' }).click();
  await expect(chat).not.toHaveURL(first);
  release();
  await expect(progress(chat)).toHaveCount(0);
  const { name } = await download(chat);
  expect(name).toMatch(/^Chat 2 /);
  expect(downloads).toHaveLength(1);
});

test.describe('on a phone in dark mode', () => {
  test.use({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  test('the progress of a PDF is on the screen and accessible', async ({ chat }) => {
    const release = await hold(chat, FONTS);
    await button(chat).click();
    await expect(progress(chat)).toBeInViewport({ ratio: 1 });
    await expect(chat.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
    await expectAccessible(chat);
    release();
    await expect(progress(chat)).toHaveCount(0);
  });
});
