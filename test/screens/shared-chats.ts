/** The dialog that shares a chat, the list of shares, and the page of a shared chat. */
import type { Session } from './picture-session.ts';

export async function sharingScreens({ page, shoot }: Session): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Share chat' });
  await page.getByRole('button', { name: 'Share chat' }).click();
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  await shoot('share-chat');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByRole('button', { name: 'Copy link' }).waitFor();
  await shoot('share-chat-link');
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.goto(new URL(link).pathname);
  await page.getByRole('button', { name: 'Continue this chat' }).waitFor();
  await shoot('shared-chat');
  await page.getByRole('button', { name: 'Report this chat' }).click();
  await page.getByRole('dialog').waitFor();
  await shoot('shared-chat-report');
  await page.goto('/s/none');
  await page.getByRole('link', { name: 'Your chats' }).waitFor();
  await shoot('shared-chat-none');
  await page.goto('/shared');
  await page.getByRole('button', { name: 'Stop sharing' }).first().click();
  await shoot('shared-chats');
  await page.goto('/chat');
  await page.getByRole('button', { name: 'Share chat' }).waitFor();
}
