/** The calls about a plan. Each throws an AppError with the server's code. */
import { queryOptions } from '@tanstack/react-query';
import type { PlanType, Subscription } from '#contract/entities';
import { PLANS } from '#contract/limits';
import * as plans from '#contract/subscription';
import { callApi } from '../../../lib/http.ts';

export interface AvailableModels {
  readonly models: readonly string[];
  readonly details: readonly plans.ModelDetails[];
}

/** Outcome of a change, with the server's message to the user. */
export interface Changed {
  readonly message: string;
  readonly subscription: Subscription;
}

export const getSubscription = async (email: string): Promise<Subscription> =>
  (await callApi(plans.getSubscriptionStatus, { params: { email } })).subscription;

/** A user's plan, and the models that it opens. */
export const planOptions = (email: string) =>
  queryOptions({
    queryKey: ['plan', email],
    queryFn: async (): Promise<{ plan: Subscription; models: AvailableModels }> => ({
      // In this order: reading the plan may make the server fetch it from Stripe, and a paid plan opens more models.
      plan: await getSubscription(email),
      models: await callApi(plans.getAvailableModels, { params: { email } }),
    }),
    // `useRefreshOnReturn` reads it again when the network returns, and when the page is shown again.
    refetchOnReconnect: false,
  });

export const cancelSubscription = (userId: string, immediate: boolean): Promise<Changed> =>
  callApi(plans.cancelSubscription, { body: { userId, immediate } });

export const resumeSubscription = (userId: string): Promise<Changed> =>
  callApi(plans.resumeSubscription, { body: { userId } });

/** Leaves for the payment provider's checkout of a plan. */
export async function leaveForCheckout(userId: string, plan: PlanType): Promise<void> {
  const body = { userId, lookup_key: PLANS[plan].lookupKey };
  leaveFor((await callApi(plans.createCheckoutSession, { body })).url);
}

/** Leaves for the payment provider's page of cards and invoices. */
export async function leaveForBilling(userId: string): Promise<void> {
  leaveFor((await callApi(plans.createPortalSession, { body: { userId } })).url);
}

/** @throws when the address is not https */
function leaveFor(url: string): void {
  if (new URL(url).protocol !== 'https:') throw new Error('The address is not secure');
  window.location.assign(url);
}

/** True when the server says that the user has Premium now. */
export const isPremium = ({ tier, active }: Subscription): boolean => tier === 'paid' && active;
