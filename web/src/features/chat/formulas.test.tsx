/** Formulas in replies: drawn as MathML while the reply streams, and copied as TeX. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { expectCount, focusOn, press } from '../../../../test/components/browser.ts';
import { articles, log, openChat, send } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';

startChats();
afterEach(() => vi.restoreAllMocks());

const reply = (): HTMLElement =>
  articles.last().element().querySelector<HTMLElement>('[data-reply]') ?? expect.fail('no reply');
const formulas = (): Element[] => [...reply().querySelectorAll('math')];

async function ask(text: string): Promise<void> {
  await openChat();
  server.replyWith(...(text.match(/[\s\S]{1,7}/g) ?? []), '\n\nThat is all.');
  await send('Show me');
  await expect.element(log.getByText('That is all.')).toBeInViewport();
}

/** Copies a range of the page, and returns the text. */
function copy(range: Range): string {
  document.getSelection()?.removeAllRanges();
  document.getSelection()?.addRange(range);
  const clipboardData = new DataTransfer();
  const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true });
  reply().dispatchEvent(event);
  return clipboardData.getData('text/plain');
}

it('formulas of all four delimiters are drawn as MathML, and prices stay text', async () => {
  await ask('Let $x^2$ and \\(y\\) be.\n\n$$\n\\frac{a}{b}\n$$\n\n\\[ \\sqrt{z} \\]\n\nIt costs $5 or $10.');
  await vi.waitFor(() => expect(formulas()).toHaveLength(4));
  expect(reply().querySelector('mfrac mi')?.textContent).toBe('a');
  expect(reply().querySelector('msup')?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML');
  expect(reply().innerText).toContain('It costs $5 or $10.');
  await expectAccessible();
});

it('TeX that is not valid is shown as it was written, and loads nothing', async () => {
  const hostile =
    '$\\href{javascript:alert(1)}{x}$ $\\includegraphics{https://evil.example/a.png}$ $\\frac{1}{$';
  await ask(`${hostile} and $ok$`);
  await vi.waitFor(() => expect(formulas().length).toBeGreaterThan(0));
  expect(reply().querySelector('a, img, [href], [src]')).toBeNull();
  expect(reply().innerText).toContain('\\frac{1}{');
  await expectCount(log.getByRole('link'), 0);
});

it('a selection is copied with the TeX of its formulas, also when it begins within one', async () => {
  await ask('Let $x^2$ be.\n\n$$\n\\frac{a}{b}\n$$\n\nSo it is.');
  await vi.waitFor(() => expect(formulas()).toHaveLength(2));
  const range = document.createRange();
  range.selectNodeContents(reply());
  expect(copy(range)).toBe('Let $x^2$ be.\n$$\n\\frac{a}{b}\n$$\nSo it is.\nThat is all.');
  const inside = reply().querySelector('msup mn')?.firstChild ?? expect.fail('no exponent');
  range.setStart(inside, 0);
  expect(copy(range)).toMatch(/^\$x\^2\$ be\./);
});

it('a nested list is copied with its formulas line by line', async () => {
  await ask('- One $a$\n  - Two $b$\n  - Three\n- Four');
  await vi.waitFor(() => expect(formulas()).toHaveLength(2));
  const range = document.createRange();
  range.selectNodeContents(reply());
  expect(
    copy(range)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(expect.arrayContaining(['One $a$', 'Two $b$', 'Three', 'Four']));
});

describe.each([320, 1440])('a formula wider than its line, %i pixels wide screen', (width) => {
  const TERMS = Array.from({ length: 80 }, (_, i) => `b_{${i}}`).join(' + ');
  const wide = log.getByRole('group', { name: 'Formula' });

  it.each([
    ['in a paragraph', `Let $x^2$ and $${TERMS}$ be.`],
    ['in an item of a list', `- Let $x^2$ and $${TERMS}$ be.`],
    ['in a display style', `Let $x^2$ and $$${TERMS}$$ be.`],
  ])('%s scrolls within the reply by keyboard, and a short one takes no focus', async (_, text) => {
    await page.viewport(width, 800);
    await ask(text);
    await expectCount(wide, 1);
    const { left, right } = reply().getBoundingClientRect();
    const box = wide.element().getBoundingClientRect();
    expect([box.left >= left, box.right <= right]).toEqual([true, true]);
    const short = formulas()[0]?.getBoundingClientRect() ?? expect.fail('no formula');
    expect(short.width).toBeLessThan(60);
    await focusOn(wide);
    await press('{End}{ArrowRight}');
    await expect.poll(() => wide.element().scrollLeft).toBeGreaterThan(0);
    await expectAccessible();
  });
});
