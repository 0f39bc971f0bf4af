/** A chat on paper. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { FileInfo } from '#contract/entities';
import { emulateMedia, expectCount } from '../../../../test/components/browser.ts';
import { articles, log, openChat } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { givenFile, givenPicture, startFiles } from '../../../../test/components/files.ts';
import { answer } from '../../../../test/components/server.ts';

startChats();
startFiles();

/** Pixels that a sheet of A4 leaves between its margins. */
const PAPER = { width: 718, height: 1047 };
const TURNS = 20;
/** Turns of a chat that has pages before and after the page around its middle. */
const LONG_CHAT_TURNS = 150;
const LONG = `${'\n\nA line.'.repeat(10)}\n\n\`\`\`js\ncode\n\`\`\``;
const answerOf = (turn: number) => log.getByText(`Stored answer ${turn}`, { exact: true });

it('a printed chat has all its loaded messages one below the other, and only these', async () => {
  server.givenTurns(TURNS, LONG);
  await openChat();
  await expect.element(answerOf(TURNS)).toBeVisible();
  await expectCount(answerOf(1), 0);
  window.dispatchEvent(new Event('beforeprint'));
  // The welcome, the questions and the answers. The virtual list hides them until they are measured or printed.
  expect(document.querySelectorAll('article')).toHaveLength(1 + 2 * TURNS);
  await emulateMedia({ media: 'print' });
  await expectCount(articles, 1 + 2 * TURNS);
  await expect.element(answerOf(1)).toBeVisible();
  expect(overlaps()).toEqual([]);
  for (
    let element: Element = log.element();
    element !== document.documentElement;
    element = parentOf(element)
  )
    expect(element.scrollHeight).toBe(element.clientHeight);
  expect(page.getByCss('.nav, #sidebar, textarea, button').elements().filter(hasBox)).toEqual([]);
});

it('after printing, only the messages near the end are rendered, and the last one is in view', async () => {
  server.givenTurns(TURNS, LONG);
  await openChat();
  await expect.element(answerOf(TURNS)).toBeVisible();
  window.dispatchEvent(new Event('beforeprint'));
  await emulateMedia({ media: 'print' });
  await expect.element(answerOf(1)).toBeVisible();
  await emulateMedia({ media: 'screen' });
  window.dispatchEvent(new Event('afterprint'));
  await expectCount(answerOf(1), 0);
  await expect.element(articles.last().getByRole('time')).toBeInViewport();
  await expectCount(page.getByRole('button', { name: 'Jump to latest' }), 0);
});

describe('a line on paper says that messages are missing', () => {
  const missing = (which: string) =>
    log.getByText(
      `${which} messages are missing here. “Export or copy chat”, then “PDF”, has the whole chat.`,
    );
  const topOf = (element: Element) => element.getBoundingClientRect().top;

  it('above the first message and below the last one, if these pages are not loaded', async () => {
    server.givenTurns(LONG_CHAT_TURNS);
    await openChat(`/chat/${server.newest().chatId}#m${LONG_CHAT_TURNS}`);
    await expect.element(answerOf(LONG_CHAT_TURNS / 2)).toBeVisible();
    // Without its own scrolling, the list would read page after page in print.
    answer('getChatHistory', () => new Promise<never>(() => undefined));
    await expect.element(missing('Earlier')).not.toBeVisible();
    await expect.element(missing('Later')).not.toBeVisible();
    window.dispatchEvent(new Event('beforeprint'));
    await emulateMedia({ media: 'print' });
    await expect.element(missing('Earlier')).toBeVisible();
    await expect.element(missing('Later')).toBeVisible();
    const messages = articles.elements().map(topOf);
    expect(topOf(missing('Earlier').element())).toBeLessThan(Math.min(...messages));
    expect(topOf(missing('Later').element())).toBeGreaterThan(Math.max(...messages));
  });

  it('not if all messages are loaded', async () => {
    server.givenTurns(TURNS);
    await openChat();
    await expect.element(answerOf(TURNS)).toBeVisible();
    await emulateMedia({ media: 'print' });
    await expectCount(log.getByText('messages are missing here'), 0);
  });
});

it('the box of a done task keeps its fill in print, although browsers print no backgrounds by default', async () => {
  server.givenTurns(1, '\n\n- [x] bought\n- [ ] cooked');
  await openChat();
  await emulateMedia({ media: 'print' });
  const done = log.getByRole('img', { name: 'Done', exact: true });
  await expect.element(done).toBeVisible();
  expect(getComputedStyle(done.element()).printColorAdjust).toBe('exact');
});

