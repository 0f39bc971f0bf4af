/** The page after Stripe Checkout (docs/spec.md 2.10). The waiting for a confirmation: payment-poll.test.ts. */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openApp, USER } from '../../../../test/components/app.tsx';
import { expectOnConsole } from '../../../../test/components/console.ts';
import { answer, broken, givenConfig } from '../../../../test/components/server.ts';

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const NONE = { tier: 'free', active: false } as const;
const PAID = { tier: 'paid', active: true, hasBilling: true } as const;

beforeEach(async () => {
  expectOnConsole(/./);
  givenConfig({ payments: 'stripe' });
  answer('getSubscriptionStatus', broken());
  await openApp('/payment-page?success=true&session_id=cs_made_up', USER);
  await expect.element(heading('Premium Subscription')).toBeVisible();
});

it.each([
  ['nothing was paid', NONE, 'No payment found'],
  ['the payment is not confirmed yet', { ...NONE, hasBilling: true }, 'Confirming your payment'],
  ['the payment is confirmed', PAID, 'Payment Successful!'],
])('after a retry that finds that %s, the title of the outcome has the focus', async (_, plan, name) => {
  answer('getSubscriptionStatus', { success: true, ...plan, subscription: plan });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(heading(name)).toHaveFocus();
});

it('a retry that fails too leads the focus to the title, which does not have it before', async () => {
  expect(document.activeElement).toBe(document.body);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(heading('Premium Subscription')).toHaveFocus();
});
