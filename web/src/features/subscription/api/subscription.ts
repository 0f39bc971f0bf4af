/** The calls about a plan. Each throws an AppError with the server's code. */

import type { PlanType, Subscription } from '#contract/entities';
import { PLANS } from '#contract/limits';
import * as plans from '#contract/subscription';
import { callApi } from '../../../lib/http.ts';

export interface AvailableModels {
  readonly models: readonly string[];
  readonly details: readonly plans.ModelDetails[];
}

export async function getSubscription(email: string): Promise<Subscription> {
  const answer = await callApi(plans.getSubscriptionStatus, {
    params: { email },
  });
  return answer.subscription;
}

export const getAvailableModels = (email: string): Promise<AvailableModels> =>
  callApi(plans.getAvailableModels, { params: { email } });

/** Outcome of a change, and the server's words for it. */
export interface Changed {
  readonly message: string;
  readonly subscription: Subscription;
}

export const cancelSubscription = (userId: string, immediate: boolean): Promise<Changed> =>
  callApi(plans.cancelSubscription, { body: { userId, immediate } });

export const resumeSubscription = (userId: string): Promise<Changed> =>
  callApi(plans.resumeSubscription, { body: { userId } });

/** Where the payment provider takes the money for a plan. */
export async function createCheckout(userId: string, plan: PlanType): Promise<string> {
  const body = { userId, lookup_key: PLANS[plan].lookupKey };
  return (await callApi(plans.createCheckoutSession, { body })).url;
}

/** Where the payment provider shows cards and invoices. */
export async function createPortal(userId: string): Promise<string> {
  const body = { userId };
  return (await callApi(plans.createPortalSession, { body })).url;
}
