/** Creates test subscriptions. Import it only in `test-*` chunks, which are deployed only in test mode. */

import type { PlanType } from '#contract/entities';
import * as subscription from '#contract/subscription';
import { callApi } from '../../../lib/api-client.ts';
import type { SubscriptionChange } from './subscription.ts';

/** @throws AppError with the server's code */
export function createTestSubscription(
  userId: string,
  durationDays: number,
  planType?: PlanType,
): Promise<SubscriptionChange> {
  const body = { userId, tier: 'paid', durationDays, ...(planType && { planType }) };
  return callApi(subscription.createTestSubscription, { body });
}
