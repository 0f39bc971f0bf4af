/** Actions on messages: likes, copies, editing, Skip, and finding one's way in long chats. */
import type { Page } from 'playwright/test';
import { composer, expect, expectAccessible, fillHostedUi, send, test } from './fixtures.ts';

const log = (page: Page) => page.getByRole('log');
const article = (page: Page, text: string) => log(page).getByRole('article').filter({ hasText: text });
const heart = (page: Page, text: string) => article(page, text).getByRole('button', { name: 'Like' });
const CLIPBOARD = 'navigator.clipboard.readText()';
const chatIdOf = (page: Page): string => page.url().split('/').at(-1) ?? '';

test('the heart flips at once, stays on a reload, and is on replies alone [S2.like.1 S4.like.1 S4.like.2]', async ({
  chat,
  stack,
  user,
}) => {
  await send(chat, 'Do you like this?');
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'false');
  await heart(chat, 'A plain reply.').click();
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
  await expect(log(chat).getByText(/thank you/i)).toBeInViewport();
  await expect(log(chat).getByRole('button', { name: 'Like' })).toHaveCount(1);
  await expect(chat.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
  await expect
    .poll(async () =>
      (await stack.history(user, chatIdOf(chat))).find(({ messageIndex }) => messageIndex === 2),
    )
    .toMatchObject({ liked: true });
  await chat.reload();
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
  await heart(chat, 'A plain reply.').click();
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'false');
  await expectAccessible(chat);
});

test('the click on a heart does not reach the message [S4.like.3]', async ({ chat }) => {
  await send(chat, 'Do you like this?');
  await expect(heart(chat, 'A plain reply.')).toBeVisible();
  await chat.evaluate(
    "document.addEventListener('click', () => document.body.setAttribute('data-reached', ''))",
  );
  await heart(chat, 'A plain reply.').click();
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
  await expect(chat.locator('body')).not.toHaveAttribute('data-reached');
  await article(chat, 'A plain reply.').getByText('A plain reply.').click();
  await expect(chat.locator('body')).toHaveAttribute('data-reached');
});

test('a like that fails is taken back', async ({ chat, context, expectedErrors }) => {
  expectedErrors.push(/WebSocket|ERR_/);
  await send(chat, 'Do you like this?');
  await expect(heart(chat, 'A plain reply.')).toBeVisible();
  await context.setOffline(true);
  await heart(chat, 'A plain reply.').click();
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
  await context.setOffline(false);
  await expect(heart(chat, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
});

test('after a like the thanks are scrolled to, also when they are far away [S4.like.4 S4.like.5]', async ({
  chat,
  stack,
  user,
}) => {
  await stack.fillChat(user, chatIdOf(chat), 30);
  await chat.reload();
  await heart(chat, 'Stored answer 30').click();
  await expect(log(chat).getByText(/thank you/i)).toBeInViewport();
  await expect(async () => {
    await log(chat).hover();
    await chat.mouse.wheel(0, -4_000);
    await expect(log(chat).getByText('Stored answer 1', { exact: true })).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(log(chat).getByText(/thank you/i)).not.toBeInViewport();
  await article(chat, 'Stored answer 1')
    .filter({ has: chat.getByText('Stored answer 1', { exact: true }) })
    .getByRole('button', { name: 'Like' })
    .click();
  await expect(log(chat).getByText(/thank you/i)).toBeInViewport();
});

test('two devices show the same likes', async ({ chat, context }) => {
  await send(chat, 'Do you like this?');
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(heart(other, 'A plain reply.')).toHaveAttribute('aria-pressed', 'false');
  await heart(chat, 'A plain reply.').click();
  await expect(heart(other, 'A plain reply.')).toHaveAttribute('aria-pressed', 'true');
});

test('a message can be copied, and a refused clipboard is told of', async ({ chat, context }) => {
  await send(chat, 'Copy **this**');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const copy = article(chat, 'A plain reply.').getByRole('button', { name: 'Copy' });
  await copy.click();
  await expect(article(chat, 'A plain reply.').getByText('Copied', { exact: true })).toBeVisible();
  expect(await chat.evaluate(CLIPBOARD)).toBe('A plain reply.');
  await article(chat, 'Copy **this**').getByRole('button', { name: 'Copy' }).click();
  expect(await chat.evaluate(CLIPBOARD)).toBe('Copy **this**');
  await chat.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error()) },
    });
  });
  await copy.click();
  await expect(article(chat, 'A plain reply.').getByText('Could not copy')).toBeVisible();
});

