/** The open chat as a PDF (docs/spec.md 2.13): downloaded and read back. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { extractText, getDocumentProxy } from 'unpdf';
import type { TestStack, TestUser } from '../support/stack.ts';
import { storeTurn } from '../support/store-turn.ts';
import { expect, test } from './fixtures.ts';

const button = (page: Page) => page.getByRole('button', { name: 'Download as PDF' });
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
  const asked: string[] = [];
  chat.context().on('request', (request) => void asked.push(new URL(request.url()).pathname));
  const isOfPdf = (path: string) => /\.ttf$|pdf\.worker/.test(path);
  await givenTurns(chat, stack, user, [
    { userText: 'First question\nin two lines', text: markdown },
    { userText: 'In all scripts?', text: SCRIPTS.join('\n\n') },
  ]);
  // Waits for the list of chats, which has the chat's name.
  await expect(chat.getByRole('heading', { name: 'Chat 1' })).toBeVisible();
  await expect(button(chat)).toBeVisible();
  // Fonts and library are loaded only when a PDF is made.
  expect(asked.filter(isOfPdf)).toEqual([]);
  const { name, file, text } = await download(chat);
  // The service worker requests each file a second time.
  expect(new Set(asked.filter(isOfPdf)).size).toBe(5);
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
