/** The plan and the payment page where the operator sells no Premium (docs/spec.md 2.9, 2.10). */
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/components/accessible.ts';
import { openApp, USER } from '../../../../test/components/app.tsx';
import { expectCount } from '../../../../test/components/browser.ts';
import { answer, givenConfig } from '../../../../test/components/server.ts';

const notForSale = page.getByText('Premium is not for sale here.');

beforeEach(() => {
  givenConfig({ payments: 'off' });
  const subscription = { tier: 'free', active: false } as const;
  answer('getSubscriptionStatus', { success: true, ...subscription, subscription });
  answer('getAvailableModels', { models: ['claude'], details: [], efforts: ['quick'] });
});

it('the payment page says that Premium is not for sale, and leads back to the chats', async () => {
  await openApp('/payment-page', USER);
  await expect.element(notForSale).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Return to Chat' })).toHaveAttribute('href', '/chat');
  await expectAccessible();
});

it('the plan lists the models without the advice to upgrade', async () => {
  await openApp('/subscription', USER);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Claude' })).toBeVisible();
  await expect.element(notForSale).toBeVisible();
  await expectCount(page.getByText('Upgrade to Premium to access all AI models!'), 0);
});
