import type { Subscription } from '#contract/entities';
import { log } from '../../runtime/log.ts';
import { hasStripe } from '../../runtime/stripe.ts';
import {
  isPremium,
  planOf,
  readSubscription,
  type SubscriptionItem,
} from '../../store/billing/read-subscription-and-plan.ts';
import { mayAskStripe } from '../../store/billing/write-subscription-and-last-asked.ts';
import { syncSubscription } from './sync-from-stripe.ts';

const CHECKOUT_MS = 60 * 60_000;
const ASK_PAUSE_MS = 5_000;

/**
 * Returns the plan at `now` (milliseconds). Asks Stripe after a recent checkout, so that a user who has just paid need
 * not wait for the webhook. Returns the stored plan if Stripe does not answer.
 */
export async function currentPlan(owner: string, now: number): Promise<Subscription> {
  const item = await readSubscription(owner);
  return planOf(item && (await caughtUp(owner, item, now)), now);
}

async function caughtUp(owner: string, item: SubscriptionItem, now: number): Promise<SubscriptionItem> {
  const { customerId, checkoutAt } = item;
  if (customerId === undefined || checkoutAt === undefined || !hasStripe()) return item;
  if (now - checkoutAt >= CHECKOUT_MS || isPremium(planOf(item, now))) return item;
  if (!(await mayAskStripe(owner, now, ASK_PAUSE_MS))) return item;
  try {
    const outcome = await syncSubscription({ owner, customerId });
    return outcome.kind === 'written' ? outcome.item : item;
  } catch (error) {
    log('WARN', 'subscription not caught up', { cause: error });
    return item;
  }
}
