import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { HOSTILE_TEXTS } from '../../../../../test/support/hostile-texts.ts';
import type { PictureSource } from './layout/page-renderer.ts';
import { makePdf } from './make-pdf.ts';
import { fonts, noPictures, pdfOf, said } from './pdf.fixture.ts';
import type { Photo } from './pdf-file.ts';

async function pagesOf(file: Uint8Array): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(file.slice()), { mergePages: false });
  return text;
}
const textOf = async (file: Uint8Array) => (await pagesOf(file)).join('\n');
/** Joins the lines, because the PDF breaks them in other places than the source. */
const flat = (text: string) => text.replace(/\s+/g, ' ');
const dense = (text: string) => text.replace(/[\s\p{Cf}]/gu, '');

async function linksOf(file: Uint8Array): Promise<string[]> {
  const pdf = await getDocumentProxy(file.slice());
  const links: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1)
    for (const annotation of await (await pdf.getPage(page)).getAnnotations()) {
      expect(annotation.subtype).toBe('Link');
      links.push(annotation.unsafeUrl ?? annotation.url);
    }
  return links;
}

test.each([
  'Latin: àéîõü ß Œ ł; Tiếng Việt; “quotes” — dashes… € → ←',
  'Кириллица и Ελληνικά',
  'Two that look the same: Ω (ohm) Ω, K (kelvin) K, Å (angstrom) Å',
  'שלום עולם (hello) 123 and שָׁלוֹם.',
  'English with שלום עולם in it, and more English words than Hebrew ones.',
  'العربية: مرحبا بالعالم 2024 و English هنا.',
  'می‌خواهم بخوانم',
  '中文测试，你好。日本語のテスト。',
  '한국어 시험입니다',
  'ภาษาไทยทดสอบ',
  'हिन्दी परीक्षण',
  'Emoji 😀 👨‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️ and 𝕏 𠮷',
  'e\u0301 decomposed',
])('reads back: %s', async (text) => {
  expect(flat(await textOf(pdfOf([said('user', text)])))).toContain(text);
});

test('formulas of a reply are text that can be read back', async () => {
  const text = flat(
    await textOf(pdfOf([said('assistant', 'So $x^2$ is:\n\n$$\n\\frac{a+1}{b} \\leq \\pi\n$$')])),
  );
  expect(text).toContain('So x² is:');
  expect(text).toContain('(a + 1)/b ≤ π');
});

test('a PDF reader gets back every difficult text, except invisible characters', async () => {
  for (const [name, hostile] of Object.entries(HOSTILE_TEXTS)) {
    const text = dense(await textOf(pdfOf([said('user', hostile)], { title: hostile })));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are left out
    expect(text, name).toContain(dense(hostile.replace(/[\u0000-\u001f]/g, '')));
  }
});

test('the PDF has the title, the date, the messages in order with author and time, and how a reply ended', async () => {
  const messages = [said('user', 'First'), said('assistant', 'Second', 1), said('user', 'Third', 2)];
  const stopped = { ...said('assistant', 'Fourth', 3), status: 'stopped' as const };
  const text = flat(await textOf(pdfOf([...messages, stopped], { title: 'On Lisbon' })));
  expect(text).toMatch(
    /^On Lisbon Exported Nov 21, 2026.* · 4 messages You Nov 21, 2026.* First Product .* Second You .* Third Product .* Fourth This reply was stopped\. 1 \/ 1$/,
  );
});

test('the text of every construct of Markdown is in the PDF', async () => {
  const markdown = `# One
## Two
**bold** *italic* ***both*** \`code\` ~~gone~~ a\\*b &amp; <b>html</b>

- item
  1. nested
- [x] done

> quoted
> > deeper

| Left | Right |
|---|---|
| **cell** | \`x\` |

\`\`\`ts
  const indented = true;
\`\`\`

---
![a picture](https://example.com/p.png)`;
  const text = flat(await textOf(pdfOf([said('assistant', markdown)])));
  for (const part of [
    'One Two bold italic both code gone a*b & <b>html</b>',
    '• item 1. nested',
    'done',
    'quoted deeper',
    'Left Right cell x',
    'const indented = true;',
    'a picture',
  ])
    expect(text).toContain(part);
});

