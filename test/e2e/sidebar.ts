/** Helpers of the tests about chats in the sidebar. */
import { expect, type Page } from 'playwright/test';

export const links = (page: Page) => page.getByRole('navigation', { name: 'Chats' }).getByRole('link');
export const link = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Chats' }).getByRole('link', { name });
export const idIn = (page: Page) => page.url().split('/').at(-1) ?? '';
export const notices = (page: Page) => page.locator('[data-notices]');

/** Shows the links to the other pages, at the foot of the sidebar. */
export const openMore = (page: Page) => page.getByRole('button', { name: 'Account and more' }).click();
/** Follows a link at the foot of the sidebar. */
export async function openPage(page: Page, name: string): Promise<void> {
  await openMore(page);
  await page
    .getByRole('navigation', { name: 'Account and more' })
    .getByRole('link', { name, exact: true })
    .click();
}

/**
 * Creates a chat in the add-chat modal. Resolves when the server has the name, which the client sends after the chat
 * exists. A page that is closed earlier takes the request back.
 */
export async function addChat(page: Page, name: string): Promise<void> {
  const named = page.waitForResponse(/\/api\/chats\/[^/]+\/name$/);
  await page.getByRole('button', { name: 'Add chat' }).click();
  const dialog = page.getByRole('dialog', { name: 'New Chat' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
  await expect(link(page, name)).toHaveAttribute('aria-current', 'page');
  await named;
}

/** Opens the menu of the chat and picks from it. */
export async function pick(page: Page, name: string, action: 'Rename' | 'Delete' | 'Pin'): Promise<void> {
  await link(page, name).hover();
  await page.getByRole('button', { name: `Chat options: ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}
