/** Choosing who answers, and what is left of the day (docs/safety.md 16 and 17). */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright/test';
import { switchKey } from '../../lambdas/store/spend.ts';
import { givenPlan } from '../support/plans.ts';
import { composer, expect, expectAccessible, send, signIn, test } from './fixtures.ts';

const DAY_SECONDS = 86_400;
const picker = (page: Page) => page.getByRole('button', { name: /^Model: / });
const menu = (page: Page) => page.getByRole('menu', { name: 'Model' });
const choice = (page: Page, name: string) =>
  menu(page).getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
const wholeChat = (page: Page) =>
  menu(page).getByRole('menuitemcheckbox', { name: 'Use for this whole chat' });
const log = (page: Page) => page.getByRole('log');
const wall = (page: Page) => page.getByRole('alert').filter({ hasText: 'That’s all for today' });
const line = (page: Page) => page.getByText(/messages left today/);

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

test('a model is picked for the next message by the keyboard, and the reply names it with a reason', async ({
  chat,
}) => {
  await expect(picker(chat)).toHaveText('Auto');
  await picker(chat).press('Enter');
  await expect(choice(chat, 'Auto')).toBeFocused();
  await expect(choice(chat, 'DeepSeek')).toBeVisible();
  await expectAccessible(chat);
  await chat.keyboard.press('Escape');
  await expect(menu(chat)).toBeHidden();
  await expect(picker(chat)).toBeFocused();
  await picker(chat).press('Enter');
  await choice(chat, 'DeepSeek').focus();
  await chat.keyboard.press('Enter');
  await expect(menu(chat)).toBeHidden();
  await expect(composer(chat)).toBeFocused();
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for the next message');
  await send(chat, 'Who are you?');
  await expect(log(chat).getByText('DeepSeek · You chose this model.')).toBeVisible();
  await expect(picker(chat)).toHaveText('Auto');
  await expectAccessible(chat);
});

