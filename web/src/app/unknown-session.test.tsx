/** The page until the session is known. In a file of its own: the page reads config.json once. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, USER } from '../../../test/components/app.tsx';
import { composer } from '../../../test/components/chat-screen.ts';
import { startChats } from '../../../test/components/chats.ts';

startChats();

it('nothing but a loading state is shown until the session is known [S2.shell.8]', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { fetch } = window;
  window.fetch = async (input, init) => {
    if (input === '/config.json') await released;
    return fetch(input, init);
  };
  await openApp('/chat', USER, { isStarting: true });
  await expect.element(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
  // The link that skips to the content, and the logo.
  expect(document.querySelectorAll('#root :is(a, button, input, textarea)')).toHaveLength(2);
  release();
  await expect.element(composer).toBeVisible();
});
