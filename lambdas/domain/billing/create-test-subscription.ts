import type { PlanType } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { planOf, readSubscription } from '../../store/billing/read-subscription-and-plan.ts';
import {
  type SubscriptionState,
  writeRecorded,
  writeSubscription,
} from '../../store/billing/write-subscription-and-last-asked.ts';
import { auditEntry } from '../audit-log.ts';
import type { Subject } from './authorise-subscription-call.ts';
import { testCreated } from './subscription-change-texts.ts';

export interface TestPlan {
  readonly durationDays: number;
  readonly planType: PlanType;
}

/**
 * Starts Premium without payment at `now` (milliseconds since the epoch), in place of any earlier subscription. Served
 * only if `payments` is `test` (docs/safety.md 33).
 */
export async function createTestSubscription(
  subject: Subject,
  { durationDays, planType }: TestPlan,
  now: number,
): Promise<HttpResponse<'createTestSubscription'>> {
  const expiresAt = Math.floor(now / 1000) + durationDays * 86_400;
  const item = await retryUntilWritten(async () => {
    const { owner, actor } = subject;
    const before = await readSubscription(owner);
    const state: SubscriptionState = {
      ...{ tier: 'paid', active: true, planType, expiresAt },
      ...(before?.customerId !== undefined && { customerId: before.customerId }),
    };
    const entry =
      actor === undefined
        ? undefined
        : auditEntry({ actor }, 'subscription.test', {
            target: owner,
            detail: `${planType}, ${durationDays} days`,
          });
    const written = entry
      ? await writeRecorded(owner, before, state, entry)
      : await writeSubscription(owner, before, state);
    // `planOf` does not read the version.
    return written ? { ...state, version: 0 } : undefined;
  });
  return { message: testCreated(subject, expiresAt), subscription: planOf(item, now) };
}
