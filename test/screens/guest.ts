import { fillHostedUi } from '../e2e/fixtures.ts';
import type { TestUser } from '../support/stack.ts';
import { attempt, type Session, showSidebar } from './picture-session.ts';

/** A guest's screens, up to the limit, and the offer to keep the chat after signing in. */
export async function guestScreens(session: Session, user: TestUser): Promise<void> {
  const { page, stack, shoot } = session;
  const input = page.getByPlaceholder(/^Message [^.]+$/);
  await page.goto('/unauthenticated-chat');
  await page.getByText(/^Hello!/).waitFor();
  await shoot('guest-no-sidebar');
  await page.goto('/guest');
  await page.getByText(/^Hello!/).waitFor();
  stack.replyWith('You can try me out here. **Ten messages** a day are yours.');
  await input.fill('What can I do as a guest?');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Ten messages').waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await shoot('guest');
  await attempt('the limit of a guest', async () => {
    const id = await page.evaluate(() => localStorage.getItem('guestChatId'));
    await stack.useUpTo({ ...user, owner: `guest:${id}` }, 10);
    await input.fill('One too many');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('alert').waitFor();
    await shoot('guest-limit');
  });
  await attempt('the offer to keep a guest’s chat', async () => {
    await showSidebar(session);
    await page.getByRole('link', { name: 'New Chat' }).click();
    await fillHostedUi(page, user);
    await page.getByRole('region', { name: 'Your guest chat' }).waitFor();
    await shoot('guest-claim');
    await page.getByRole('button', { name: 'Not now' }).click();
  });
}
