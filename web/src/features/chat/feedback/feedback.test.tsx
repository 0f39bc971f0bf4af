/** A dislike, and the dialog that asks what was wrong. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { FEEDBACK_TEXT_MAX_LENGTH } from '#contract/limits';
import { expectAccessible, expectNoSidewaysScroll } from '../../../../../test/components/accessible.ts';
import { reopenApp } from '../../../../../test/components/app.tsx';
import { emulateMedia, expectCount, narrow, press } from '../../../../../test/components/browser.ts';
import { article, composer, openChat, send } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { push } from '../../../../../test/components/socket.ts';

startChats();

const REPLY = 'A plain reply.';
const thumb = article(REPLY).getByRole('button', { name: 'Bad reply' });
const heart = article(REPLY).getByRole('button', { name: 'Like' });
const dialog = page.getByRole('dialog', { name: 'What was wrong with this reply?' });
const button = (name: string) => dialog.getByRole('button', { name });
const agreement = dialog.getByRole('checkbox', { name: 'Send this conversation with it' });
const text = dialog.getByRole('textbox', { name: 'Say more (optional)' });

async function givenReply(): Promise<void> {
  await openChat();
  await send('Is this good?');
  await expect.element(thumb).toBeVisible();
}
async function givenDialog(): Promise<void> {
  await givenReply();
  await thumb.click();
  await expect.element(dialog).toBeVisible();
}

it('the thumb is pressed at once, stays on a reload, and ends a like', async () => {
  await givenReply();
  await heart.click();
  await expect.element(heart).toHaveAttribute('aria-pressed', 'true');
  await thumb.click();
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'true');
  await expect.element(heart).toHaveAttribute('aria-pressed', 'false');
  await button('Skip').click();
  await expectCount(dialog, 0);
  expect(server.feedback).toEqual([]);
  await reopenApp();
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'false');
});

it('a second click takes the dislike back, and asks nothing', async () => {
  await givenDialog();
  await press('{Escape}');
  await expectCount(dialog, 0);
  await expect.element(thumb).toHaveFocus();
  await thumb.click();
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'false');
  await expectCount(dialog, 0);
});

it('what the user fills in is sent, with the conversation only if the user turns that on', async () => {
  await givenDialog();
  await expect.element(agreement).not.toBeChecked();
  await dialog.getByRole('radio', { name: 'It is not true' }).click();
  await text.fill('The sea is blue.');
  await button('Send feedback').click();
  await expectCount(dialog, 0);
  expect(server.feedback).toEqual([{ reason: 'incorrect', text: 'The sea is blue.' }]);
  await thumb.click();
  await thumb.click();
  await agreement.click();
  await button('Send feedback').click();
  await expectCount(dialog, 0);
  expect(server.feedback.at(-1)).toEqual({ withConversation: true });
});

it('a second click on Send sends nothing more; a failure keeps what was filled in', async () => {
  await givenDialog();
  await text.fill('x'.repeat(FEEDBACK_TEXT_MAX_LENGTH + 5));
  await expect.element(text).toHaveValue('x'.repeat(FEEDBACK_TEXT_MAX_LENGTH));
  server.holdFrames('likeMessage');
  const before = server.frames.length;
  await button('Send feedback').click();
  await button('Sending...').click({ force: true });
  expect(server.frames.length).toBe(before + 1);
  server.refuseFrames('likeMessage', 'internal');
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/could not be sent/);
  await expect.element(text).toHaveValue('x'.repeat(FEEDBACK_TEXT_MAX_LENGTH));
  server.accept('likeMessage');
  await button('Send feedback').click();
  await expectCount(dialog, 0);
  expect(server.feedback).toHaveLength(1);
});

it('feedback that is stored after its dialog was closed leaves a dialog opened since as it is', async () => {
  await givenDialog();
  server.holdFrames('likeMessage');
  await button('Send feedback').click();
  await press('{Escape}');
  await thumb.click();
  await thumb.click();
  await text.fill('It is too long.');
  server.accept('likeMessage');
  await expect.poll(() => server.feedback).toEqual([{}]);
  await button('Send feedback').click();
  await expect.poll(() => server.feedback).toEqual([{}, { text: 'It is too long.' }]);
});

it('a reply that another tab replaces leaves its dialog open, and refuses the feedback', async () => {
  await givenDialog();
  await text.fill('The sea is blue.');
  const { chatId = '', messages = [] } = server.chats[0] ?? {};
  const data = { ...{ chatId, requestId: 'r', createdAt: new Date().toISOString() }, content: 'Is it?' };
  push({ type: 'userMessage', data: { ...data, messageIndex: 1, replaces: true } });
  const { model, reason } = messages[2] ?? {};
  const reply = {
    ...data,
    content: 'Another reply.',
    messageIndex: 2,
    role: 'assistant',
    model,
    reason,
  } as const;
  push({ type: 'assistantMessage', data: { ...reply, status: 'complete' } });
  await expect.element(article('Another reply.')).toBeVisible();
  await expect.element(text).toHaveFocus();
  await button('Send feedback').click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/no longer shows this reply/);
  await expect.element(text).toHaveValue('The sea is blue.');
  expect(server.feedback).toEqual([]);
  await button('Skip').click();
  await expect.element(composer).toHaveFocus();
});

it('a dislike on another device is shown, and so is its removal', async () => {
  await givenReply();
  const [chat] = server.chats;
  const data = { chatId: chat?.chatId ?? '', messageIndex: 2, liked: false };
  push({ type: 'messageLiked', data: { ...data, disliked: true } });
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'true');
  push({ type: 'messageLiked', data });
  await expect.element(thumb).toHaveAttribute('aria-pressed', 'false');
});

it('the dialog is accessible and fits a narrow screen, light and dark', async () => {
  await givenDialog();
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme });
    await expectAccessible();
  }
  await narrow();
  await expectAccessible();
  expectNoSidewaysScroll();
  await expect.element(button('Send feedback')).toBeVisible();
});

it('on a phone, the dialog is filled in and sent, and the focus returns to the thumb', async () => {
  await narrow();
  await givenDialog();
  await dialog.getByRole('radio', { name: 'It is not true' }).click();
  await text.fill('The sea is blue.');
  await agreement.click();
  await expectAccessible();
  await button('Send feedback').click();
  await expectCount(dialog, 0);
  await expect.element(thumb).toHaveFocus();
  expect(server.feedback).toEqual([
    { reason: 'incorrect', text: 'The sea is blue.', withConversation: true },
  ]);
});
