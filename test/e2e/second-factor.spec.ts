/** Two-step sign-in: an administrator without it is led to it, switches it on, and signs in with a code. */
import { expect, fillCode, fillHostedUi, signInByHand, test } from './fixtures.ts';

test('an administrator is led to two-step sign-in, switches it on, and opens the console with a code', async ({
  page,
  stack,
  expectedErrors,
}) => {
  // The console's first call is refused, and the logout's, whose token is revoked already. On a busy machine, the page
  // also asks for AWS credentials only after the switch has revoked the token.
  expectedErrors.push(/status of 40[013]/);
  const admin = await stack.givenUser({ groups: ['admins'], hasSecondFactor: false });
  const code = () => stack.inner.codeFor(admin.email) ?? 'no code is left';
  await signInByHand(page, admin);
  await page.goto('/admin/waitlist');
  await expect(page.getByRole('heading', { name: 'Two-step sign-in is needed' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to your account' }).click();

  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Set up…' }).click();
  await card.getByLabel('Your password').fill(admin.password);
  await card.getByRole('button', { name: 'Continue' }).click();
  await expect(card.getByRole('img', { name: 'QR code of the key' })).toBeVisible();
  await card.getByLabel('Code of six digits').fill(code());
  await card.getByRole('button', { name: 'Switch on' }).click();
  await card.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible();

  await page.goto('/login');
  await fillHostedUi(page, admin);
  await fillCode(page, '000000');
  await expect(page.getByRole('alert')).toHaveText('Invalid code received for user');
  await fillCode(page, code());
  await expect(page).toHaveURL(/\/chat\//);
  await page.goto('/admin/waitlist');
  await expect(page.getByRole('heading', { name: 'Waitlist' })).toBeVisible();
});
