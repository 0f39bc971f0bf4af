/** Formulas in replies: drawn as MathML while the reply streams, and copied as TeX. */
import { afterEach, expect, it, vi } from 'vitest';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { expectCount } from '../../../../test/components/browser.ts';
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
