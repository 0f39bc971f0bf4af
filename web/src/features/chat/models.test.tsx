/** Choosing the model and the effort, and the rest of the daily quota (docs/safety.md 16 and 17). */
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { address, reopenApp, USER } from '../../../../test/components/app.tsx';
import { expectCount, focusOn, press } from '../../../../test/components/browser.ts';
import { article, composer, log, openChat, send } from '../../../../test/components/chat-screen.ts';
import { FREE, MODEL, server, startChats } from '../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, asked, held, unreachable } from '../../../../test/components/server.ts';
import { push } from '../../../../test/components/socket.ts';

startChats();

const picker = page.getByRole('button', { name: /^Model: / });
const menu = page.getByRole('menu', { name: 'Model' });
const choice = (name: string) => menu.getByRole('menuitemradio', { name: new RegExp(`^${name}`) });
const effort = page.getByRole('button', { name: /^Effort: / });
const efforts = page.getByRole('menu', { name: 'Effort' });
const wholeChat = menu.getByRole('menuitemcheckbox', { name: 'Use for this whole chat' });
const wall = page.getByRole('alert').filter({ hasText: 'That’s all for today' });
const line = page.getByText(/messages left today/);
const upgrade = page.getByRole('link', { name: 'Upgrade to Premium' });
const PREMIUM = { tier: 'paid', active: true, expiresAt: 1_900_000_000, planType: 'monthly' } as const;

async function open(): Promise<void> {
  await picker.click();
  await expect.element(choice('DeepSeek')).toBeVisible();
}

/** Gives the window the focus, as when the user returns from another window. */
const comeBack = () => window.dispatchEvent(new Event('focus'));