test.each([
  ['three lines', `- First ${'and more words '.repeat(14)}`],
  ['code', '- ```\n  First\n  second\n  ```'],
  ['a heading', '- # First\n\n  second'],
  ['a rule', '- ***\n\n  First'],
  ['a table', '- | First |\n  |---|\n  | second |'],
])('the mark of an item with %s is on the page of its content', async (_, item) => {
  for (let lines = 30; lines < 50; lines += 1) {
    const before = Array.from({ length: lines }, (_, i) => `line ${i}  `).join('\n');
    const pages = await pagesOf(pdfOf([said('assistant', `${before}\n\n${item}`)]));
    const marked = pages.filter((text) => text.includes('•'));
    expect(
      marked.map((text) => text.includes('First')),
      `${lines} lines`,
    ).toEqual([true]);
  }
});

test('links lead to http, https and mailto only', async () => {
  const markdown = `[a](https://example.com/a) [b](http://example.com/b) <mailto:a@example.com>
[c](javascript:alert(1)) [d](data:text/html,x) [e](file:///etc/passwd) [f](vbscript:x) [g](//example.com)
[h](&#106;avascript:alert(1)) ![i](javascript:alert(1)) [j](https://user:word@example.com)
[k](https://example.com/\\)>>/JS(x))`;
  const links = await linksOf(pdfOf([said('assistant', markdown)]));
  expect(links.filter((url) => !/^(https?:\/\/example\.com\/|mailto:a@example\.com)/.test(url))).toEqual([]);
  expect(links.length).toBeGreaterThanOrEqual(3);
});

test('nothing active is in the file [docs/safety.md 22]', async () => {
  const hostile = Object.values(HOSTILE_TEXTS).join('\n\n');
  const file = pdfOf([said('assistant', hostile), said('user', hostile)], {
    title: ') /OpenAction << /S /JavaScript /JS (app.alert(1)) >> endobj',
  });
  const pdf = await getDocumentProxy(file.slice());
  expect(await pdf.getJSActions()).toBeNull();
  expect(await pdf.getAttachments()).toBeNull();
  expect(await pdf.getFieldObjects()).toBeNull();
  // The only thing to do on opening is to show the first page.
  expect(Object.keys((await pdf.getOpenAction()) ?? {})).toEqual(['dest']);
  const objects = Buffer.from(file)
    .toString('latin1')
    .replace(/stream\n[\s\S]*?endstream/g, '');
  const withoutStrings = objects.replace(/\((?:\\.|[^\\()])*\)/gs, '()');
  expect(withoutStrings).not.toMatch(/\/(JavaScript|JS|Launch|EmbeddedFile|SubmitForm|GoToR|AA|RichMedia)\b/);
});

test('the header of a table is repeated on every page, and pages are numbered', async () => {
  const rows = Array.from({ length: 120 }, (_, i) => `| row ${i} | value ${i} |`).join('\n');
  const pages = await pagesOf(pdfOf([said('assistant', `| Name | Value |\n|---|---|\n${rows}`)]));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, i) => {
    expect(flat(page)).toMatch(/Name Value row \d+/);
    expect(flat(page)).toMatch(new RegExp(`${i + 1} / ${pages.length}$`));
  });
});

test.each([
  ['the author', (filler: string) => [said('user', filler), said('assistant', '# Heading\n\ntext below')]],
  ['a heading', (filler: string) => [said('assistant', `${filler}\n\n### Heading\n\ntext below\n\nmore`)]],
])('%s never stands at the end of a page', async (_, messages) => {
  const END = /(Heading|Product Nov 21, 2026, 6:00 AM) \d+ \/ \d+$/;
  for (let lines = 20; lines < 60; lines += 1) {
    const filler = Array.from({ length: lines }, (__, i) => `line ${i}  `).join('\n');
    for (const page of await pagesOf(pdfOf(messages(filler)))) expect(flat(page)).not.toMatch(END);
  }
});

test('text longer than a page continues on the next one', async () => {
  const code = Array.from({ length: 150 }, (_, i) => `line${i}`).join('\n');
  const cell = 'word '.repeat(3_000);
  const text = `\`\`\`\n${code}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${cell} | x |\n\n> ${'quoted '.repeat(2_000)}`;
  const all = await textOf(pdfOf([said('assistant', text)]));
  for (let i = 0; i < 150; i += 1) expect(all).toContain(`line${i}`);
  expect(all.match(/\bword\b/g)).toHaveLength(3_000);
  expect(all.match(/\bquoted\b/g)).toHaveLength(2_000);
});

