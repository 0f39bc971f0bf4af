import { createHash } from 'node:crypto';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { unlessMissing, withStripe } from '../../runtime/stripe.ts';
import type { SubscriptionItem } from '../../store/billing/read-subscription-and-plan.ts';
import { readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import { writeSubscription } from '../../store/billing/write-subscription-and-last-asked.ts';
import type { Billed } from './sync-from-stripe.ts';

export type Customer = SubscriptionItem & { readonly customerId: string };
export const hasCustomer = (item: SubscriptionItem | undefined): item is Customer =>
  item?.customerId !== undefined;

/**
 * Returns the user's Stripe customer, which the first call creates. Concurrent calls read the same version of the
 * user's subscription item, so they send the same idempotency key and get the same customer.
 */
export async function requireCustomer({
  owner,
  email,
}: {
  readonly owner: string;
  readonly email: string;
}): Promise<Billed> {
  return retryUntilWritten(async () => {
    const before = await readSubscription(owner);
    if (hasCustomer(before)) return { owner, customerId: before.customerId };
    const address = createHash('sha256').update(email).digest('hex').slice(0, 16);
    const idempotencyKey = `customer-${owner}-${address}-${before?.version ?? 0}`;
    const { id: customerId } = await withStripe((stripe) =>
      stripe.customers.create({ email, metadata: { owner } }, { idempotencyKey }),
    );
    const { version: _, ...state } = before ?? { tier: 'free', active: false, version: 0 };
    return (await writeSubscription(owner, before, { ...state, customerId }))
      ? { owner, customerId }
      : undefined;
  });
}

/**
 * Removes the customer and the subscription from the user's item if Stripe does not have the customer. Such a
 * customer was created with a test key before the deployment went live, or deleted in Stripe's dashboard.
 */
export async function forgetMissingCustomer(owner: string): Promise<void> {
  await retryUntilWritten(async () => {
    const before = await readSubscription(owner);
    if (!hasCustomer(before)) return true;
    const { customerId } = before;
    const customer = await unlessMissing(withStripe((stripe) => stripe.customers.retrieve(customerId)));
    if (customer && customer.deleted !== true) return true;
    return (await writeSubscription(owner, before, { tier: 'free', active: false })) ? true : undefined;
  });
}
