/** The console's tab with users' feedback. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { ADMIN, openApp } from '../../../../../test/components/app.tsx';
import { expectCount, expectTexts, focusOn, narrow } from '../../../../../test/components/browser.ts';
import { answer, asked, held, refuse, unreachable } from '../../../../../test/components/server.ts';

const rows = page.getByRole('region', { name: 'Feedback' }).getByRole('rowheader');
const dialog = page.getByRole('dialog', { name: 'Conversation' });
const read = page.getByRole('button', { name: 'Read' });
const at = '2026-11-01T10:00:00.000Z';
const said = {
  id: `${at}#0a`,
  at,
  model: 'claude',
  reason: 'incorrect',
  text: 'No <b>blue</b>',
  hasConversation: true,
};
const silent = { id: `${at}#0b`, at, hasConversation: false };
const claude = { id: 'claude', displayName: 'House model', goodAt: 'Anything', isLocked: false };
const open = () => openApp('/admin/feedback', ADMIN);

beforeEach(() => answer('getAvailableModels', { models: [], details: [claude], efforts: ['quick'] }));

it('lists what users said, page by page', async () => {
  answer('listFeedback', { feedback: [said], nextCursor: said.id });
  await open();
  await expectTexts(rows, [/Not true.*No <b>blue<\/b>/]);
  answer('listFeedback', { feedback: [silent] });
  await page.getByRole('button', { name: 'Load more' }).click();
  await expectTexts(rows, [/Not true/, 'No reason given']);
  expect(asked('listFeedback').at(-1)?.input).toEqual({ cursor: said.id });
  await expectCount(read, 1);
  await expectAccessible();
});

it('the last page moves the focus from its button to the list, and leaves a focus that is elsewhere', async () => {
  const load = page.getByRole('button', { name: 'Load more' });
  answer('listFeedback', { feedback: [said], nextCursor: said.id });
  await open();
  await expect.element(load).toBeVisible();
  answer('listFeedback', { feedback: [silent] });
  await load.click();
  await expectCount(load, 0);
  await expect.element(page.getByRole('region', { name: 'Feedback' })).toHaveFocus();

  answer('listFeedback', { feedback: [said], nextCursor: said.id });
  await open();
  await expect.element(load).toBeVisible();
  const last = held('listFeedback', { feedback: [silent] });
  await load.click();
  await focusOn(read);
  await last.release();
  await expectCount(load, 0);
  await expect.element(read).toHaveFocus();
});

it('names the model of a reply as it is configured, and by its id if the names cannot be read', async () => {
  answer('listFeedback', { feedback: [said] });
  await open();
  await expect.element(page.getByRole('cell', { name: 'House model' })).toBeVisible();
  answer('getAvailableModels', unreachable());
  await openApp('/admin/feedback', { ...ADMIN, email: 'other@example.com' });
  await expect.element(page.getByRole('cell', { name: 'Claude' })).toBeVisible();
});

it('on a phone, reads a conversation only when it is asked for, and once', async () => {
  await narrow();
  answer('listFeedback', { feedback: [said] });
  answer('readFeedbackConversation', { question: 'Which colour?', reply: 'Green.\n\nReally.' });
  await open();
  await expect.element(read).toBeVisible();
  expect(asked('readFeedbackConversation')).toHaveLength(0);
  await read.click();
  await expect.element(dialog.getByText('Which colour?')).toBeVisible();
  await expect.element(dialog.getByText('Really.')).toBeVisible();
  await expectAccessible();
  expectNoSidewaysScroll();
  window.dispatchEvent(new Event('focus'));
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expectCount(dialog, 0);
  await expect.element(read).toHaveFocus();
  expect(asked('readFeedbackConversation')).toHaveLength(1);
});

it('a conversation that is gone says so, with a way to retry', async () => {
  answer('listFeedback', { feedback: [said] });
  answer(
    'readFeedbackConversation',
    refuse('feedback_not_found', 'There is no conversation with this feedback.'),
  );
  await open();
  await read.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/There is no conversation/);
  answer('readFeedbackConversation', { question: 'A', reply: 'B' });
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect.element(dialog.getByText('B', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('heading')).toHaveFocus();
});

it('without feedback the page says that there is none', async () => {
  answer('listFeedback', { feedback: [] });
  await open();
  await expect.element(page.getByText('Nobody has disliked a reply yet.')).toBeVisible();
});
