/** A deployment where shared chats are for users alone. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../../../test/components/app.tsx';
import { expectCount } from '../../../../../../test/components/browser.ts';
import { startChats } from '../../../../../../test/components/chats.ts';
import { answer, asked, givenConfig } from '../../../../../../test/components/server.ts';

startChats();

beforeEach(() => givenConfig({ sharing: 'members' }));

it('a visitor is asked to log in for every link, without a request, and comes back to the page', async () => {
  const path = `/s/${'a'.repeat(32)}`;
  await openApp(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Log in to read this chat');
  await expectCount(page.getByRole('link', { name: 'Join the waitlist' }), 1);
  expect(asked('readPublicShare')).toEqual([]);
  expect(sessionStorage.getItem('wantedPage')).toBe(path);
  await expectAccessible();
});

it('a user who shares a chat has no choice of readers', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  const share = { shareId: 'a'.repeat(32), chatId: 'c', name: 'Chat 1', createdAt: at, updatedAt: at };
  answer('listShares', { shares: [{ ...share, readers: 'anyone', messages: 2 }] });
  await openApp('/shared', USER);
  await expect.element(page.getByText(/^People with an account here can read it/)).toBeVisible();
  await expectCount(page.getByRole('radio'), 0);
});
