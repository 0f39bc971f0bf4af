/**
 * Access to the operators' console: visitors and users neither reach it nor load its script, operators do both. That no
 * other script holds the console's code is tested on the build (test/infra/site-budget.test.ts).
 */
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN, address, heading, openApp, type Person, USER } from '../../../test/components/app.tsx';
import { expectCount } from '../../../test/components/browser.ts';
import { more } from '../../../test/components/chat-screen.ts';
import { startChats } from '../../../test/components/chats.ts';
import { answer } from '../../../test/components/server.ts';
import { preloadPage } from './pages.tsx';

startChats();

const onLoad = vi.hoisted(() => vi.fn());
vi.mock('../features/admin/admin-page.tsx', (importOriginal) => {
  onLoad();
  return importOriginal();
});

/** Opens a page as main.tsx does, which loads the script of some pages before the session is known. */
async function openAddress(path: string, person?: Person): Promise<void> {
  window.history.pushState(null, '', path);
  preloadPage();
  await openApp(path, person);
}

it('a visitor is redirected to /, and loads no script of the console', async () => {
  for (const path of ['/admin', '/admin/waitlist', '/admin/users/someone']) {
    await openAddress(path);
    await expect.poll(address).toBe('/');
    await expect.element(heading('Welcome to')).toBeVisible();
  }
  expect(onLoad).not.toHaveBeenCalled();
});

it('a user who is no operator finds no page at the address, no link to it, and loads no script of it', async () => {
  for (const path of ['/admin', '/admin/audit']) {
    await openAddress(path, USER);
    await expect.element(heading('Page not found')).toBeVisible();
  }
  await openApp('/chat', USER);
  await more.click();
  await expect.element(page.getByRole('link', { name: 'Account' })).toBeVisible();
  await expectCount(page.getByRole('link', { name: 'Admin' }), 0);
  expect(onLoad).not.toHaveBeenCalled();
});

it('an operator loads the script of the console with its first page', async () => {
  answer('listAudit', { records: [] });
  await openApp('/admin/audit', ADMIN);
  await expect.element(heading('Audit')).toBeVisible();
  expect(onLoad).toHaveBeenCalledOnce();
});
