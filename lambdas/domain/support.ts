/** Message of a user to the operator, mailed with who they are and what plan they have. */
import { AppError } from '#contract/errors';
import { SUPPORT } from '#contract/limits';
import type { UserCaller } from '../runtime/caller.ts';
import { mailConfig, sendMail } from '../runtime/mail.ts';
import { isPremium } from '../store/subscription-items.ts';
import { readPlan } from '../store/subscriptions.ts';
import { takeOfDay } from './limiter.ts';
import { supportMail } from './mail/support.ts';

export interface Product {
  readonly productName: string;
  readonly siteUrl: string;
}

const ENOUGH = `You have written ${SUPPORT.perDay} times today. You can write again tomorrow.`;

/**
 * Mails a message to support. One that could not be mailed does not count.
 * @returns what to tell the sender
 * @throws AppError `too_many_requests`, `support_unavailable`
 */
export async function contactSupport(
  { owner, email, name }: UserCaller,
  words: { readonly subject: string; readonly message: string },
  product: Product,
  at: number,
): Promise<string> {
  const config = mailConfig();
  if (!config) throw new AppError('support_unavailable');
  const plan = await readPlan(owner, at);
  const taken = await takeOfDay('support', { owner, at, perDay: SUPPORT.perDay });
  if (!taken) throw new AppError('too_many_requests', { message: ENOUGH });
  const to = config.support ?? config.replyTo ?? config.from;
  const outcome = await sendMail({ to, ...supportMail({ ...product, owner, email, name, plan, ...words }) });
  if (outcome !== 'sent') {
    await taken.giveBack();
    throw new AppError('support_unavailable');
  }
  const thanks = `Thank you. We have your message and answer to ${email}.`;
  return isPremium(plan) ? `${thanks} Premium members are answered first.` : thanks;
}
