/** Text that is huge, hostile, pathological or runs right to left is shown as it is, and the page stays usable. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { http } from '#contract/http-calls';
import { reopenApp, title } from '../../../../test/components/app.tsx';
import { expectCount, narrow, typeInto } from '../../../../test/components/browser.ts';
import { articles, composer, log, openChat, send } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { chooseFiles, startFiles, textFile } from '../../../../test/components/files.ts';
import { push } from '../../../../test/components/socket.ts';
import { HOSTILE_TEXTS } from '../../../../test/support/hostile-texts.ts';

startChats();
startFiles();

const stop = page.getByRole('button', { name: 'Stop' });
const list = page.getByRole('navigation', { name: 'Chats' });

/** Fails the test when a script that is hidden in a text runs. */
beforeEach(() => {
  for (const name of ['alert', 'confirm', 'prompt'] as const)
    vi.spyOn(window, name).mockImplementation(() => {
      throw new Error('A dialog opened');
    });
});
afterEach(() => expect('canary' in window).toBe(false));

/** The text of the newest reply. */
function textOfReply(): string {
  const reply = articles.last().element().querySelector<HTMLElement>('[data-reply]');
  if (!reply) throw new Error('There is no reply');
  return reply.innerText;
}

const edges = (locator: Locator): DOMRect => locator.element().getBoundingClientRect();

/** Types a text and expects it in the input, which proves that the page's main thread is free. */
async function expectResponsive(): Promise<void> {
  await typeInto(composer, 'still here');
  await expect.element(composer).toHaveValue('still here');
  await composer.fill('');
}

it('a reply of 100,000 characters streams, ends, and is the same after a reload', async () => {
  const part = (i: number) =>
    `## Part ${i}\n\nSome **plain** words of part ${i}, with \`code\`.\n\n- one\n- two\n\n`;
  const text = `${Array.from({ length: 1_600 }, (_, i) => part(i)).join('')}This is the end of it.`;
  expect(text.length).toBeGreaterThan(100_000);
  await openChat();
  server.replyWith(...(text.match(/[\s\S]{1,500}/g) ?? []));
  await send('Write a lot');
  const end = log.getByText('This is the end of it.');
  await expect.element(end).toBeInViewport();
  await expectCount(stop, 0);
  await expectResponsive();
  const shown = textOfReply();
  expect(shown).not.toContain('## Part');
  await reopenApp();
  await expect.element(end).toBeInViewport();
  expect(textOfReply()).toBe(shown);
  await expect.element(log.getByRole('heading', { name: 'Part 1599' })).toBeVisible();
});

/** Each is at most 32,768 characters long, the longest reply of a model. */
const PATHOLOGICAL = {
  quotes: `${'>'.repeat(5_000)} deep`,
  lists: Array.from({ length: 120 }, (_, i) => `${'  '.repeat(i)}- item`).join('\n'),
  'a huge table': `|${' h |'.repeat(40)}\n|${'--|'.repeat(40)}\n${`|${' c |'.repeat(40)}\n`.repeat(150)}`,
  emphasis: '*a **b '.repeat(4_000),
  brackets: '['.repeat(10_000),
  'links in links': `${'[a]('.repeat(2_000)}x${')'.repeat(2_000)}`,
  backticks: Array.from({ length: 200 }, (_, i) => '`'.repeat(i)).join(' '),
  'open fences': '```\n~~~\n'.repeat(1_000),
  entities: '&#x26;'.repeat(5_000),
  underscores: '_'.repeat(20_000),
  definitions: Array.from({ length: 900 }, (_, i) => `[r${i}]: https://example.com/${i}`).join('\n'),
  'one endless word': 'w'.repeat(30_000),
  html: '<div>'.repeat(5_000),
};

const depthOf = (element: Element): number =>
  1 + [...element.children].reduce((deepest, child) => Math.max(deepest, depthOf(child)), 0);

it('pathological Markdown is shown with bounded depth and size, and the page stays usable', async () => {
  await openChat();
  for (const [name, text] of Object.entries(PATHOLOGICAL)) {
    const pieces = text.match(/[\s\S]{1,2000}/g) ?? [];
    server.replyWith(...pieces, `\n\n\`\`\`\n~~~\n\n---\n\nThe end of ${name}.`);
    await send(`Now ${name}`);
    await expectCount(stop, 0);
    await expect.element(log).toMatchTextContent(`The end of ${name}.`);
  }
  await expectResponsive();
  await reopenApp();
  await expect.element(log).toMatchTextContent('The end of html.');
  expect(depthOf(log.element())).toBeLessThan(60);
  expect(log.element().querySelectorAll('*').length).toBeLessThan(60_000);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});

