import type { Allowance, Audience } from '#contract/deployment-config';
import type { HttpResponse } from '#contract/http-calls';
import { isPremium, readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { readStorage } from '../../store/files/put-file-and-free-storage.ts';
import { readDaysSince } from '../../store/usage/read-usage-days.ts';
import { KEEP_DAYS } from '../../store/usage/reservations.ts';
import { audienceOf } from './audience-and-allowance.ts';
import { quotaOf } from './daily-quota.ts';

const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * Reports a user's quota of today, used storage, and messages of the last 30 UTC days. A user with the yearly plan also
 * gets models, tokens and costs of all stored days.
 */
export async function usageOf(
  owner: string,
  allowances: Readonly<Record<Audience, Allowance>>,
  now: number,
): Promise<HttpResponse<'getUsage'>> {
  const [plan, storage] = await Promise.all([readPlan(owner, now), readStorage(owner)]);
  const hasAnalytics = isPremium(plan) && plan.planType === 'yearly';
  const daysBack = (days: number) => now - (days - 1) * DAY_MS;
  const found = await readDaysSince(owner, daysBack(hasAnalytics ? KEEP_DAYS : DAYS));
  const used = found.filter(({ messages }) => messages > 0);
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  const today = used.find(({ day }) => day === dayOf(now))?.messages ?? 0;
  const first = dayOf(daysBack(DAYS));
  const { messagesPerDay, files } = allowances[audienceOf(plan)];
  return {
    storage: { ...storage, limitBytes: files?.storageBytes ?? 0 },
    today: quotaOf(messagesPerDay, today, now),
    days: used.filter(({ day }) => day >= first).map(({ day, messages }) => ({ day, messages })),
    ...(hasAnalytics && { analytics: used }),
  };
}