test('the last message can be changed and sent anew; Escape leaves it, and keeps what was typed', async ({
  chat,
  stack,
  user,
  context,
}) => {
  await send(chat, 'What is teh answer?');
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(log(other).getByText('A plain reply.')).toBeVisible();
  const edit = chat.getByRole('button', { name: 'Edit' });
  const editor = chat.getByRole('textbox', { name: 'Edit your message' });
  await edit.click();
  await expect(editor).toBeFocused();
  await editor.fill('What is the answer?');
  await editor.press('Escape');
  await expect(editor).toBeHidden();
  await expect(log(chat).getByText('What is teh answer?')).toBeVisible();
  await edit.focus();
  await edit.press('Enter');
  await expect(editor).toHaveValue('What is the answer?');
  await expectAccessible(chat);
  stack.replyWith('Forty-two.');
  await editor.press('Enter');
  for (const page of [chat, other]) {
    await expect(log(page).getByText('Forty-two.')).toBeVisible();
    await expect(log(page).getByText('What is the answer?')).toBeVisible();
    await expect(log(page).getByText('What is teh answer?')).toHaveCount(0);
    await expect(log(page).getByText('A plain reply.')).toHaveCount(0);
  }
  await expect(composer(chat)).toBeFocused();
  const stored = await stack.history(user, chatIdOf(chat));
  expect(stored.slice(1).map(({ content }) => content)).toEqual(['What is the answer?', 'Forty-two.']);
});

test('a reply can be generated again, in the place of the one before', async ({ chat, stack, user }) => {
  await send(chat, 'Say something');
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  stack.replyWith('Another reply.');
  await chat.getByRole('button', { name: 'Regenerate' }).click();
  await expect(log(chat).getByText('Another reply.')).toBeVisible();
  await expect(log(chat).getByText('A plain reply.')).toHaveCount(0);
  await expect(log(chat).getByText('Say something')).toHaveCount(1);
  const stored = await stack.history(user, chatIdOf(chat));
  expect(stored.slice(1).map(({ content }) => content)).toEqual(['Say something', 'Another reply.']);
});

test('a reply that failed is tried again without asking twice', async ({ chat, stack, user }) => {
  stack.failModelWith('ThrottlingException');
  await send(chat, 'Hello?');
  await expect(chat.getByText('The model is busy right now. Please try again.')).toBeVisible();
  await expectAccessible(chat);
  stack.replyWith('Here again.');
  await chat.getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByText('Here again.')).toBeVisible();
  await expect(log(chat).getByText('Hello?')).toHaveCount(1);
  expect((await stack.history(user, chatIdOf(chat))).filter(({ role }) => role === 'user')).toHaveLength(1);
});

test('a refused message stays in its place, also after a reload; it can be changed, sent and discarded', async ({
  chat,
  stack,
  user,
}) => {
  await stack.useUpTo(user, 10_000);
  await send(chat, 'One too many');
  const unsent = article(chat, 'One too many');
  await expect(unsent.getByText('Not sent')).toBeVisible();
  // Before the day's limit is over, another try would be refused, too.
  await expect(unsent.getByText(/You can try again at .+ \(in .+\)\./)).toBeVisible();
  await expect(unsent.getByRole('button', { name: 'Retry' })).toHaveCount(0);
  await expectAccessible(chat);
  await stack.useUpTo(user, 0);
  await chat.reload();
  await expect(unsent.getByText('Not sent')).toBeVisible();
  await expect(unsent.getByRole('button', { name: 'Retry' })).toBeVisible();
  await send(chat, 'Said later');
  await expect(log(chat).getByText('A plain reply.')).toBeInViewport();
  await expect(log(chat).getByRole('article')).toContainText([/.*/, 'One too many', 'Said later', 'A plain']);
  await chat.reload();
  await expect(log(chat).getByRole('article')).toContainText([/.*/, 'One too many', 'Said later', 'A plain']);

  await unsent.getByRole('button', { name: 'Edit' }).last().click();
  await chat.getByRole('textbox', { name: 'Edit your message' }).fill('One that fits');
  stack.replyWith('It fits.');
  await chat.keyboard.press('Enter');
  await expect(log(chat).getByText('It fits.')).toBeInViewport();
  await expect(unsent).toHaveCount(0);
  expect((await stack.history(user, chatIdOf(chat))).slice(1).map(({ content }) => content)).toEqual([
    'Said later',
    'A plain reply.',
    'One that fits',
    'It fits.',
  ]);
});

