import type { Allowance, Audience, ModelSpec } from '#contract/deployment-config';
import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { planOf } from '../../store/billing/read-subscription-and-plan.ts';
import type { EntitlementFacts } from '../../store/read-plan-spend-and-instructions.ts';
import type { Sender } from '../connections/sender-of-frame.ts';
import { candidatesOf } from '../routing/choose-model.ts';
import { type Allowances, audienceOf } from './audience-and-allowance.ts';
import { chargesFor } from './daily-quota.ts';

/** The default message of `service_paused` says "tomorrow", but an operator may start replies at any time. */
const STOPPED = 'Replies are paused for the moment. Your message was not sent; please try again later.';

export interface ReplyRequest {
  readonly sender: Sender;
  /** Id of the model that the user chose; undefined to let the product choose. */
  readonly requested: string | undefined;
  /** Unix milliseconds. */
  readonly now: number;
  readonly models: readonly ModelSpec[];
  readonly allowances: Allowances;
  /** US dollars a day for the replies of all users and guests. */
  readonly spendCap: number;
  /** US dollars of `spendCap` that may be spent on guests. */
  readonly guestSpendCap: number;
}

export interface Grant {
  readonly kind: 'granted';
  readonly allowance: Allowance;
  /** Ids of the models that may answer, with the requested one first. */
  readonly candidates: readonly string[];
}
export type Verdict =
  | Grant
  | { readonly kind: 'refused'; readonly allowance: Allowance; readonly error: AppError };

/**
 * Decides if the message may be answered now. Pure.
 * @param positions number of the message within the day (1 for the first) on each account of `chargesFor`. `reserve`
 * returns these numbers.
 */
export function checkEntitlement(
  asking: ReplyRequest,
  facts: EntitlementFacts,
  positions: readonly number[],
): Verdict {
  const { sender, requested, now, models, allowances, spendCap, guestSpendCap } = asking;
  const audience = sender.kind === 'guest' ? 'guest' : audienceOf(planOf(facts.subscription, now));
  const allowance = allowances[audience];
  const refused = (error: AppError): Verdict => ({ kind: 'refused', allowance, error });
  if (facts.isStopped) return refused(new AppError('service_paused', { message: STOPPED }));
  if (facts.spent >= spendCap) return refused(wordedError('service_paused'));
  if (audience === 'guest' && facts.guestSpent >= guestSpendCap)
    return refused(new AppError('guest_quota_exceeded'));
  const accounts = chargesFor(sender, allowance);
  if (now < (facts.busyUntil ?? 0)) return refused(wordedError('service_busy'));
  if (accounts.some(({ limit }, i) => (positions[i] ?? Infinity) > limit))
    return refused(exceeded(audience, allowances));
  try {
    return { kind: 'granted', allowance, candidates: candidatesOf(models, allowance, requested) };
  } catch (error) {
    if (error instanceof AppError) return refused(error);
    throw error;
  }
}

function exceeded(audience: Audience, { free, paid }: Allowances): AppError {
  if (audience === 'guest') return new AppError('guest_quota_exceeded');
  const { messagesPerDay: limit } = audience === 'free' ? free : paid;
  const hasMore = audience === 'free' && paid.messagesPerDay > limit;
  const more = hasMore ? `; Premium has ${paid.messagesPerDay}` : '';
  return new AppError('quota_exceeded', {
    message: `You have reached the daily limit. It is ${limit} messages and resets at midnight UTC${more}.`,
  });
}
