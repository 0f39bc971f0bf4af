import type { Page } from 'playwright/test';
import { givenPlan } from '../support/given-plan.ts';
import { expect, openTab, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const line = (page: Page) => log(page).getByRole('button', { name: /^(Thinking|Thought)/ });
const effort = (page: Page) => page.getByRole('button', { name: /^Effort: / });

test('thoughts are folded above the reply, on every page that is open, and only their time outlives a reload', async ({
  chat,
  stack,
}) => {
  const model = stack.replyByHand();
  await send(chat, 'A riddle');
  await model.started;
  model.write({ thinking: 'First I read the *riddle*. ' });
  await expect(line(chat)).toHaveAccessibleName('Thinking...');
  await expect(line(chat)).toHaveText(/^Thinking\.\.\.\d+ s$/);
  await expect(log(chat).getByText('First I read')).toBeHidden();
  await line(chat).press('Enter');
  await expect(log(chat).getByText('First I read the riddle.')).toBeVisible();

  const late = await openTab(chat);
  await expect(line(late)).toHaveAccessibleName('Thinking...');
  await chat.reload();
  await expect(line(chat)).toHaveAccessibleName('Thinking...');
  model.write({ thinking: 'Then I know.' });
  for (const page of [chat, late]) {
    await line(page).click();
    await expect(log(page).getByText('First I read the riddle. Then I know.')).toBeVisible();
  }
  model.write('The answer is 7.');
  model.end();
  for (const page of [chat, late]) {
    await expect(line(page)).toHaveAccessibleName(/^Thought for \d+ seconds?$/);
    await expect(log(page).getByText('The answer is 7.')).toBeVisible();
    await expect(log(page).getByText('Then I know.')).toBeVisible();
  }
  await chat.reload();
  await expect(log(chat).getByText(/^Thought for \d+ seconds?$/)).toBeVisible();
  await expect(line(chat)).toHaveCount(0);
});

test('an effort is kept for a chat: another tab follows, a reload keeps it, and the model is told', async ({
  chat,
  stack,
  user,
}) => {
  await givenPlan(stack, user, { planType: 'monthly' });
  await chat.reload();
  const other = await openTab(chat);
  await expect(effort(chat)).toHaveAccessibleName('Effort: Balanced');
  const saved = chat.waitForResponse(/\/api\/chats\/[^/]+\/effort$/);
  await effort(chat).click();
  await chat.getByRole('menuitemradio', { name: /^Thorough/ }).click();
  expect((await saved).status()).toBe(200);
  for (const page of [chat, other]) await expect(effort(page)).toHaveAccessibleName('Effort: Thorough');
  await chat.reload();
  await expect(effort(chat)).toHaveAccessibleName('Effort: Thorough');
  await chat.getByRole('button', { name: /^Model: / }).click();
  await chat.getByRole('menuitemradio', { name: /^Claude/ }).click();
  await send(chat, 'A hard question');
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  expect(stack.lastModelCall()?.additionalModelRequestFields).toMatchObject({
    output_config: { effort: 'high' },
  });
});

test('a reply with thoughts but no text says so, and can be retried', async ({ chat, stack }) => {
  stack.replyWith({ thinking: 'I think and think.' }, { stop: 'max_tokens' });
  await send(chat, 'Everything');
  await expect(log(chat).getByText('The model used all its room to think and wrote no reply.')).toBeVisible();
  await expect(line(chat)).toHaveAccessibleName(/^Thought for/);
  stack.replyWith('An answer after all.');
  await log(chat).getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByText('An answer after all.')).toBeVisible();
  await expect(log(chat).getByText('used all its room')).toBeHidden();
});
