/** Mail to the operator with a user's message: who it is and their plan first, then their words. */
import type { Subscription } from '#contract/entities';
import type { Mail } from '../../runtime/mail.ts';
import { isPremium } from '../../store/subscription-items.ts';
import { escapeHtml, oneLine } from './layout.ts';

export interface SupportRequest {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly owner: string;
  /** The sender's own, which is verified. */
  readonly email: string;
  readonly name?: string | undefined;
  readonly plan: Subscription;
  readonly subject: string;
  readonly message: string;
}

/** How mail programs are told that something comes first. */
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

/** Words as they were written, without signs that turn or hide others; lines end as everywhere. */
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