test('a model is kept for a chat: another tab follows, a reload keeps it, and it can be given up', async ({
  chat,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(picker(other)).toHaveText('Auto');
  await lock(chat, 'DeepSeek');
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await expect(picker(other)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await send(chat, 'Who are you?');
  await expect(log(chat).getByText(/^DeepSeek · /)).toBeVisible();
  await chat.reload();
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for this chat');
  await open(other);
  await expect(wholeChat(other)).toBeChecked();
  await choice(other, 'Auto').click();
  await expect(picker(other)).toHaveText('Auto');
  await expect(picker(chat)).toHaveText('Auto');
});

test('a reply is asked for again with another model', async ({ chat }) => {
  await open(chat);
  await choice(chat, 'DeepSeek').click();
  await send(chat, 'Who are you?');
  await expect(log(chat).getByText(/^DeepSeek · /)).toBeVisible();
  await chat.getByRole('button', { name: 'Retry with...' }).click();
  const others = chat.getByRole('menu', { name: 'Retry with...' });
  await expect(others.getByRole('menuitem', { name: /^Gemini 2.5/ })).toBeFocused();
  await expect(others.getByRole('menuitem', { name: /^DeepSeek/ })).toBeHidden();
  await expect(others.getByRole('menuitem', { name: /^Claude/ })).toHaveAttribute('href', '/payment-page');
  await others.getByRole('menuitem', { name: /^Gemini 2.5/ }).click();
  await expect(log(chat).getByText('Gemini 2.5 · You chose this model.')).toBeVisible();
  await expect(log(chat).getByText(/^DeepSeek · /)).toBeHidden();
});

test('models of Premium are locked for a free user and lead to it; a plan opens them', async ({
  chat,
  stack,
  user,
}) => {
  await composer(chat).fill('Half a thought');
  await open(chat);
  const claude = menu(chat).getByRole('menuitem', { name: /^Claude Part of Premium\. Upgrade to use it\.$/ });
  await claude.click();
  await expect(chat).toHaveURL('/payment-page');
  await chat.goBack();
  await expect(composer(chat)).toHaveValue('Half a thought');
  await givenPlan(stack, user, { planType: 'monthly' });
  await open(chat);
  await choice(chat, 'Claude').click();
  await send(chat, 'Who are you?');
  await expect(log(chat).getByText('Claude · You chose this model.')).toBeVisible();
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

test('a model that has no room before its first word is stood in for, and the reply says so', async ({
  chat,
  stack,
}) => {
  stack.inner.faults.at({
    service: 'bedrock',
    action: 'ConverseStream',
    times: 2,
    effect: { fail: { code: 'ThrottlingException', status: 429 } },
  });
  await send(chat, 'Write a Python function that reads a CSV file.');
  await expect(log(chat).getByText('Gemini 2.5 · DeepSeek did not answer, so this model did.')).toBeVisible();
});

test('what is known of the models is there without a connection', async ({
  chat,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/WebSocket|ERR_INTERNET_DISCONNECTED/);
  await open(chat);
  await chat.keyboard.press('Escape');
  await context.setOffline(true);
  await open(chat);
  await choice(chat, 'DeepSeek').click();
  await expect(picker(chat)).toHaveAccessibleName('Model: DeepSeek, for the next message');
  await open(chat);
  await wholeChat(chat).click();
  await expect(chat.getByText('The model of this chat could not be changed.')).toBeVisible();
  await context.setOffline(false);
});

test('while replies are paused the text is kept, and sent when they go on', async ({ chat, stack }) => {
  const { documents, table } = stack.inner.dynamodb;
  const TableName = table('Usage');
  const at = new Date().toISOString();
  await documents.send(
    new PutCommand({ TableName, Item: { ...switchKey(), stopped: true, at, by: 'nobody' } }),
  );
  await send(chat, 'Hello?');
  const refused = log(chat).getByRole('article').filter({ hasText: 'Hello?' });
  await expect(refused).toContainText('Replies are paused for the moment. Your message was not sent');
  await expectAccessible(chat);
  await documents.send(new DeleteCommand({ TableName, Key: switchKey() }));
  await refused.getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
});

test('what is left of the day is told when it is little, for guests too', async ({ page, stack, user }) => {
  stack.replyWith('A plain reply.');
  await stack.useUpTo(user, 39);
  await signIn(page, user);
  await send(page, 'The 40th of 50.');
  await expect(line(page)).toHaveText(
    /^10 of 50 messages left today\. Resets at 00:00 UTC \(in \d+ (h|min)\)\.$/,
  );
  await expect(page.getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute(
    'href',
    '/payment-page',
  );
  await expectAccessible(page);
  await page.reload();
  await expect(line(page)).toHaveText(/^10 of 50 messages left today\./);
  await givenPlan(stack, user, { planType: 'monthly' });
  await page.evaluate("window.dispatchEvent(new Event('focus'))");
  await expect(line(page)).toBeHidden();
});

test('a guest is told what is left before the limit is reached', async ({ page, stack }) => {
  stack.replyWith('A plain reply.');
  const input = page.getByPlaceholder(/^Message [^.]+$/);
  const say = async (text: string) => {
    await input.fill(text);
    await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
    await input.press('Enter');
  };
  await page.goto('/guest');
  await say('First.');
  await expect(log(page).getByText('A plain reply.')).toBeVisible();
  await expect(line(page)).toBeHidden();
  await stack.useUpTo({ owner: `guest:${await page.evaluate("localStorage.getItem('guestChatId')")}` }, 6);
  await say('Seventh.');
  await expect(line(page)).toHaveText(/^3 of 10 messages left today\./);
  await expectAccessible(page);
});

test('at the limit a panel says so and keeps the text; after midnight it is sent', async ({
  chat,
  stack,
  user,
  expectedErrors,
}) => {
  // The day moves on for the server alone: the browser's tokens are suddenly over, and renewed.
  expectedErrors.push(/handshake: Unexpected response code: 403/, /status of 40[01]/);
  await stack.useUpTo(user, 49);
  await send(chat, 'The last of today.');
  await expect(wall(chat)).toContainText('You have used all 50 messages for today. Resets at 00:00 UTC');
  await expect(wall(chat).getByRole('link', { name: 'Upgrade to Premium' })).toHaveAttribute(
    'href',
    '/payment-page',
  );
  await send(chat, 'One too many.');
  const refused = log(chat).getByRole('article').filter({ hasText: 'One too many.' });
  await expect(refused).toContainText('You have reached the daily limit.');
  await expectAccessible(chat);
  await chat.reload();
  await expect(wall(chat)).toBeVisible();
  const now = stack.inner.clock.now();
  stack.moveClock(DAY_SECONDS * 1_000 - (now % (DAY_SECONDS * 1_000)) + 1_000);
  await expect(refused).toContainText(/You can try again at .+ \(in .+\)\./);
  await chat.evaluate("window.dispatchEvent(new Event('focus'))");
  await refused.getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByText('A plain reply.')).toHaveCount(2);
  await expect(wall(chat)).toBeHidden();
});