test('the header of a table does not stand alone at the foot of a page', async () => {
  for (let lines = 20; lines < 40; lines += 1) {
    const filling = Array.from({ length: lines }, (_, n) => `Line ${n}`).join('\n\n');
    const table = `| Header |\n|---|\n| ${'many words '.repeat(60)} |`;
    const pages = await pagesOf(pdfOf([said('assistant', `${filling}\n\n${table}`)]));
    const page = pages.find((text) => text.includes('Header'));
    expect(page, `after ${lines} lines`).toContain('many words');
  }
}, 30_000);

test('a table header taller than a page is split over pages, and not repeated', async () => {
  const word = (n: number) => `word${String(n).padStart(3, '0')}`;
  const words = Array.from({ length: 130 }, (_, n) => word(n));
  const table = `| ${words.join(' ')} |${' x |'.repeat(12)}\n|${'---|'.repeat(13)}\n|${' cell |'.repeat(13)}`;
  const pdf = await getDocumentProxy(pdfOf([said('assistant', table)]).slice());
  const seen: string[] = [];
  for (let page = 1; page <= pdf.numPages; page += 1)
    for (const item of (await (await pdf.getPage(page)).getTextContent()).items) {
      if (!('str' in item)) continue;
      expect(item.transform[5], item.str).toBeGreaterThan(30);
      seen.push(item.str);
    }
  for (const one of words) expect(seen.join('').split(one)).toHaveLength(2);
  expect(seen.join(' ')).toContain('cell');
});

test('a table with more columns than can be read is shown as it was written', async () => {
  const row = (text: string) => `|${Array.from({ length: 40 }, (_, i) => `${text}${i}`).join('|')}|`;
  const text = await textOf(pdfOf([said('assistant', `${row('h')}\n${'|-'.repeat(40)}|\n${row('c')}`)]));
  expect(dense(text)).toContain('c38|c39|');
});

/** JPEG file of 8 by 8 orange pixels. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////////////////////////////////wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwT/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCoCYr/2Q==',
  'base64',
);

const file = (fileId: string, name: string) =>
  ({ fileId, name, kind: 'image', mediaType: 'image/png', bytes: 3_565_158 }) as const;

test('pictures of a message are drawn below its text, each with its name, and documents are named', async () => {
  const photo: Photo = { jpeg: JPEG, width: 8, height: 8 };
  const files = [
    file('a', 'Lisbon.png'),
    { ...file('b', 'plan.pdf'), kind: 'document' as const },
    { ...file('c', 'gone.png'), isRemoved: true },
  ];
  const messages = [
    { ...said('user', 'Look'), files },
    { ...said('user', '', 1), files: [file('a', 'again.png')] },
  ];
  const pdf = pdfOf(messages, {}, new Map([['a', photo]]));
  expect(flat(await textOf(pdf))).toMatch(
    /Look Lisbon\.png \(3\.4 MB\) plan\.pdf \(3\.4 MB\) gone\.png \(removed\) .* again\.png/,
  );
  const drawn = await extractImages(await getDocumentProxy(pdf.slice()), 1);
  expect(drawn.map(({ width, height }) => [width, height])).toEqual([
    [8, 8],
    [8, 8],
  ]);
  // The same picture is stored once.
  expect(
    Buffer.from(pdf)
      .toString('latin1')
      .match(/DCTDecode/g),
  ).toHaveLength(1);
});

test('the size of a file with a right-to-left name is drawn after the name, outside of it', () => {
  const drawn: string[] = [];
  const pictures: PictureSource = { ...noPictures, pictureOf: (text) => void drawn.push(text) };
  const message = { ...said('user', ''), files: [file('a', 'تقرير.png')] };
  const content = { title: '', productName: '', exportedAt: message.createdAt, messages: [message] };
  makePdf(content, { fonts, photos: new Map(), pictures }, () => undefined);
  // The pieces of such a line are drawn from left to right. A piece is given in reading order: `تقرير.` ends with a dot.
  expect(drawn.map(dense).filter(Boolean)).toEqual(['png', 'تقرير.', '(3.4', 'MB)']);
});

test('a picture that does not fit the rest of the page goes to the next page, and fits it', async () => {
  const photo: Photo = { jpeg: JPEG, width: 1_000, height: 4_000 };
  const text = Array.from({ length: 30 }, (_, i) => `line ${i}`).join('\n');
  const message = { ...said('user', text), files: [file('a', 'tall.png')] };
  const pages = await pagesOf(pdfOf([message], {}, new Map([['a', photo]])));
  expect(pages).toHaveLength(2);
  expect(flat(pages[1] ?? '')).toMatch(/^tall\.png/);
});
