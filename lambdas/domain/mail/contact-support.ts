import type { Subscription } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { SUPPORT } from '#contract/limits';
import { wordedError } from '#contract/server-worded-errors';
import type { UserCaller } from '../../runtime/caller.ts';
import { type Mail, mailConfig, sendMail } from '../../runtime/send-mail.ts';
import { isPremium, readPlan } from '../../store/billing/read-subscription-and-plan.ts';
import { countDailyAction } from '../quota/rate-limiter.ts';
import { escapeHtml, oneLine } from './render-mail.ts';

interface SupportRequest {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly owner: string;
  /** Verified address of the sender. */
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan: Subscription;
  readonly subject: string;
  readonly message: string;
}

const URGENT = { 'X-Priority': '1 (Highest)', Importance: 'high' };

export function supportMail(request: SupportRequest): Omit<Mail, 'to'> {
  const { productName, siteUrl, owner, email, name, plan, subject } = request;
  const planName = nameOf(plan);
  const facts: readonly (readonly [string, string])[] = [
    ['From', oneLine(name ? `${name}, ${email}` : email)],
    ['Plan', planName],
    ['User', owner],
    ['Account', `${siteUrl}/admin/users/${encodeURIComponent(owner)}`],
    ['Subject', oneLine(subject)],
  ];
  const message = plain(request.message);
  return {
    subject: `[${planName}] ${oneLine(subject)}`,
    replyTo: email,
    ...(isPremium(plan) && { headers: URGENT }),
    text: textOf(productName, facts, message),
    html: htmlOf(productName, facts, message),
  };
}

function nameOf(plan: Subscription): string {
  if (!isPremium(plan)) return 'Free';
  return plan.planType === 'yearly' ? 'Premium yearly' : 'Premium';
}

/**
 * Normalises line ends. Removes characters that change the text's direction. Removes control characters, but keeps tabs
 * and line ends.
 */
const plain = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '');

function textOf(productName: string, facts: readonly (readonly [string, string])[], message: string): string {
  return [
    `${productName}: a message to support. Answer this mail to answer its sender.`,
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    '----',
    message,
  ]
    .join('\n\n')
    .concat('\n');
}

function htmlOf(productName: string, facts: readonly (readonly [string, string])[], message: string): string {
  const e = escapeHtml;
  const rows = facts.map(
    ([label, value]) =>
      `<tr><th scope="row" align="left" style="padding:2px 16px 2px 0;vertical-align:top">${e(label)}</th><td>${e(value)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${e(productName)}</title></head>
<body style="font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.5;overflow-wrap:anywhere">
<p>${e(productName)}: a message to support. Answer this mail to answer its sender.</p>
<table>${rows.join('')}</table>
<hr>
<div dir="auto" style="white-space:pre-wrap">${e(message)}</div>
</body>
</html>
`;
}

interface Product {
  readonly productName: string;
  readonly siteUrl: string;
}

const ENOUGH = `You have written ${SUPPORT.perDay} times today. You can write again tomorrow.`;

/**
 * Mails a message to support. A message that could not be mailed does not count towards the day's limit.
 * @returns the confirmation for the sender
 * @throws AppError `too_many_requests`, `support_unavailable`
 */
export async function contactSupport(
  { owner, email, name }: UserCaller,
  words: { readonly subject: string; readonly message: string },
  product: Product,
  at: number,
): Promise<string> {
  const config = mailConfig();
  if (!config) throw wordedError('support_unavailable');
  const plan = await readPlan(owner, at);
  const taken = await countDailyAction('support', { owner, at, perDay: SUPPORT.perDay });
  if (!taken) throw new AppError('too_many_requests', { message: ENOUGH });
  const to = config.support ?? config.replyTo ?? config.from;
  const outcome = await sendMail({ to, ...supportMail({ ...product, owner, email, name, plan, ...words }) });
  if (outcome !== 'sent') {
    await taken.giveBack();
    throw wordedError('support_unavailable');
  }
  const thanks = `Thank you. We have your message and answer to ${email}.`;
  return isPremium(plan) ? `${thanks} Premium members are answered first.` : thanks;
}
