import type { Page } from 'playwright/test';
import { givenPlan } from '../support/given-plan.ts';
import { MODEL_CALLS } from '../support/model-call-rule.ts';
import { expect, openTab, send, test } from './fixtures.ts';

const picker = (page: Page) => page.getByRole('button', { name: /^Model: / });
const menu = (page: Page) => page.getByRole('menu', { name: 'Model' });
const choice = (page: Page, name: string) =>
  menu(page).getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
const wholeChat = (page: Page) =>
  menu(page).getByRole('menuitemcheckbox', { name: 'Use for this whole chat' });
const log = (page: Page) => page.getByRole('log');

async function open(page: Page): Promise<void> {
  await picker(page).click();
  await expect(menu(page).getByRole('menuitemradio')).not.toHaveCount(1);
}

async function lock(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse(/\/api\/chats\/[^/]+\/model$/);
  await open(page);
  await wholeChat(page).click();
  await choice(page, name).click();
  expect((await saved).status()).toBe(200);
}

test('a model is kept for a chat: another tab follows, a reload keeps it, and it can be given up', async ({
  chat,
}) => {
  const other = await openTab(chat);
  await expect(picker(other)).toHaveText('Auto');
  await lock(chat, 'DeepSeek');
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await expect(picker(other)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await send(chat, 'Who are you?');
  await expect(log(chat).getByText(/^DeepSeek · /)).toBeVisible();
  await expect(log(chat).getByText('DeepSeek V3.2, by DeepSeek, on Bedrock', { exact: true })).toBeVisible();
  await chat.reload();
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await other.bringToFront();
  await open(other);
  await expect(choice(other, 'Gemini 2.5')).toContainText('Gemma 4 31B, by Google, on Bedrock');
  await expect(wholeChat(other)).toBeChecked();
  await choice(other, 'Auto').click();
  await expect(picker(other)).toHaveText('Auto');
  await expect(picker(chat)).toHaveText('Auto');
});

test('a chat’s model that the plan no longer has is given up for Auto, and the message sent', async ({
  chat,
  stack,
  user,
}) => {
  await givenPlan(stack, user, { planType: 'monthly' });
  await lock(chat, 'Claude');
  await givenPlan(stack, user, { planType: 'monthly', expiresAt: 1 });
  await send(chat, 'Are you still there?');
  await expect(log(chat).getByText('That model is not part of your plan.')).toBeVisible();
  await chat.reload();
  await chat.getByRole('button', { name: 'Use Auto instead' }).click();
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  await expect(log(chat).getByText('That model is not part of your plan.')).toBeHidden();
  await expect(picker(chat)).toHaveText('Auto');
});

test('if a model is throttled before its first word, another model replies, and the reply says so', async ({
  chat,
  stack,
}) => {
  // A worker remembers which models failed in earlier tests; a new one does not.
  await stack.idle();
  stack.killWorker();
  stack.inner.faults.at({
    ...MODEL_CALLS,
    times: 2,
    effect: { fail: { code: 'ThrottlingException', status: 429 } },
  });
  await send(chat, 'Write a Python function that reads a CSV file.');
  await expect(log(chat).getByText('Gemini 2.5 · DeepSeek did not answer, so this model did.')).toBeVisible();
});
