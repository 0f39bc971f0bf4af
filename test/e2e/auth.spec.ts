/** Signing in, staying signed in and leaving. */
import { approachTokenEnd, expect, fillHostedUi, send, signInByHand, storedToken, test } from './fixtures.ts';

test.use({ signsInByHand: true });

test('a wrong password is refused in plain words, the right one leads to the chat [S2.callback.1 S4.auth.1 S4.auth.4 S3.storage.3]', async ({
  page,
  user,
}) => {
  await page.goto('/login');
  await fillHostedUi(page, { ...user, password: 'wrong-password' });
  await expect(page.getByRole('alert')).toContainText('Incorrect username or password');
  await fillHostedUi(page, user);
  await expect(page).toHaveURL(/\/chat\//);
  const stored = await page.evaluate(() => ({
    email: localStorage.getItem('userEmail'),
    name: localStorage.getItem('userName'),
    local: Object.keys(localStorage).filter((key) => /token/i.test(key)),
    session: Object.keys(sessionStorage).filter((key) => /idToken/i.test(key)).length,
  }));
  expect(stored).toEqual({ email: user.email, name: 'Test User', local: [], session: 1 });
});

test('logging out leaves nothing behind, and Back does not return [S4.auth.3]', async ({ chat, stack }) => {
  await send(chat, 'A private thought');
  await expect(chat.getByText('A plain reply.')).toBeVisible();
  const refreshToken = await storedToken(chat, 'refreshToken');
  const token = await storedToken(chat, 'idToken');
  await chat.getByRole('button', { name: 'Logout' }).click();
  await expect(chat).toHaveURL(/\/$/);
  await expect(chat.getByText('Welcome To')).toBeVisible();
  const left = await chat.evaluate(() => ({
    local: ['userEmail', 'userName', 'selectedChatId'].filter((key) => localStorage.getItem(key) !== null),
    tokens: [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) =>
      /token/i.test(key),
    ),
  }));
  expect(left).toEqual({ local: [], tokens: [] });
  await chat.goBack();
  await expect(chat.getByText('A private thought')).toBeHidden();
  await expect(stack.refresh(refreshToken)).rejects.toThrow(/revoked/i);
  // The ID token has not expired, but the logout has revoked it.
  const exported = () => stack.http('GET', '/api/account/export', { token });
  await stack.eventually(async () => expect((await exported()).status).toBe(401));
});

test('tokens are renewed silently, and messages are sent after the old token has expired', async ({
  page,
  stack,
  user,
}) => {
  const approach = await approachTokenEnd(page, stack);
  await signInByHand(page, user);
  stack.replyWith('Before it ran out.');
  await send(page, 'Before');
  await expect(page.getByText('Before it ran out.')).toBeVisible();
  const before = await storedToken(page, 'idToken');
  await approach();
  await expect.poll(() => storedToken(page, 'idToken')).not.toBe(before);
  // Moves both clocks past the end of the old token, which the page does not use any more.
  stack.moveClock(60_000);
  await page.clock.fastForward(60_000);
  stack.replyWith('Still here.');
  await send(page, 'After');
  await expect(page.getByText('Still here.')).toBeVisible();
});

test("B does not see A's chats", async ({ chat, stack, browser }) => {
  await send(chat, 'The secret of A');
  await expect(chat.getByText('A plain reply.')).toBeVisible();
  const other = await stack.givenUser();
  const context = await browser.newContext({ ignoreHTTPSErrors: true, baseURL: stack.urls.site });
  const page = await context.newPage();
  await signInByHand(page, other);
  await expect(page.getByText(/The secret of A/)).toHaveCount(0);
  await page.goto(chat.url());
  await expect(page.getByText(/This chat does not exist/)).toBeVisible();
  await expect(page.getByText(/The secret of A/)).toHaveCount(0);
  await context.close();
});
