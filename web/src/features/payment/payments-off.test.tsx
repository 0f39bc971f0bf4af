/** The payment page where the operator sells no Premium (docs/spec.md 2.10). */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../test/components/app.tsx';
import { answer, givenConfig } from '../../../../test/components/server.ts';

it('says that Premium is not for sale, and leads back to the chats', async () => {
  givenConfig({ payments: 'off' });
  const subscription = { tier: 'free', active: false } as const;
  answer('getSubscriptionStatus', { success: true, ...subscription, subscription });
  await openApp('/payment-page', USER);
  await expect.element(page.getByText('Premium is not for sale here.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat');
  await expectAccessible();
});
