/** Marks of chosen, open and finished things under forced colours, as in the contrast themes of Windows. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press } from '../../../../test/components/browser.ts';
import { composer, link, log, newChat, openChat, send } from '../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../test/components/chats.ts';
import { expectUnlike, forceColors } from '../../../../test/components/forced-colors.ts';
import { answer } from '../../../../test/components/server.ts';

startChats();
forceColors();

it('the open chat is marked in the list', async () => {
  server.givenChats(2);
  await openChat();
  await expect.element(link('Stored chat 2')).toHaveAttribute('aria-current', 'page');
  const row = (n: number) => page.getByCss('nav li:has(> a[data-chat])').nth(n);
  await newChat.hover();
  await expectUnlike(row(0), row(1));
});

it('the chosen result of the search is marked', async () => {
  server.givenChats(1);
  await openChat();
  const { chatId, name, createdAt } = server.newest();
  const chats = [{ chatId, name, createdAt, matchedMessages: ['1'], nameMatches: [] }];
  const message = { chatId, messageId: '1', content: name, createdAt, matches: [] };
  answer('searchChats', { chats, messages: [{ ...message, role: 'user' }] });
  await press('{Control>}k{/Control}');
  await page.getByPlaceholder('Search chats and messages...').fill(name);
  const options = page.getByRole('option');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectUnlike(options.first(), options.nth(1));
});

it('the chosen prompt is marked', async () => {
  const prompts = ['Mail', 'Summary'].map((text) => ({ promptId: text, name: text, text }));
  answer('getPrompts', { prompts });
  await openChat();
  await composer.click();
  await press('/');
  const options = page.getByRole('listbox', { name: 'Saved prompts' }).getByRole('option');
  await expect.element(options.first()).toHaveAttribute('aria-selected', 'true');
  await expectUnlike(options.first(), options.nth(1));
});

it('a task that is done differs from an open one', async () => {
  server.replyWith('- [x] Tea\n- [ ] Cake\n');
  await openChat();
  await send('List');
  const boxes = log.getByRole('listitem').getByRole('img');
  await expectUnlike(boxes.first(), boxes.nth(1));
});

it('the colours of projects differ, and the chosen one is marked', async () => {
  await openChat();
  await page.getByRole('button', { name: 'New project' }).click();
  const swatches = page.getByCss('fieldset label');
  await page.getByRole('radio', { name: 'Red' }).click();
  await expectUnlike(swatches.nth(1), swatches.nth(2));
  const marks = page.getByCss('fieldset [data-color]');
  await expectUnlike(marks.first(), marks.nth(1));
});

it('the current project of a chat is marked in the dialog that moves the chat', async () => {
  server.givenChats(1);
  const given = (projectId: string, name: string) => ({
    projectId,
    name,
    createdAt: '2026-02-01T00:00:00.000Z',
  });
  const trip = given('00000000-0000-4000-8000-000000000002', 'Trip');
  server.projects = [given('00000000-0000-4000-8000-000000000001', 'House'), trip];
  server.move(server.newest().chatId, trip.projectId);
  await openChat();
  await link('Stored chat 1').first().hover();
  await page.getByRole('button', { name: 'Chat options: Stored chat 1' }).click();
  await page.getByRole('menuitem', { name: 'Move to project', exact: true }).click();
  const target = (name: string) => page.getByRole('dialog').getByRole('button', { name });
  await expect.element(target('Trip')).toHaveAttribute('aria-current', 'true');
  await expectUnlike(target('Trip'), target('House'));
});
