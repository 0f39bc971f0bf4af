/** The chat screen's parts, and what a user does with them. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, type Person, USER } from './app.tsx';
import { press } from './browser.ts';

export const composer = page.getByPlaceholder(/^Message .+\.\.\.$/);
export const log = page.getByRole('log');
export const articles = log.getByRole('article');
export const article = (text: string) => articles.filter({ hasText: text });
export const sendButton = page.getByRole('button', { name: 'Send', exact: true });
const list = page.getByRole('navigation', { name: 'Chats' });
export const links = list.getByRole('link');
/** The link of a chat; its time follows its name. */
export const link = (name: string | RegExp) =>
  list.getByRole('link', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name });
export const newChat = page.getByRole('button', { name: 'New Chat' });
export const logout = page.getByRole('button', { name: 'Logout' });
/** Button at the foot of the sidebar that shows the links to other pages; `morePages` are these links. */
export const more = page.getByRole('button', { name: 'Account and more' });
export const morePages = page.getByRole('navigation', { name: 'Account and more' });
export const openMenu = page.getByRole('button', { name: 'Open menu' });
/** Notices about chats that were deleted, archived or moved. */
export const notices = page.getByCss('[data-notices]');
export const isSidebarOpen = (): string | undefined => document.getElementById('sidebar')?.dataset.open;

/** Opens the newest chat, or the one at the path, once its messages are there. */
export async function openChat(path = '/chat', person: Person = USER): Promise<void> {
  await openApp(path, person);
  await expect.element(composer).toBeVisible();
  await expect.element(log).toBeVisible();
}

/** Types a message and sends it with Enter, once the reply before it has ended. */
export async function send(text: string): Promise<void> {
  await composer.fill(text);
  await expect.element(sendButton).toBeEnabled();
  await composer.click();
  await press('{Enter}');
}

/** Creates a chat in the add-chat modal. */
export async function addChat(name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Chat' });
  await dialog.getByLabelText('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect.element(link(name)).toHaveAttribute('aria-current', 'page');
}

/** Opens the menu of the chat and picks from it. */
export async function pick(
  name: string,
  action: 'Rename' | 'Delete' | 'Pin' | 'Unpin' | 'Archive' | 'Share…' | 'Select chats…',
): Promise<void> {
  await link(name).hover();
  await page.getByRole('button', { name: `Chat options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
