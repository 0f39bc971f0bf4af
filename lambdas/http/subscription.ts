/** HTTP handler of the plan calls, except test subscriptions (`testSubscription.ts`). */

import { getAvailableModels } from '#contract/available-models';
import type { HttpResponse } from '#contract/http-calls';
import * as routes from '#contract/subscription';
import { authoriseSubscriptionCall } from '../domain/billing/authorise-subscription-call.ts';
import { cancelSubscription, resumeSubscription } from '../domain/billing/cancel-and-resume.ts';
import { createCheckoutSession } from '../domain/billing/checkout.ts';
import { currentPlan } from '../domain/billing/current-plan.ts';
import { createPortalSession } from '../domain/billing/customer-portal.ts';
import { availableModels } from '../domain/quota/allowed-and-locked-models.ts';
import { assertSelf, type UserCaller } from '../runtime/caller.ts';
import { allowances, models } from '../runtime/deployment-config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { afterCheck, httpHandler } from '../runtime/http-handler.ts';
import { readPlan } from '../store/billing/read-subscription-and-plan.ts';
import { readRevocation } from '../store/revocations.ts';

const buyerOf = ({ owner, email }: UserCaller) => ({ owner, email, siteUrl: requireEnv(ENV.siteUrl) });

export const handler = httpHandler({ ...routes, getAvailableModels }, readRevocation, {
  // Other GETs run while the caller is checked. This one waits, because it may call Stripe and store the answer.
  getSubscriptionStatus: afterCheck(
    async ({ caller, params }): Promise<HttpResponse<'getSubscriptionStatus'>> => {
      const { owner } = await authoriseSubscriptionCall(caller, params.email);
      const subscription = await currentPlan(owner, Date.now());
      return { success: true, ...subscription, subscription };
    },
  ),
  async getAvailableModels({ caller, params }) {
    const { owner } = await authoriseSubscriptionCall(caller, params.email);
    return availableModels(await readPlan(owner, Date.now()), models(), allowances());
  },
  cancelSubscription: async ({ caller, body }) =>
    cancelSubscription(await authoriseSubscriptionCall(caller, body.userId), body.immediate),
  resumeSubscription: async ({ caller, body }) =>
    resumeSubscription(await authoriseSubscriptionCall(caller, body.userId)),
  async createCheckoutSession({ caller, body }) {
    assertSelf(caller, body.userId);
    return createCheckoutSession(buyerOf(caller), body.lookup_key);
  },
  async createPortalSession({ caller, body }) {
    assertSelf(caller, body.userId);
    return createPortalSession(buyerOf(caller));
  },
});
