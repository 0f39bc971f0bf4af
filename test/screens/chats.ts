import { attempt, hideSidebar, type Session, showSidebar } from './picture-session.ts';

/** Takes pictures of the sidebar, of a chat's menu, and of renaming and deleting a chat. */
export async function sidebarScreens(session: Session): Promise<void> {
  const { page, shoot } = session;
  await showSidebar(session);
  await page.getByRole('button', { name: 'Logout' }).waitFor();
  await shoot('sidebar');
  await page.getByRole('button', { name: 'Account and more' }).click();
  await page.getByRole('link', { name: 'Usage' }).waitFor();
  await shoot('sidebar-account');
  await page.keyboard.press('Escape');
  const options = page.getByRole('button', { name: /^Chat options/ }).first();
  await options.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  await shoot('sidebar-menu');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Chat name' }).waitFor();
  await shoot('sidebar-rename');
  await page.keyboard.press('Escape');
  await options.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await shoot('chat-deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
  await hideSidebar(session);
}

export async function searchScreens(session: Session): Promise<void> {
  const { page, shoot } = session;
  const input = page.getByPlaceholder('Search chats and messages...');
  await page.keyboard.press('Control+k');
  await input.waitFor();
  await shoot('search');
  await attempt('a search that goes on', async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/api\/chats\/search/, async (route) => {
      await held;
      await route.continue();
    });
    await input.fill('lisbon');
    await page.getByText('Searching...').first().waitFor();
    await shoot('search-searching');
    answer();
    await page.getByRole('option').first().waitFor();
    await shoot('search-results');
    await page.unroute(/api\/chats\/search/);
  });
  await input.fill('zebra crossing');
  await page.getByText('No matching chats or messages found').first().waitFor();
  await shoot('search-none');
  await page.keyboard.press('Escape');
}

/** Takes pictures of several chats that are selected in the sidebar and deleted. */
export async function selectionScreens(session: Session): Promise<void> {
  const { page, shoot } = session;
  await showSidebar(session);
  const options = page.getByRole('button', { name: /^Chat options/ }).first();
  await options.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Select chats…' }).click();
  await page.getByRole('group', { name: 'Select chats' }).waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await shoot('sidebar-select');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await shoot('chats-deleted');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
  await hideSidebar(session);
}

export async function temporaryScreens(session: Session): Promise<void> {
  const { page, shoot } = session;
  await showSidebar(session);
  await page.getByRole('button', { name: 'New temporary chat' }).click();
  await page.getByText(/^This chat is temporary/).waitFor();
  await shoot('temporary-chat');
  await page.goto('/chat/temp-019a0000-0000-7000-8000-000000000000');
  await page.getByText('This temporary chat is gone.').waitFor();
  await shoot('temporary-gone');
  await page.getByRole('link', { name: 'Open your newest chat' }).click();
  await page.getByPlaceholder(/^Message .+\.\.\.$/).waitFor();
}
