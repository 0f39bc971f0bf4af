import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SubscriptionItem } from '../../store/billing/read-subscription-and-plan.ts';
import { endSubscriptions } from './end-subscriptions.ts';

const world = vi.hoisted(() => ({ item: undefined as SubscriptionItem | undefined }));
vi.mock('../../store/billing/read-subscription-and-plan.ts', () => ({
  readSubscription: async () => world.item,
}));
afterEach(() => vi.unstubAllEnvs());

describe('without Stripe, an account that is deleted', () => {
  const free = { tier: 'free', active: false, version: 1 } as const;
  const end = (item: SubscriptionItem | undefined) => {
    vi.stubEnv('STRIPE_SECRET_ARN', '');
    world.item = item;
    return endSubscriptions('ada');
  };

  it('is kept while it has a subscription at Stripe, which would still charge the user', async () => {
    const item = { ...free, customerId: 'cus_1', subscriptionId: 'sub_1' };
    await expect(end(item)).rejects.toMatchObject({ code: 'payments_unavailable' });
  });

  it.each([
    ['that never paid', undefined],
    ['with a test subscription', { ...free, tier: 'paid', active: true }],
    ['whose subscription has ended', { ...free, customerId: 'cus_1' }],
  ] as const)('%s has nothing to end', async (_, item) => {
    await end(item);
  });
});