describe('nothing is cut off at the edge of a sheet of A4:', () => {
  async function print(reply: string, ...files: readonly FileInfo[]): Promise<void> {
    await page.viewport(PAPER.width, PAPER.height);
    server.givenTurns(1, `\n\n${reply}`);
    const [question] = server.newest().messages.filter(({ role }) => role === 'user');
    Object.assign(question ?? expect.fail('no question'), { files });
    await openChat();
    await expect.element(answerOf(1)).toBeVisible();
    await emulateMedia({ media: 'print' });
  }
  const widest = () => document.documentElement.scrollWidth;
  const LONG_WORD = 'abcdefghij'.repeat(30);

  it.each([
    [
      'a long line of code',
      `\`\`\`js\nconst a = ${LONG_WORD}; ${'b = c; '.repeat(60)}\n\`\`\``,
      '[data-reply] pre',
    ],
    ...[2, 4, 6, 7, 20].map((columns) => [
      `a table with ${columns} columns`,
      tableOf(columns, `\`${LONG_WORD}\` ${LONG_WORD}`),
      '[data-reply] table',
    ]),
  ])('%s wraps', async (_, markdown, selector) => {
    await print(markdown);
    const element = page.getByCss(selector).element();
    for (const box of [element, parentOf(element), ...element.querySelectorAll('th, td')])
      expect(overflowOf(box)).toEqual([0, 0]);
    expect(widest()).toBe(PAPER.width);
  });

  it('the words of a table stay whole where they fit', async () => {
    await print(`| Documentation | Text |\n|---|---|\n| Internationally | ${'many words '.repeat(80)} |`);
    for (const cell of page.getByCss('[data-reply] :is(th, td):first-child').elements())
      expect(linesOf(cell)).toBe(1);
  });

  it('a wide formula, within text or alone, makes the page wider, which the browser then prints smaller', async () => {
    const sum = Array.from({ length: 40 }, (_, i) => `x_{${i}}`).join('+');
    await print(`So $${sum}$ is:\n\n$$\n${sum}\n$$`);
    await expectCount(page.getByCss('[data-reply] math'), 2);
    for (const formula of page.getByCss('[data-reply] math').elements()) {
      const ends = [...formula.querySelectorAll('mi')].map((part) => part.getBoundingClientRect().right);
      expect(Math.max(...ends)).toBeGreaterThan(PAPER.width);
      expect(widest()).toBeGreaterThanOrEqual(Math.floor(Math.max(...ends)));
    }
  });

  it.each([
    ['tall', 100, 3000],
    ['wide', 3000, 200],
  ])('a %s picture is shown whole', async (_, width, height) => {
    const given = givenPicture('a.png', { width, height });
    const expiresAt = '2100-01-01T00:00:00Z';
    const address = addressOfPicture(width, height);
    answer('getFileAddresses', { addresses: [{ fileId: given.fileId, address, expiresAt }] });
    await print('', given);
    const picture = log.getByRole('button', { name: 'Enlarge a.png' }).getByRole('presentation');
    const sizes = () => [picture.element(), parentOf(picture.element())].map(sizeOf);
    await expect.poll(() => sizes()[0]?.ratio).toBeCloseTo(width / height, 1);
    for (const size of sizes()) expect(size.height).toBeLessThan(PAPER.height);
    expect(overflowOf(parentOf(picture.element()))).toEqual([0, 0]);
    expect(widest()).toBe(PAPER.width);
  });

  it('a long name of a file wraps', async () => {
    await print('', givenFile(`${LONG_WORD}.pdf`));
    const name = page.getByCss(`[title="${LONG_WORD}.pdf"]`);
    await expect.element(name).toBeVisible();
    expect(overflowOf(name.element())).toEqual([0, 0]);
    expect(widest()).toBe(PAPER.width);
  });
});

const parentOf = (element: Element): Element => element.parentElement ?? document.documentElement;

const sizeOf = (element: Element) => {
  const { width, height } = element.getBoundingClientRect();
  return { height, ratio: width / height };
};
/** Returns how many pixels of the content reach over the box, to the right and below. */
const overflowOf = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) => [
  Math.max(0, scrollWidth - clientWidth),
  Math.max(0, scrollHeight - clientHeight),
];

/** Counts the lines of the text in an element. */
function linesOf(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}

function tableOf(columns: number, cell: string): string {
  const row = (text: string) => `|${` ${text} |`.repeat(columns)}`;
  return [row('Heading'), row('---'), row(cell)].join('\n');
}

/** Draws a picture and returns its `data:` address. */
function addressOfPicture(width: number, height: number): string {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  canvas.getContext('2d')?.fillRect(0, 0, width, height);
  return canvas.toDataURL();
}

const hasBox = (element: Element): boolean => element.getClientRects().length > 0;

/** Returns the messages that begin above the end of the message before. */
function overlaps(): (string | null)[] {
  let end = 0;
  return articles
    .elements()
    .filter((article) => {
      const { top, bottom } = article.getBoundingClientRect();
      const isOverlap = top < end || bottom <= top;
      end = bottom;
      return isOverlap;
    })
    .map(({ textContent }) => textContent);
}
