/** Only a deployment with `payments: test` has this function (docs/safety.md 33). */
import * as routes from '#contract/subscription';
import { authoriseSubscriptionCall } from '../domain/billing/authorise-subscription-call.ts';
import { createTestSubscription } from '../domain/billing/create-test-subscription.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async createTestSubscription({ caller, body }) {
    const { durationDays, planType = 'monthly' } = body;
    return createTestSubscription(
      await authoriseSubscriptionCall(caller, body.userId),
      { durationDays, planType },
      Date.now(),
    );
  },
});
