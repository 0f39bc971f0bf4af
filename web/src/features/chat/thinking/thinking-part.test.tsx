/** Thoughts above a reply, while the model thinks and afterwards. */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/components/accessible.ts';
import { reopenApp } from '../../../../../test/components/app.tsx';
import { expectCount, focusOn, press } from '../../../../../test/components/browser.ts';
import { log, openChat, send } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';

startChats();

const now = page.getByRole('button', { name: 'Thinking...' });
const done = page.getByRole('button', { name: /^Thought for/ });
/** Waits until screen readers are told these words. */
const expectTold = (words: string) =>
  expect.element(page.getByRole('status').filter({ hasText: words })).toBeInTheDocument();

async function givenThinking(ms = 0) {
  await openChat();
  const reply = server.replyByHand();
  await send('A riddle');
  await reply.started;
  reply.think('First I *read* it. ', ms);
  await expect.element(now).toBeVisible();
  return reply;
}

describe('a model that thinks', () => {
  it('is said to think, with seconds since its first thought, and its thoughts are folded', async () => {
    await givenThinking(65_000);
    await expect.element(now).toHaveAttribute('aria-expanded', 'false');
    await expect.element(now).toMatchTextContent(/^Thinking\.\.\.6[5-9] s$/);
    await expectCount(log.getByText('First I read it.'), 0);
    await expectTold('The model is thinking.');
    await expectAccessible();
  });

  it('shows its thoughts as they come, opened and folded by keyboard', async () => {
    const reply = await givenThinking();
    await focusOn(now);
    await press('{Enter}');
    await expect.element(now).toHaveAttribute('aria-expanded', 'true');
    await expect.element(log.getByText('First I read it.')).toBeVisible();
    reply.think('Then I look for a rule.', 500);
    await expect.element(log.getByText('Then I look for a rule.')).toBeVisible();
    await expectAccessible();
    await press('{Enter}');
    await expectCount(log.getByText('Then I look for a rule.'), 0);
    await expect.element(now).toHaveFocus();
  });

  it('has one line when the reply begins, which still opens the thoughts and keeps them open', async () => {
    const reply = await givenThinking();
    await now.click();
    reply.think('Then I know.', 12_300);
    reply.write('The answer is 7.');
    await expect.element(done).toHaveAccessibleName('Thought for 12 seconds');
    await expect.element(done).toHaveAttribute('aria-expanded', 'true');
    await expectTold('The model has finished thinking.');
    await expect.element(log.getByText('The answer is 7.')).toBeVisible();
    reply.end();
    await expectTold('The reply is complete.');
    await expect.element(log.getByText('Then I know.')).toBeVisible();
    await expectAccessible();
  });

  it('keeps the line after a reload, with nothing to open', async () => {
    const reply = await givenThinking();
    reply.think('Then I know.', 61_000);
    reply.write('The answer is 7.');
    reply.end();
    await expect.element(done).toBeVisible();
    await reopenApp();
    await expect.element(log.getByText('Thought for 1 minute 1 second')).toBeVisible();
    await expectCount(done, 0);
  });

  it('can be stopped, and the line says how long it thought', async () => {
    const reply = await givenThinking();
    reply.think('Then I wait.', 2_000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect.element(log.getByText('Stopped')).toBeVisible();
    await expect.element(done).toHaveAccessibleName('Thought for 2 seconds');
  });

  it('whose provider keeps the thoughts to itself says so, and then has nothing to open', async () => {
    await openChat();
    const reply = server.replyByHand();
    await send('A riddle');
    await reply.started;
    reply.think('', 0);
    await now.click();
    await expect.element(log.getByText('does not show what it thinks')).toBeVisible();
    reply.think('', 3_000);
    reply.write('The answer is 7.');
    await expect.element(log.getByText('Thought for 3 seconds')).toBeVisible();
    await expectCount(done, 0);
  });
});

it('a reply with thoughts but no text says so, and can be retried', async () => {
  const reply = await givenThinking();
  reply.think('Then I think on.', 9_000);
  reply.end('failed', 'reply_only_thought');
  const problem = log.getByText('The model used all its room to think and wrote no reply.');
  await expect.element(problem).toBeVisible();
  await expect.element(done).toHaveAccessibleName('Thought for 9 seconds');
  server.replyWith('An answer after all.');
  await log.getByRole('button', { name: 'Retry' }).click();
  await expect.element(log.getByText('An answer after all.')).toBeVisible();
  await expectCount(problem, 0);
});

it('a reply without thoughts has no line about them', async () => {
  await openChat();
  await send('Hello');
  await expect.element(log.getByText('A plain reply.')).toBeVisible();
  await expectCount(log.getByText(/Thought|Thinking/), 0);
});