describe('hostile text', () => {
  it('hostile text in messages is shown as it is', async () => {
    await openChat();
    server.replyWith('Noted.');
    for (const text of Object.values(HOSTILE_TEXTS)) {
      await send(text);
      const mine = log.getByRole('article', { name: 'You' }).last();
      await expect.poll(() => mine.element().textContent).toContain(text.trim().slice(0, 40));
      await expectCount(stop, 0);
    }
  });

  it('hostile text in replies is shown and nothing of it runs', async () => {
    await openChat();
    server.replyWith(...Object.values(HOSTILE_TEXTS).flatMap((text) => [...text, '\n\n']), 'The end.');
    await send('Say something difficult');
    await expect.element(log.getByText('The end.')).toBeVisible();
  });

  it('hostile names of chats are shown as they are: in the list, the header and the title', async () => {
    await openChat();
    const { chatId } = server.newest();
    for (const text of Object.values(HOSTILE_TEXTS)) {
      const name = text.trim();
      expect(http.renameChat.body.safeParse({ newName: text }).success).toBe(true);
      push({ type: 'chatRenamed', data: { chatId, name } });
      await expect.poll(() => list.element().textContent).toContain(name);
      await expect.poll(() => visible(title())).toContain(visible(name));
    }
  });

  it('names and messages with difficult text are shown as they are', async () => {
    const hostile =
      '<b>bold</b> & "quotes" \u202Eright-to-left \u0645\u0631\u062D\u0628\u0627 \u{1F469}\u200D\u{1F4BB}';
    await openChat();
    server.replyWith(hostile);
    await send(hostile);
    await expectCount(log.getByText(hostile), 2);
    await expect.element(list.getByText('<b>bold</b> & "quote')).toBeVisible();
  });

  it('a link opens in a new tab, without access to this page, and shows where it leads', async () => {
    await openChat();
    server.replyWith('See [the manual](https://docs.example.com/path).');
    await send('Where?');
    const link = log.getByRole('link', { name: /the manual/ });
    await expect.element(link).toHaveAttribute('target', '_blank');
    expect(link.element().getAttribute('rel')?.split(' ')).toEqual(
      expect.arrayContaining(['noopener', 'noreferrer']),
    );
    expect(link.element().getAttribute('title')).toContain('docs.example.com');
  });
});

/** Removes white space and control characters, which a browser may change in a window's title. */
const visible = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, '');