describe('the model', () => {
  it('a model is picked for the next message by the keyboard, and the reply names it with a reason', async () => {
    await openChat();
    await expect.element(picker).toHaveTextContent('Auto');
    await focusOn(picker);
    await press('{Enter}');
    await expect.element(choice('Auto')).toHaveFocus();
    await expect.element(choice('DeepSeek')).toBeVisible();
    await expectAccessible();
    await press('{Escape}');
    await expectCount(menu, 0);
    await expect.element(picker).toHaveFocus();
    await press('{Enter}');
    await expect.element(choice('Auto')).toHaveFocus();
    await focusOn(choice('DeepSeek'));
    await press('{Enter}');
    await expectCount(menu, 0);
    await expect.element(composer).toHaveFocus();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for the next message');
    await send('Who are you?');
    await expect.element(log.getByText('DeepSeek · You chose this model.')).toBeVisible();
    await expect.element(picker).toHaveTextContent('Auto');
    await expectAccessible();
  });

  it('the effort is chosen beside a model that thinks, kept for the chat, and sent with its messages', async () => {
    await openChat();
    await open();
    await choice('Gemini 2.5').click();
    await expectCount(effort, 0);
    await open();
    await choice('Auto').click();
    await expect.element(effort).toHaveAccessibleName('Effort: Quick');
    await focusOn(effort);
    await press('{Enter}');
    await expect.element(efforts.getByRole('menuitemradio', { name: /^Quick/ })).toHaveFocus();
    await expect.element(efforts.getByRole('menuitemradio', { name: /^Quick/ })).toBeChecked();
    await expect
      .element(efforts.getByRole('menuitem', { name: /^Thorough Part of Premium/ }))
      .toHaveAttribute('href', '/payment-page');
    await expectAccessible();
    await efforts.getByRole('menuitemradio', { name: /^Balanced/ }).click();
    await expect.element(effort).toHaveAccessibleName('Effort: Balanced');
    await expect.element(effort).toHaveFocus();
    await send('Think about it');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(server.frames.find(({ action }) => action === 'chat')?.data).toMatchObject({ effort: 'balanced' });
  });

  it('the effort of a chat is kept after a reload, sent with its messages, and follows other tabs', async () => {
    server.subscription = PREMIUM;
    // Another user, because the efforts of a plan that were read before are shown until they are read again.
    await openChat('/chat', { ...USER, email: 'thorough@example.com' });
    await expect.element(effort).toHaveAccessibleName('Effort: Balanced');
    await effort.click();
    await efforts.getByRole('menuitemradio', { name: /^Thorough/ }).click();
    await expect.poll(() => server.newest().effort).toBe('thorough');
    await reopenApp();
    await expect.element(effort).toHaveAccessibleName('Effort: Thorough');
    await send('A hard question');
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    expect(server.frames.at(-1)?.data).toMatchObject({ effort: 'thorough' });
    push({ type: 'chatEffortSet', data: { chatId: server.newest().chatId, effort: 'quick' } });
    await expect.element(effort).toHaveAccessibleName('Effort: Quick');
  });

  it('an effort that could not be set is reverted, and the failure is reported', async () => {
    expectOnConsole(/./);
    await openChat();
    await expect.element(effort).toHaveAccessibleName('Effort: Quick');
    answer('setChatEffort', unreachable());
    await effort.click();
    await efforts.getByRole('menuitemradio', { name: /^Balanced/ }).click();
    await expect.element(page.getByText('The effort of this chat could not be changed.')).toBeVisible();
    await expect.element(effort).toHaveAccessibleName('Effort: Quick');
  });

  it('the menus and a reply’s details say the true model, where it is known', async () => {
    const gemma = 'Gemma 4 31B, by Google, on Bedrock';
    server.givenTurns(1);
    const [question, answered] = server.newest().messages.slice(-2);
    if (question && answered)
      server
        .newest()
        .messages.push(
          { ...question, messageIndex: 3, requestId: 'at:2' },
          { ...answered, messageIndex: 4, requestId: 'at:2', content: 'A retired one.', model: 'retired' },
        );
    await openChat();
    await open();
    await expect
      .element(choice('Gemini 2.5'))
      .toHaveAccessibleName(`Gemini 2.5 ${gemma} What Gemini 2.5 is good at`);
    await expect.element(choice('DeepSeek')).toHaveAccessibleName('DeepSeek What DeepSeek is good at');
    await expect
      .element(menu.getByRole('menuitem', { name: /^Claude Claude Sonnet 5\.5, by Anthropic, on Bedrock / }))
      .toBeVisible();
    await expectAccessible();
    await press('{Escape}');
    await expect.element(article('Stored answer 1').getByText(gemma, { exact: true })).toBeVisible();
    const retired = article('A retired one.');
    await expect.element(retired.getByText('Retired', { exact: true })).toBeVisible();
    await expectCount(retired.getByText(/Bedrock/), 0);
    await page.getByRole('button', { name: 'Retry with...' }).click();
    await expect
      .element(page.getByRole('menu', { name: 'Retry with...' }).getByText(gemma, { exact: true }))
      .toBeVisible();
  });

  it('a reply is named as the operator has configured its model, also before the menus are opened', async () => {
    answer('getAvailableModels', {
      models: [MODEL],
      details: [{ id: MODEL, displayName: 'House model', goodAt: 'Anything', isLocked: false }],
      efforts: ['quick'],
    });
    server.givenTurns(1);
    await openChat('/chat', { ...USER, email: 'house@example.com' });
    await expect.element(article('Stored answer 1').getByText('House model', { exact: true })).toBeVisible();
    await expectCount(log.getByText('Gemini 2.5'), 0);
  });

  it('a reply is asked for again with another model', async () => {
    await openChat();
    await open();
    await choice('DeepSeek').click();
    await send('Who are you?');
    await expect.element(log.getByText(/^DeepSeek · /)).toBeVisible();
    await page.getByRole('button', { name: 'Retry with...' }).click();
    const others = page.getByRole('menu', { name: 'Retry with...' });
    const gemini = others.getByRole('menuitem', { name: /^Gemini 2.5/ });
    await expect.element(gemini).toHaveFocus();
    await expectCount(others.getByRole('menuitem', { name: /^DeepSeek/ }), 0);
    await expect
      .element(others.getByRole('menuitem', { name: /^Claude/ }))
      .toHaveAttribute('href', '/payment-page');
    await gemini.click();
    await expect.element(log.getByText('Gemini 2.5 · You chose this model.')).toBeVisible();
    await expectCount(log.getByText(/^DeepSeek · /), 0);
  });

  it('models of Premium are locked for a free user and link to the payment page; a plan unlocks them', async () => {
    await openChat();
    await composer.fill('Half a thought');
    await open();
    await menu.getByRole('menuitem', { name: /^Claude .+ Part of Premium\. Upgrade to use it\.$/ }).click();
    await expect.poll(address).toBe('/payment-page');
    await expectCount(composer, 0);
    window.history.back();
    await expect.element(composer).toHaveValue('Half a thought');
    server.subscription = PREMIUM;
    await open();
    await choice('Claude').click();
    await send('Who are you?');
    await expect.element(log.getByText('Claude · You chose this model.')).toBeVisible();
  });

  it('a model that Premium lacks too is in no menu, and names its old replies', async () => {
    const model = { displayName: 'House model', goodAt: 'Anything', isLocked: false };
    const gone = {
      id: MODEL,
      displayName: 'Old model',
      goodAt: 'Anything',
      isLocked: true,
      isUnavailable: true,
    };
    answer('getAvailableModels', {
      models: ['house'],
      details: [{ id: 'house', ...model }, gone],
      efforts: ['quick'],
    });
    server.givenTurns(1);
    await openChat('/chat', { ...USER, email: 'gone@example.com' });
    await expect.element(article('Stored answer 1').getByText('Old model', { exact: true })).toBeVisible();
    await picker.click();
    await expect.element(choice('House model')).toBeVisible();
    await expectCount(menu.getByRole('menuitem', { name: /^Old model/ }), 0);
  });

  it('an effort that Premium lacks too is not in the menu', async () => {
    const model = { id: 'claude', displayName: 'Claude', goodAt: 'Anything', isLocked: false };
    answer('getAvailableModels', {
      models: ['claude'],
      details: [{ ...model, thinking: 'optional' }],
      efforts: ['quick'],
      lockedEfforts: ['balanced'],
    });
    await openChat('/chat', { ...USER, email: 'efforts@example.com' });
    await effort.click();
    await expect.element(efforts.getByRole('menuitem', { name: /^Balanced Part of Premium/ })).toBeVisible();
    await expectCount(efforts.getByRole('menuitem', { name: /^Thorough/ }), 0);
  });

  it('the model of a chat is kept after a reload, sent with its messages, follows other tabs, and can be given up', async () => {
    await openChat();
    const { chatId } = server.newest();
    await open();
    await wholeChat.click();
    await choice('DeepSeek').click();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for this chat');
    await expect.poll(() => server.newest().model).toBe('deepseek');
    await reopenApp();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for this chat');
    await send('Who are you?');
    await expect.element(log.getByText(/^DeepSeek · /)).toBeVisible();
    expect(server.frames.at(-1)?.data).toMatchObject({ model: 'deepseek' });
    push({ type: 'chatModelSet', data: { chatId } });
    await expect.element(picker).toHaveTextContent('Auto');
    push({ type: 'chatModelSet', data: { chatId, model: 'deepseek' } });
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for this chat');
    await open();
    await expect.element(wholeChat).toBeChecked();
    await choice('Auto').click();
    await expect.element(picker).toHaveTextContent('Auto');
    await expect.poll(() => server.newest().model).toBeUndefined();
  });

  it('a chat’s model that the plan no longer has is given up for Auto, and the message sent', async () => {
    expectOnConsole(/The message was refused: model_not_available/);
    server.subscription = PREMIUM;
    await openChat();
    await open();
    await wholeChat.click();
    await choice('Claude').click();
    await expect.poll(() => server.newest().model).toBe('claude');
    server.subscription = FREE;
    server.refuseFrames('chat', 'model_not_available');
    await send('Are you still there?');
    const refusal = log.getByText('That model is not part of your plan.');
    await expect.element(refusal).toBeVisible();
    server.accept('chat');
    await reopenApp();
    await page.getByRole('button', { name: 'Use Auto instead' }).click();
    await expect.element(log.getByText('A plain reply.')).toBeVisible();
    await expectCount(refusal, 0);
    await expect.element(picker).toHaveTextContent('Auto');
    expect(server.newest().model).toBeUndefined();
    expect(server.frames.at(-1)?.data).not.toHaveProperty('model');
  });

  it('models read before can be chosen without a connection; a failed change of the chat is reported', async () => {
    expectOnConsole(/./);
    await openChat();
    await open();
    await press('{Escape}');
    answer('getAvailableModels', unreachable());
    answer('setChatModel', unreachable());
    await open();
    await choice('DeepSeek').click();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for the next message');
    await open();
    await wholeChat.click();
    await expect.element(page.getByText('The model of this chat could not be changed.')).toBeVisible();
  });

  it('Auto gives the chat’s model up, too, if another choice for the next message hides it', async () => {
    expectOnConsole(/./);
    await openChat();
    await open();
    await wholeChat.click();
    await choice('DeepSeek').click();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for this chat');
    answer('setChatModel', unreachable());
    await open();
    await wholeChat.click();
    await expect.element(page.getByText('The model of this chat could not be changed.')).toBeVisible();
    await expect.element(picker).toHaveAccessibleName('Model: DeepSeek, for the next message');
    answer('setChatModel', ({ input }) => ({ chatId: input.chatId ?? '' }));
    await choice('Auto').click();
    await expect.element(picker).toHaveTextContent('Auto');
    await expectCount(picker.getByText('for this chat'), 0);
  });
});

