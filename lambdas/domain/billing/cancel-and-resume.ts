import type { HttpResponse } from '#contract/http-calls';
import { wordedError } from '#contract/server-worded-errors';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { unlessMissing, withStripe } from '../../runtime/stripe.ts';
import {
  isPremium,
  planOf,
  readSubscription,
  type SubscriptionItem,
} from '../../store/billing/read-subscription-and-plan.ts';
import { writeSubscription } from '../../store/billing/write-subscription-and-last-asked.ts';
import { withAuditRecord } from '../audit-log.ts';
import type { Subject } from './authorise-subscription-call.ts';
import { isEnding, isEntitled, isOpen } from './stripe-subscription-status.ts';
import { cancelledLater, cancelledNow, resumed } from './subscription-change-texts.ts';
import { listSubscriptions, syncSubscription } from './sync-from-stripe.ts';

export type Cancelled = HttpResponse<'cancelSubscription'>;

/**
 * Cancels all of the user's open subscriptions: at once if `immediate`, or if the subscription gives no Premium;
 * otherwise at the end of the period.
 * @throws AppError `no_subscription`; `payments_unavailable`; `too_many_requests` if other writes conflicted with each
 * attempt
 */
export async function cancelSubscription(subject: Subject, immediate: boolean): Promise<Cancelled> {
  const item = await requireSubscription(subject.owner);
  const end = () =>
    isOfStripe(item) ? cancelAtStripe(item, subject.owner, immediate) : cancelTest(subject.owner, immediate);
  const ended = await onRecord(subject, 'subscription.cancel', end);
  const subscription = planOf(ended, Date.now());
  const message = isPremium(subscription)
    ? cancelledLater(subject, subscription.expiresAt)
    : cancelledNow(subject);
  return { message, subscription };
}

/**
 * Resumes a subscription that was to end with its period.
 * @throws AppError `no_subscription`; `payments_unavailable`; `too_many_requests` if other writes conflicted with each
 * attempt
 */
export async function resumeSubscription(subject: Subject): Promise<HttpResponse<'resumeSubscription'>> {
  const item = await requireSubscription(subject.owner);
  const resume = () => (isOfStripe(item) ? resumeAtStripe(item, subject.owner) : resumeTest(subject.owner));
  const subscription = planOf(await onRecord(subject, 'subscription.resume', resume), Date.now());
  return { message: resumed(subject, subscription), subscription };
}

async function onRecord<T>(
  { owner, actor }: Subject,
  action: 'subscription.cancel' | 'subscription.resume',
  change: () => Promise<T>,
): Promise<T> {
  if (actor === undefined) return change();
  const done: T[] = [];
  await withAuditRecord({ actor }, action, owner, async () => {
    done.push(await change());
    return true;
  });
  const [result] = done;
  if (result === undefined) throw new Error('The change was recorded but returned no result');
  return result;
}

type OfStripe = SubscriptionItem & { readonly customerId: string; readonly subscriptionId: string };
const isOfStripe = (item: SubscriptionItem): item is OfStripe =>
  item.customerId !== undefined && item.subscriptionId !== undefined;

/**
 * Reads a subscription that gives Premium or is open at Stripe. For example, an unpaid subscription gives no Premium,
 * but can be cancelled.
 * @throws AppError `no_subscription`
 */
async function requireSubscription(owner: string): Promise<SubscriptionItem> {
  const item = await readSubscription(owner);
  if (!item || !(isPremium(planOf(item, Date.now())) || isOfStripe(item)))
    throw wordedError('no_subscription');
  return item;
}

async function cancelAtStripe({ customerId }: OfStripe, owner: string, immediate: boolean) {
  const open = (await listSubscriptions(customerId)).filter(isOpen);
  for (const found of open)
    if (immediate || !isEntitled(found))
      await unlessMissing(withStripe((stripe) => stripe.subscriptions.cancel(found.id)));
    else if (!isEnding(found))
      await withStripe((stripe) => stripe.subscriptions.update(found.id, { cancel_at_period_end: true }));
  return synced(owner, customerId);
}

async function resumeAtStripe({ customerId, subscriptionId }: OfStripe, owner: string) {
  const found = (await listSubscriptions(customerId)).find(({ id }) => id === subscriptionId);
  if (!found || !isEntitled(found)) {
    await synced(owner, customerId);
    throw wordedError('no_subscription');
  }
  if (isEnding(found))
    await withStripe((stripe) =>
      stripe.subscriptions.update(
        subscriptionId,
        found.cancel_at_period_end ? { cancel_at_period_end: false } : { cancel_at: '' },
      ),
    );
  return synced(owner, customerId);
}

async function synced(owner: string, customerId: string): Promise<SubscriptionItem> {
  const outcome = await syncSubscription({ owner, customerId });
  if (outcome.kind !== 'written') throw wordedError('no_subscription');
  return outcome.item;
}

const cancelTest = (owner: string, immediate: boolean) =>
  changeTest(owner, ({ expiresAt, planType, ...rest }) =>
    immediate
      ? { ...rest, tier: 'free', active: false }
      : {
          ...rest,
          ...(expiresAt !== undefined && { expiresAt }),
          ...(planType !== undefined && { planType }),
          cancelAtPeriodEnd: true,
        },
  );

const resumeTest = (owner: string) => changeTest(owner, ({ cancelAtPeriodEnd: _, ...rest }) => rest);

function changeTest(
  owner: string,
  change: (item: SubscriptionItem) => SubscriptionItem,
): Promise<SubscriptionItem> {
  return retryUntilWritten(async () => {
    const before = await requireSubscription(owner);
    const { version, ...state } = change(before);
    return (await writeSubscription(owner, before, state)) ? { ...state, version: version + 1 } : undefined;
  });
}