describe('text that runs right to left', () => {
  const ARABIC = 'كيف حالك اليوم؟ أرسل لي الملف report.pdf من فضلك.';
  const HEBREW = 'שלום! הנה **תשובה** עם `code` בתוכה.\n\n- פריט ראשון\n- פריט שני\n\nAnd one in English.';
  const CODE = '\n\n```js\nconst answer = 42;\n```\n\n| שם | ערך |\n|---|---|\n| אחד | one |';
  const directionOf = (found: Locator) => getComputedStyle(found.element()).direction;
  /** The part of a reply that has the text. */
  const part = (selector: string, text: string): Locator => {
    const found = [...log.element().querySelectorAll(selector)].find((one) =>
      one.textContent?.includes(text),
    );
    return page.elementLocator(found ?? document.body);
  };

  /** Returns the edge of its box at which the text begins. */
  function startOf(found: Locator): 'left' | 'right' {
    const range = document.createRange();
    range.selectNodeContents(found.element());
    const [text, box] = [range.getBoundingClientRect(), found.element().getBoundingClientRect()];
    return box.right - text.right < text.left - box.left ? 'right' : 'left';
  }

  it('messages and replies run the way their script does, code runs left to right', async () => {
    await openChat();
    await composer.fill(ARABIC);
    expect(directionOf(composer)).toBe('rtl');
    server.replyWith(HEBREW, CODE);
    await send(ARABIC);
    await expect.element(log.getByRole('table')).toBeVisible();
    expect(directionOf(log.getByText(ARABIC))).toBe('rtl');
    expect(directionOf(part('p', 'שלום'))).toBe('rtl');
    expect(startOf(part('p', 'שלום'))).toBe('right');
    expect(directionOf(log.getByRole('listitem').first())).toBe('rtl');
    expect(directionOf(part('ul', 'פריט'))).toBe('rtl');
    expect(directionOf(log.getByText('And one in English.'))).toBe('ltr');
    expect(directionOf(part('pre', 'const answer'))).toBe('ltr');
    expect(directionOf(log.getByRole('cell', { name: 'אחד' }))).toBe('rtl');
    expect(directionOf(log.getByRole('cell', { name: 'one' }))).toBe('ltr');
  });

  it('a list is indented, and its boxes stay inside the reply on a narrow screen', async () => {
    await narrow();
    await openChat();
    const long = 'Latin text that is long enough to continue on a second line of a narrow screen';
    server.replyWith(`- [x] ${long}\n  - [ ] inside\n- [ ] ذكّر سارة\n- مظلة\n`);
    await send('What is left to do?');
    await expect.element(log.getByText('مظلة')).toBeVisible();
    const box = (item: number) => edges(log.getByRole('listitem').nth(item).getByRole('img').first());
    const reply = edges(articles.last());
    const [latin, inside, arabic] = [box(0), box(1), box(2)];
    expect(latin.left).toBeGreaterThanOrEqual(reply.left);
    expect(inside.left).toBeGreaterThan(latin.right);
    expect(arabic.right).toBeLessThanOrEqual(reply.right);
    // The text of the item begins right of its checkbox, on its second line too.
    expect(edges(log.getByRole('listitem').first()).left).toBeGreaterThanOrEqual(latin.right);
    expect(edges(log.getByText('مظلة')).right).toBeLessThan(reply.right);
  });

  it('a quote has its bar, and a table its first column, where its script begins', async () => {
    await narrow();
    await openChat();
    const wide = ['اسم', ...Array.from({ length: 9 }, (_, i) => `عمود ${i}`)];
    const row = (cells: readonly string[]) => `|${cells.join('|')}|\n`;
    server.replyWith(
      `> قال لي صديقي\n\n${row(wide)}${row(wide.map(() => '--'))}${row(wide)}\n> A quote\n\n|Name|Value|\n|--|--|\n|a|b|`,
    );
    await send('Quote somebody');
    await expect.element(log.getByText('Value')).toBeVisible();
    const header = (name: string) => part('th', name);
    const barOf = (text: string) => {
      const { borderLeftWidth, borderRightWidth } = getComputedStyle(part('blockquote', text).element());
      return [borderLeftWidth, borderRightWidth];
    };
    expect(barOf('صديقي')).toEqual(['0px', '3px']);
    expect(barOf('A quote')).toEqual(['3px', '0px']);
    expect(edges(header('اسم')).left).toBeGreaterThan(edges(header('عمود 0')).left);
    expect(edges(header('Name')).left).toBeLessThan(edges(header('Value')).left);
    // A wide table shows its first column before it is scrolled.
    expect(edges(header('اسم')).right).toBeLessThanOrEqual(edges(articles.last()).right);
  });

  it('a name that runs right to left does so in the list, beside others', async () => {
    await openChat();
    const { chatId } = server.newest();
    for (const [name, direction] of [
      ['محادثة عن السفر', 'rtl'],
      ['A talk about travel', 'ltr'],
    ] as const) {
      push({ type: 'chatRenamed', data: { chatId, name } });
      await expect.element(list.getByText(name)).toBeVisible();
      expect(directionOf(list.getByText(name))).toBe(direction);
    }
  });

  it('the notice about a file whose name runs right to left is a sentence from left to right, as others', async () => {
    const ARABIC_NAME = 'تقرير المشروع النهائي.txt';
    await openChat();
    await expect.element(page.getByRole('button', { name: 'Add files' })).toBeVisible();
    chooseFiles(textFile(ARABIC_NAME, ''), textFile('b.txt', ''));
    const notice = (name: string) => page.getByRole('alert').getByText(`${name}\u2069 is empty.`);
    const text = (await notice(ARABIC_NAME).findElement()).firstChild ?? expect.fail('no text');
    for (const name of [ARABIC_NAME, 'b.txt']) expect(directionOf(notice(name))).toBe('ltr');
    // The name is in isolates. Within it, the extension is at the left, as beside the file's icon.
    const dot = ARABIC_NAME.indexOf('.') + 1;
    const [letters, extension] = [partOf(text, 1, dot), partOf(text, dot, ARABIC_NAME.length + 1)];
    expect(extension.right).toBeLessThan(letters.left + 1);
    expect(partOf(text, ARABIC_NAME.length + 2).left).toBeGreaterThan(letters.right - 1);
  });
});

/** Returns where a part of a text is on the screen. */
function partOf(text: Node, from: number, to = text.textContent?.length ?? 0): DOMRect {
  const range = document.createRange();
  range.setStart(text, from);
  range.setEnd(text, to);
  return range.getBoundingClientRect();
}