test('after a tall message that was refused, the view follows what is sent next', async ({
  chat,
  stack,
  user,
}) => {
  await stack.useUpTo(user, 10_000);
  const tall = Array.from({ length: 120 }, (_, i) => `Line ${i}`).join('\n');
  await send(chat, tall);
  const unsent = article(chat, 'Line 119');
  await expect(unsent.getByText('Not sent')).toBeInViewport();
  await stack.useUpTo(user, 0);
  stack.replyWith(...Array.from({ length: 40 }, (_, i) => `Reply ${i}.\n\n`), 'The last line.');
  await send(chat, 'Something short');
  await expect(log(chat).getByText('The last line.')).toBeInViewport();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(log(chat).getByText('The last line.')).toBeInViewport();

  await chat.reload();
  await expect(log(chat).getByText('The last line.')).toBeInViewport();
  await expect(async () => {
    await log(chat).hover();
    await chat.mouse.wheel(0, -1_000);
    await unsent.getByText('Not sent').scrollIntoViewIfNeeded({ timeout: 500 });
  }).toPass();
  await expect(log(chat).getByRole('article')).toContainText([
    'Line 119',
    'Something short',
    'The last line.',
  ]);
  await unsent.getByRole('button', { name: 'Discard' }).click();
  await expect(unsent).toHaveCount(0);
  await expect(composer(chat)).toBeFocused();
  await chat.reload();
  await expect(log(chat).getByText('The last line.')).toBeInViewport();
  await expect(unsent).toHaveCount(0);
});