it('while replies are paused, a refused message stays; a retry sends it when they resume', async () => {
  expectOnConsole(/The message was refused/);
  await openChat();
  server.refuseFrames(
    'chat',
    'service_paused',
    'Replies are paused for the moment. Your message was not sent.',
  );
  await send('Hello?');
  const refused = article('Hello?');
  await expect
    .element(refused)
    .toMatchTextContent('Replies are paused for the moment. Your message was not sent');
  await expectAccessible();
  server.accept('chat');
  await refused.getByRole('button', { name: 'Retry' }).click();
  await expect.element(log.getByText('A plain reply.')).toBeVisible();
});

describe('the daily quota', () => {
  it('the rest of the day’s quota is shown when few messages are left', async () => {
    server.quota = { ...server.quota, left: 11 };
    await openChat();
    await send('The 40th of 50.');
    await expect
      .element(line)
      .toMatchTextContent(/^10 of 50 messages left today\. Resets at 00:00 UTC \(in .+\)\.$/);
    await expect.element(upgrade).toHaveAttribute('href', '/payment-page');
    await expectAccessible();
    await reopenApp();
    await expect.element(line).toMatchTextContent(/^10 of 50 messages left today\./);
    server.subscription = PREMIUM;
    server.quota = { ...server.quota, limit: 500, left: 460 };
    comeBack();
    await expectCount(line, 0);
  });

  it('a late answer about the plan that a newer one has overtaken does not bring the upgrade link back', async () => {
    server.quota = { ...server.quota, left: 10 };
    await openChat();
    await expect.element(upgrade).toBeVisible();
    const { subscription } = server;
    const old = held('getSubscriptionStatus', { success: true, ...subscription, subscription });
    comeBack();
    await expect.poll(() => asked('getSubscriptionStatus').length).toBeGreaterThan(1);
    answer('getSubscriptionStatus', { success: true, ...PREMIUM, subscription: PREMIUM });
    comeBack();
    await expectCount(upgrade, 0);
    await old.release();
    await expectCount(upgrade, 0);
    await expect.element(line).toBeVisible();
  });

  it('at the limit a panel says so, and the refused message stays; a retry sends it the next day', async () => {
    expectOnConsole(/The message was refused/);
    server.quota = { ...server.quota, left: 1 };
    await openChat();
    await send('The last of today.');
    await expect
      .element(wall)
      .toMatchTextContent('You have used all 50 messages for today. Resets at 00:00 UTC');
    await expect
      .element(wall.getByRole('link', { name: 'Upgrade to Premium' }))
      .toHaveAttribute('href', '/payment-page');
    server.refuseFrames('chat', 'quota_exceeded');
    await send('One too many.');
    const refused = article('One too many.');
    await expect.element(refused).toMatchTextContent('You have reached the daily limit.');
    await expectAccessible();
    await reopenApp();
    await expect.element(wall).toBeVisible();
    server.quota = { ...server.quota, left: 50 };
    server.accept('chat');
    comeBack();
    await refused.getByRole('button', { name: 'Retry' }).click();
    await expectCount(log.getByText('A plain reply.'), 2);
    await expectCount(wall, 0);
    expect(asked('getUsage').length).toBeGreaterThan(1);
  });
});
