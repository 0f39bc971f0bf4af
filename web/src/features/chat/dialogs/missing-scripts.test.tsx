/** Parts of the chat screen whose scripts cannot be loaded, as without a connection. */
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectCount, focusOn, press } from '../../../../../test/components/browser.ts';
import { article, link, notices, openChat, send } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { expectOnConsole } from '../../../../../test/components/console.ts';

const missing = vi.hoisted(() => () => {
  throw new Error('no connection');
});
vi.mock('../export/export-dialog.tsx', missing);
vi.mock('../projects/project-dialogs.tsx', missing);
vi.mock('../chat-selection/selectable-chat-list.tsx', missing);
vi.mock('../conversation/message-editor.tsx', missing);

startChats();

const TEXT = 'This part could not be loaded. Check your connection and try again.';
const options = page.getByRole('button', { name: 'Chat options: Stored chat 1' });
const dismiss = notices.getByRole('button', { name: 'Dismiss' });

it.each(['Export or copy…', 'Move to project'])(
  '%s says that it could not be loaded, once',
  async (action) => {
    expectOnConsole(/could not be loaded/);
    server.givenChats(1);
    await openChat();
    for (const _ of [1, 2]) {
      await focusOn(options);
      await press('{Enter}');
      await focusOn(page.getByRole('menuitem', { name: action, exact: true }));
      await press('{Enter}');
      await expect.element(notices).toHaveTextContent(TEXT);
      await expect.element(options).toHaveFocus();
    }
    await expectCount(dismiss, 1);
  },
);

it('a selection and an editor say so too, and the focus is not lost', async () => {
  expectOnConsole(/could not be loaded/);
  server.givenChats(1);
  await openChat();
  await send('Edit me');
  await expect.element(article('A plain reply.')).toBeVisible();
  await focusOn(article('Edit me').getByRole('button', { name: 'Edit' }));
  await press('{Enter}');
  await expect.element(notices).toHaveTextContent(TEXT);
  await expect.element(dismiss).toHaveFocus();
  await press('{Enter}');
  await expectCount(dismiss, 0);
  await focusOn(options);
  await press('{Enter}');
  await focusOn(page.getByRole('menuitem', { name: 'Select' }));
  await press('{Enter}');
  await expect.element(notices).toHaveTextContent(TEXT);
  await expect.element(dismiss).toHaveFocus();
  await expect.element(link('Stored chat 1')).toBeVisible();
});
