/** How long a plan keeps unused chats. */
import type { Retention } from '#contract/config';
import type { Subscription } from '#contract/entities';
import { isPremium } from '../../store/subscription-items.ts';
import type { Keeping } from './rule.ts';

/** Premium that does not say how it is paid is kept for as monthly. */
export function keepingOf(plan: Subscription, { noticeDays, ...days }: Retention): Keeping {
  if (isPremium(plan)) return { days: days[plan.planType ?? 'monthly'], noticeDays };
  const endedAt = plan.expiresAt === undefined ? undefined : plan.expiresAt * 1_000;
  return { days: days.free, noticeDays, endedAt };
}
