/** In test mode alone: it stands in scripts that are deployed there alone, whose names begin with `test-`. */
import type { PlanType, Subscription } from '#contract/entities';
import { createTestSubscriptionResponse } from '#contract/plan-responses';
import { planRoutes } from '#contract/plan-routes';
import { callApi } from '../../../lib/http.ts';

/** @throws AppError with the server's code */
export async function createTestSubscription(
  userId: string,
  durationDays: number,
  planType?: PlanType,
): Promise<Subscription> {
  const body = { userId, tier: 'paid', durationDays, ...(planType && { planType }) };
  const answer = await callApi(planRoutes.createTestSubscription, createTestSubscriptionResponse, { body });
  return answer.subscription;
}
