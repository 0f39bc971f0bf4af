/** API calls about a subscription. A call that the server refuses throws an AppError with the server's code. */
import { queryOptions } from '@tanstack/react-query';
import { getAvailableModels, type ModelDetails } from '#contract/available-models';
import type { PlanType, Subscription } from '#contract/entities';
import { PLANS } from '#contract/plans';
import * as plans from '#contract/subscription';
import { callApi } from '../../../lib/api-client.ts';

export interface AvailableModels {
  readonly models: readonly string[];
  readonly details: readonly ModelDetails[];
}

export interface SubscriptionChange {
  readonly message: string;
  readonly subscription: Subscription;
}

export const getSubscription = async (email: string): Promise<Subscription> =>
  (await callApi(plans.getSubscriptionStatus, { params: { email } })).subscription;

export const planOptions = (email: string) =>
  queryOptions({
    queryKey: ['plan', email],
    queryFn: async (): Promise<{ plan: Subscription; models: AvailableModels }> => ({
      // Reads the plan before the models. While the server answers `getSubscription`, it may store a new plan from
      // Stripe. The stored plan decides which models are available.
      plan: await getSubscription(email),
      models: await callApi(getAvailableModels, { params: { email } }),
    }),
    // The page's `useRefreshWhenStale` (`use-refresh-when-stale.ts`) already refetches when the network returns.
    refetchOnReconnect: false,
  });

export const cancelSubscription = (userId: string, immediate: boolean): Promise<SubscriptionChange> =>
  callApi(plans.cancelSubscription, { body: { userId, immediate } });

export const resumeSubscription = (userId: string): Promise<SubscriptionChange> =>
  callApi(plans.resumeSubscription, { body: { userId } });

/** True while the user is on the page. Called when the payment URL has arrived, seconds after the user asked for it. */
type IsOnPage = () => boolean;

export async function openCheckout(userId: string, plan: PlanType, isOnPage: IsOnPage): Promise<void> {
  const body = { userId, lookup_key: PLANS[plan].lookupKey };
  openPaymentUrl((await callApi(plans.createCheckoutSession, { body })).url, isOnPage);
}

export async function openBilling(userId: string, isOnPage: IsOnPage): Promise<void> {
  openPaymentUrl((await callApi(plans.createPortalSession, { body: { userId } })).url, isOnPage);
}

/**
 * Does nothing if the user has left the page meanwhile.
 * @throws Error when the URL is not https
 */
function openPaymentUrl(url: string, isOnPage: IsOnPage): void {
  if (new URL(url).protocol !== 'https:') throw new Error('The URL of the payment provider is not https');
  if (isOnPage()) window.location.assign(url);
}

export const isPremium = ({ tier, active }: Subscription): boolean => tier === 'paid' && active;
