/** Decides when an unused chat is removed (decision 0016). Pure; times are in Unix milliseconds. */
import type { Retention } from '#contract/deployment-config';
import type { Subscription } from '#contract/entities';
import { isPremium } from '../../store/billing/read-subscription-and-plan.ts';

export interface KeptChat {
  /** Time of the chat's last use, or of its creation if it was never used. */
  readonly lastUsed: number;
  /** Earliest time of the removal; absent if the chat is not marked for removal. */
  readonly removeAt?: number | undefined;
  /** Days for which the user's plan kept an unused chat when this chat was marked; absent if it is not marked. */
  readonly keptDays?: number | undefined;
  readonly isPinned?: boolean | undefined;
}

export interface RetentionTerms {
  /** Days for which the current plan keeps an unused chat; null if the plan never removes chats. */
  readonly days: number | null;
  /** Days between the mark, which the user can see, and the removal. */
  readonly noticeDays: number;
  /**
   * End of the user's last paid period of Premium; absent while the user has Premium. `nextStep` replaces a mark that
   * is older than this end. If Premium ended early, the end is still in the future. `nextStep` then ignores the end.
   * Otherwise each run would mark the chat again, because every mark is older than a future end.
   */
  readonly endedAt?: number | undefined;
}

export type Step =
  | { readonly kind: 'leave' | 'unmark' | 'remove' }
  | { readonly kind: 'mark'; readonly removeAt: number; readonly keptDays: number };

const DAY_MS = 86_400_000;

/**
 * Decides the next step for a chat. A chat stays, and loses its mark, if it is pinned or recently used, or if the plan
 * never removes chats. Any other chat is marked, and removed after the notice period. It is marked again if Premium
 * ended or the plan's days changed since the mark, so that the user always gets the full notice under the current plan.
 */
export function nextStep(
  { lastUsed, removeAt, keptDays, isPinned = false }: KeptChat,
  terms: RetentionTerms,
  now: number,
): Step {
  const { days, noticeDays, endedAt } = terms;
  const isDue = !isPinned && days !== null && lastUsed + days * DAY_MS <= now;
  if (!isDue) return { kind: removeAt === undefined ? 'leave' : 'unmark' };
  const notice = noticeDays * DAY_MS;
  const isNoticed =
    removeAt !== undefined &&
    keptDays === days &&
    (endedAt === undefined || endedAt > now || removeAt - notice >= endedAt);
  if (!isNoticed) return { kind: 'mark', removeAt: now + notice, keptDays: days };
  return { kind: removeAt <= now ? 'remove' : 'leave' };
}

/** Returns the retention terms of a plan. Premium without a `planType` counts as monthly. */
export function retentionTermsOf(plan: Subscription, { noticeDays, ...days }: Retention): RetentionTerms {
  if (isPremium(plan)) return { days: days[plan.planType ?? 'monthly'], noticeDays };
  const endedAt = plan.expiresAt === undefined ? undefined : plan.expiresAt * 1_000;
  return { days: days.free, noticeDays, endedAt };
}
