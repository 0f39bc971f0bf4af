/** A deployment whose operator has sharing off. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, USER } from '../../../../../test/components/app.tsx';
import { expectCount } from '../../../../../test/components/browser.ts';
import { more, openChat } from '../../../../../test/components/chat-screen.ts';
import { server, startChats } from '../../../../../test/components/chats.ts';
import { answer, givenConfig } from '../../../../../test/components/server.ts';

startChats();

beforeEach(() => {
  givenConfig({ sharing: 'off' });
  server.givenTurns(1);
});

it('the chat’s menu has no Share, and the sidebar no link to the shared chats', async () => {
  await openChat();
  await expect.element(page.getByRole('button', { name: 'Export or copy chat' })).toBeVisible();
  await page.getByRole('button', { name: 'Chat options: Chat 1' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Archive' })).toBeVisible();
  await expectCount(page.getByRole('menuitem', { name: 'Share…' }), 0);
  await expectCount(page.getByRole('button', { name: 'Share chat' }), 0);
  await more.click();
  await expectCount(page.getByRole('link', { name: 'Personalize' }), 1);
  await expectCount(page.getByRole('link', { name: 'Shared chats' }), 0);
});

it('the list of shared chats says that sharing is off, and a share can still be ended', async () => {
  const at = '2026-11-23T08:00:00.000Z';
  const share = { shareId: 'a'.repeat(32), chatId: 'c', name: 'Chat 1', createdAt: at, updatedAt: at };
  answer('listShares', { shares: [{ ...share, readers: 'members', messages: 2, isOutdated: true }] });
  answer('deleteShare', ({ input }) => ({ shareId: input.shareId ?? '' }));
  await openApp('/shared', USER);
  await expect.element(page.getByText(/^The operator has switched sharing off/)).toBeVisible();
  await expectCount(page.getByRole('button', { name: 'Update to now' }), 0);
  const stop = page.getByRole('button', { name: 'Stop sharing' });
  await stop.click();
  await stop.click();
  await expect.element(page.getByText(/Chat 1.? is no longer shared\.$/)).toBeVisible();
});

it('without a share, the list of shared chats says only that sharing is off, not how to share', async () => {
  answer('listShares', { shares: [] });
  await openApp('/shared', USER);
  await expect
    .element(
      page.getByText('The operator has switched sharing off: nobody can read a shared chat until it is on.'),
    )
    .toBeVisible();
  await expectCount(page.getByText('Loading your shared chats'), 0);
  await expectCount(page.getByText(/To share one/), 0);
});
