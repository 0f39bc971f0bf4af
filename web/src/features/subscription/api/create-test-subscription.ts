/**
 * Only code of chunks named `test-mode-payment-form*` or `test-subscription-form*` may import this file. These chunks
 * and the chunk of this file are deployed only where payments are in the mode `test` (docs/spec.md 6.1).
 */

import type { PlanType } from '#contract/entities';
import * as subscription from '#contract/subscription';
import { callApi } from '../../../lib/api-client.ts';
import type { SubscriptionChange } from './subscription.ts';

/** @throws as `callApi` */
export function createTestSubscription(
  userId: string,
  durationDays: number,
  planType?: PlanType,
): Promise<SubscriptionChange> {
  const body = { userId, tier: 'paid', durationDays, ...(planType && { planType }) };
  return callApi(subscription.createTestSubscription, { body });
}
