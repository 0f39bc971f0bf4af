import { AppError } from '#contract/error-codes';
import { SHARE_REPORTS_PER_DAY } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import { mailConfig, sendMail } from '../../runtime/send-mail.ts';
import { renderMail } from '../mail/render-mail.ts';
import { countAttempt, countDailyAction } from '../quota/rate-limiter.ts';
import { findShare } from './read-share.ts';

/** Reader who reports. `address` is the hash of the visitor's network address. */
export type Reporter =
  | { readonly kind: 'user'; readonly owner: string; readonly email: string }
  | { readonly kind: 'visitor'; readonly address: string };

interface Report {
  readonly shareId: string;
  /** May be empty. */
  readonly message: string;
}
interface Product {
  readonly productName: string;
  readonly siteUrl: string;
}

const THANKS = 'Thank you. Your report was sent.';

/**
 * Mails a reader's report to the operator. A user has a limit per day, which counts only mailed reports. A visitor's
 * network address has a limit per hour, which also counts reports that could not be mailed.
 * @returns the confirmation for the reporter
 * @throws AppError `share_not_found`, `too_many_requests`, `support_unavailable`
 */
export async function reportShare(
  reporter: Reporter,
  { shareId, message }: Report,
  { productName, siteUrl }: Product,
  at: number,
): Promise<string> {
  const { owner } = await findShare(shareId, reporter.kind === 'user' ? 'member' : 'visitor');
  const config = mailConfig();
  if (!config) throw wordedError('support_unavailable');
  const giveBack = await count(reporter, at);
  const to = config.support ?? config.replyTo ?? config.from;
  const mail = renderMail({
    ...{ productName, siteUrl, subject: '[Report] A shared chat', heading: 'A shared chat was reported' },
    paragraphs: [
      `By: ${reporter.kind === 'user' ? reporter.email : 'a visitor without an account'}`,
      `Shared by: ${siteUrl}/admin/users/${encodeURIComponent(owner)}`,
      message === '' ? 'The report has no words.' : `In their words: ${message}`,
    ],
    link: { label: 'Open the shared chat', url: `${siteUrl}/s/${shareId}` },
    footer: 'You get this mail because reports of shared chats go to this address.',
  });
  const sent = { to, ...mail, ...(reporter.kind === 'user' && { replyTo: reporter.email }) };
  if ((await sendMail(sent)) !== 'sent') {
    await giveBack();
    throw wordedError('support_unavailable');
  }
  return THANKS;
}

/**
 * Counts a report. Returns a function that undoes the count for a user, and does nothing for a visitor.
 * @throws AppError `too_many_requests`
 */
async function count(reporter: Reporter, at: number): Promise<() => Promise<void>> {
  if (reporter.kind === 'visitor') {
    await countAttempt('report', reporter.address, at);
    return async () => undefined;
  }
  const limit = { owner: reporter.owner, at, perDay: SHARE_REPORTS_PER_DAY };
  const taken = await countDailyAction('reports', limit);
  if (!taken)
    throw new AppError('too_many_requests', {
      message: `You have reported ${SHARE_REPORTS_PER_DAY} times today. You can report again tomorrow.`,
    });
  return () => taken.giveBack();
}
