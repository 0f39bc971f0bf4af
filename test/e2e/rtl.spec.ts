/** Right-to-left text is laid out right, beside text that runs the other way. */
import type { Locator } from 'playwright/test';
import { composer, expect, send, test } from './fixtures.ts';

const ARABIC = 'كيف حالك اليوم؟ أرسل لي الملف report.pdf من فضلك.';
const HEBREW = 'שלום! הנה **תשובה** עם `code` בתוכה.\n\n- פריט ראשון\n- פריט שני\n\nAnd one in English.';
const CODE = '\n\n```js\nconst answer = 42;\n```\n\n| שם | ערך |\n|---|---|\n| אחד | one |';

const directionOf = (element: Locator): Promise<string> =>
  element.evaluate((found) => found.ownerDocument.defaultView?.getComputedStyle(found).direction ?? '');

/** The text begins at this edge of its box. */
const startOf = (element: Locator): Promise<string> =>
  element.evaluate((found) => {
    const range = found.ownerDocument.createRange();
    range.selectNodeContents(found);
    const [text, box] = [range.getBoundingClientRect(), found.getBoundingClientRect()];
    return box.right - text.right < text.left - box.left ? 'right' : 'left';
  });

test('messages and replies run the way their script does, code runs left to right', async ({
  chat,
  stack,
}) => {
  const messages = chat.getByRole('log');
  await composer(chat).fill(ARABIC);
  expect(await directionOf(composer(chat))).toBe('rtl');
  stack.replyWith(HEBREW, CODE);
  await send(chat, ARABIC);
  await expect(messages.getByRole('table')).toBeVisible();

  expect(await directionOf(messages.getByText(ARABIC))).toBe('rtl');
  expect(await directionOf(messages.locator('p', { hasText: 'שלום' }))).toBe('rtl');
  expect(await startOf(messages.locator('p', { hasText: 'שלום' }))).toBe('right');
  expect(await directionOf(messages.getByRole('listitem').first())).toBe('rtl');
  expect(await directionOf(messages.locator('ul').first())).toBe('rtl');
  expect(await directionOf(messages.getByText('And one in English.'))).toBe('ltr');
  expect(await directionOf(messages.locator('pre', { hasText: 'const answer' }))).toBe('ltr');
  expect(await directionOf(messages.getByRole('cell', { name: 'אחד' }))).toBe('rtl');
  expect(await directionOf(messages.getByRole('cell', { name: 'one' }))).toBe('ltr');
});

test('a name that runs right to left does so in the list, beside others', async ({ chat, stack, user }) => {
  const chats = chat.getByRole('navigation', { name: 'Chats' });
  const id = chat.url().split('/').at(-1) ?? '';
  for (const [newName, direction] of [
    ['محادثة عن السفر', 'rtl'],
    ['A talk about travel', 'ltr'],
  ] as const) {
    await stack.http('PUT', `/api/chats/${id}/name`, { token: user.token, body: { newName } });
    await expect(chats.getByText(newName)).toBeVisible();
    expect(await directionOf(chats.getByText(newName))).toBe(direction);
  }
});
