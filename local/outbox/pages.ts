import { type Html, html } from './html-template-tag.ts';
import type { AppCode, SentMail } from './outbox-types.ts';

const STYLE = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  li { margin: .5rem 0; }
  pre { white-space: pre-wrap; font: inherit; border: 1px solid #8888; border-radius: .5rem; padding: 1rem; }
  time, .to { color: #666; }
  @media (prefers-color-scheme: dark) { time, .to { color: #aaa; } }
  a { color: inherit; }`;

const page = (title: string, body: Html, head = html``): Html => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
${head}
</head>
<body><main><h1>${title}</h1>${body}</main></body>
</html>`;

const sentAt = (mail: SentMail): Html =>
  html`<time datetime="${mail.sentAt}">${mail.sentAt.slice(0, 19).replace('T', ' ')}</time>`;

export function listPage(mails: readonly SentMail[]): Html {
  const items = mails.toReversed().map(
    (mail) => html`<li><a href="/mail/${mail.id}">${mail.subject}</a><br>
      <span class="to">to ${mail.to}</span>, ${sentAt(mail)}</li>`,
  );
  const mailList = items.length === 0 ? html`<p>No mail yet.</p>` : html`<ul>${items}</ul>`;
  return page('Outbox', html`${mailList}<p><a href="/codes">Codes of authenticator apps</a></p>`);
}

export function codesPage(codes: readonly AppCode[]): Html {
  const items = codes.map(({ email, code }) => html`<li><strong>${code}</strong> ${email}</li>`);
  return page(
    'Codes',
    html`${items.length === 0 ? html`<p>There is no unused code. Either no user has an authenticator app, or the next code comes within 30 seconds.</p>` : html`<ul>${items}</ul>`}
      <p>A code is used once. <a href="/">All mails</a></p>`,
    html`<meta http-equiv="refresh" content="5">`,
  );
}

const linked = (text: string): Html[] =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((part, i) => (i % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`));

export function mailPage(mail: SentMail): Html {
  return page(
    mail.subject,
    html`<p><span class="to">from ${mail.from} to ${mail.to}</span>, ${sentAt(mail)}</p>
      <pre>${linked(mail.text)}</pre>${mail.html === undefined ? '' : html`<p><a href="/mail/${mail.id}/html">As the reader sees it</a></p>`}
      <p><a href="/">All mails</a></p>`,
  );
}

export const missingPage = (): Html => page('Not found', html`<p><a href="/">All mails</a></p>`);