/** As if it was pasted; Chromium needs a minute to insert thousands of lines by itself. */
const paste = (page: Page, text: string) =>
  composer(page).evaluate((field, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);

test('a text that does not fit a frame is refused in the input, which counts what counts and keeps it', async ({
  chat,
}) => {
  const hint = chat.locator('#composer-hint');
  for (const text of ['é'.repeat(19_000), 'a\n'.repeat(9_000), '漢'.repeat(12_000), '👋'.repeat(9_000)]) {
    await paste(chat, text);
    const counted = /^([\d,]+) \/ ([\d,]+)$/;
    await expect(hint).toHaveText(counted);
    const [, limit = ''] = counted.exec((await hint.textContent()) ?? '')?.slice(1) ?? [];
    expect(Number(limit.replace(',', ''))).toBeLessThan(text.trim().length);
    await composer(chat).press('Enter');
    await expect(hint).toHaveRole('alert');
    await expect(hint).toContainText(`a message like this may have ${limit}.`);
    await expect(composer(chat)).toHaveValue(text);
    await expect(log(chat).getByRole('article')).toHaveCount(1);
  }
  await expectAccessible(chat);
  await composer(chat).fill('é'.repeat(15_000));
  await expect(hint).toHaveText(/^15,000 \/ 16,\d{3}$/);
  await composer(chat).press('Enter');
  await expect(log(chat).getByText('A plain reply.')).toBeInViewport();
});

test("the text 'Loading...' marks a pending message: plain, in a loading style, without a heart [S4.loading.1]", async ({
  chat,
  stack,
  context,
}) => {
  const other = await context.newPage();
  await other.goto(chat.url());
  await expect(composer(other)).toBeVisible();
  const reply = stack.replyByHand();
  await send(chat, 'Take your time');
  await reply.started;
  await expect(chat.getByRole('img', { name: 'Generating response...' })).toBeVisible();
  const pending = article(other, 'Loading...');
  await expect(pending.locator('.placeholder-text')).toHaveText('Loading...');
  await expect(pending.getByRole('button')).toHaveCount(0);
  reply.write('Here **it** is.');
  reply.end();
  await expect(log(other).getByText('Here it is.')).toBeVisible();
  await expect(pending).toHaveCount(0);
  await expect(heart(other, 'Here it is.')).toBeVisible();
});

test('real text is shown as rich markup [S4.loading.2]', async ({ chat, stack }) => {
  stack.replyWith('# Title\n\nsome **bold** text');
  await send(chat, 'Show me');
  await expect(log(chat).getByRole('heading', { name: 'Title' })).toBeVisible();
  await expect(log(chat).locator('strong', { hasText: 'bold' })).toBeVisible();
});

test("Skip sends 'skip', and then the suggestions are gone [S4.skip.1]", async ({ chat, stack }) => {
  const suggestions = chat.getByRole('group', { name: 'Suggestions' });
  await expect(suggestions.getByRole('button')).toHaveCount(5);
  await expectAccessible(chat);
  await suggestions.getByRole('button', { name: 'Skip' }).click();
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  expect(stack.lastModelCall()?.messages).toEqual([{ role: 'user', content: [{ text: 'skip' }] }]);
  await expect(suggestions).toHaveCount(0);
});

test('a suggestion is sent', async ({ chat }) => {
  const suggestion = chat.getByRole('group', { name: 'Suggestions' }).getByRole('button').first();
  const text = (await suggestion.textContent()) ?? '';
  await suggestion.click();
  await expect(article(chat, text)).toBeVisible();
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
});

test('a Skip that fails is answered by the product itself [S4.skip.3 S8.skip.1]', async ({
  chat,
  stack,
  user,
}) => {
  await stack.useUpTo(user, 10_000);
  await chat.getByRole('button', { name: 'Skip' }).click();
  await expect(log(chat).getByText("I understand you'd like to skip ahead...")).toBeVisible();
  await expect(article(chat, "I understand you'd").getByRole('button', { name: 'Like' })).toHaveCount(0);
});

test('Skip creates a chat first if none is open [S4.skip.2]', async ({ chat, expectedErrors, stack }) => {
  expectedErrors.push(/ERR_FAILED|Failed to load resource/);
  await chat.route('**/api/chats/getChats*', (route) => route.abort());
  await chat.goto('/chat');
  await expect(chat.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(chat);
  await chat.getByRole('main').getByRole('button', { name: 'Skip' }).click();
  await expect(log(chat).getByText('A plain reply.')).toBeVisible();
  expect(stack.lastModelCall()?.messages).toEqual([{ role: 'user', content: [{ text: 'skip' }] }]);
});

test('history that cannot be loaded says so in the conversation [S8.history.1]', async ({
  chat,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED|Failed to load resource/);
  await chat.route('**/api/chats/getChatHistory/**', (route) => route.abort());
  await chat.reload();
  const main = chat.getByRole('main');
  await expect(main.getByText('Failed to load chat history. Please try refreshing.')).toBeVisible();
  await expectAccessible(chat);
  await chat.unroute('**/api/chats/getChatHistory/**');
  await main.getByRole('button', { name: 'Retry' }).click();
  await expect(log(chat).getByRole('article').first()).toBeVisible();
});

test('a draft survives a reload and signing in again, and is gone after logging out', async ({
  chat,
  user,
}) => {
  await composer(chat).fill('A thought in progress');
  await chat.reload();
  await expect(composer(chat)).toHaveValue('A thought in progress');
  // The session is over, without a logout.
  await chat.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (!key.startsWith('draft:')) sessionStorage.removeItem(key);
  });
  await chat.context().clearCookies();
  await chat.reload();
  await fillHostedUi(chat, user);
  await expect(composer(chat)).toHaveValue('A thought in progress');
  await chat.getByRole('button', { name: 'Logout' }).click();
  await expect(composer(chat)).toBeHidden();
  expect(
    await chat.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("draft:"))'),
  ).toEqual([]);
});

test('a long reply is followed to its end, in small pieces that come fast', async ({ chat, stack }) => {
  const text = Array.from(
    { length: 14 },
    (_, i) => `${'A line of a long reply. '.repeat(80)}\n\nPart ${i + 1}.\n\n`,
  );
  stack.replyWith(...(text.join('').match(/.{1,100}/gs) ?? []));
  await send(chat, 'A long one, please');
  await expect(log(chat).getByText('Part 14.')).toBeInViewport();
  await expect(chat.getByRole('button', { name: 'Stop' })).toBeHidden();
  await expect(chat.getByRole('button', { name: 'Jump to latest' })).toBeHidden();
});

test('the header has the name of the chat', async ({ chat }) => {
  await send(chat, 'A question that gives its name');
  await expect(chat.getByRole('heading', { level: 1 })).toHaveText('A question that give');
});
