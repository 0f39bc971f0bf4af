import type { Subscription } from '#contract/entities';
import { getSubscriptionStatusResponse } from '#contract/plan-responses';
import { planRoutes } from '#contract/plan-routes';
import { callApi } from '../../../lib/http.ts';

/** The user's plan as it is now. */
export const getPlan = (email: string): Promise<Subscription> =>
  callApi(planRoutes.getSubscriptionStatus, getSubscriptionStatusResponse, { params: { email } });
