import type { Page } from 'playwright/test';
import { expect, openTab, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const line = (page: Page) => log(page).getByRole('button', { name: /^(Thinking|Thought)/ });

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
