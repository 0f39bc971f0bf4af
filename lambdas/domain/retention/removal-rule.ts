/** Decides when an unused chat is removed (decision 0016). Pure; times are in milliseconds. */
import type { Retention } from '#contract/config';
import type { Subscription } from '#contract/entities';
import { isPremium } from '../../store/billing/subscriptions.ts';

export interface KeptChat {
  /** When its last turn began; without turns, when it was opened. */
  readonly lastUsed: number;
  /** Its mark: when it is removed, and for how many days the plan kept unused chats when that was said. */
  readonly removeAt?: number | undefined;
  readonly keptDays?: number | undefined;
}

export interface Keeping {
  /** How long the plan of now keeps an unused chat; null is for as long as there is the account. */
  readonly days: number | null;
  /** Days between the notice and the removal. */
  readonly noticeDays: number;
  /** When a better plan ended, where one did. */
  readonly endedAt?: number | undefined;
}

export type Step =
  | { readonly kind: 'leave' | 'unmark' | 'remove' }
  | { readonly kind: 'mark'; readonly removeAt: number; readonly keptDays: number };

const DAY_MS = 86_400_000;

/**
 * Decides the next step for a chat. It is marked before it is removed, and removed when its mark has stood for all of the
 * notice's days under the plan that still says so: one that was made before a plan ended, or for another plan's days,
 * is made again.
 */
export function nextStep({ lastUsed, removeAt, keptDays }: KeptChat, keeping: Keeping, now: number): Step {
  const { days, noticeDays, endedAt } = keeping;
  const isDue = days !== null && lastUsed + days * DAY_MS <= now;
  if (!isDue) return { kind: removeAt === undefined ? 'leave' : 'unmark' };
  const notice = noticeDays * DAY_MS;
  const isNoticed =
    removeAt !== undefined &&
    keptDays === days &&
    (endedAt === undefined || endedAt > now || removeAt - notice >= endedAt);
  if (!isNoticed) return { kind: 'mark', removeAt: now + notice, keptDays: days };
  return { kind: removeAt <= now ? 'remove' : 'leave' };
}

/** Premium that does not say how it is paid is kept for as monthly. */
export function keepingOf(plan: Subscription, { noticeDays, ...days }: Retention): Keeping {
  if (isPremium(plan)) return { days: days[plan.planType ?? 'monthly'], noticeDays };
  const endedAt = plan.expiresAt === undefined ? undefined : plan.expiresAt * 1_000;
  return { days: days.free, noticeDays, endedAt };
}
