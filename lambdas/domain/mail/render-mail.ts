import type { Mail } from '../../runtime/send-mail.ts';

export interface MailParts {
  readonly productName: string;
  readonly siteUrl: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** Button, followed by its address as text. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly code?: { readonly label: string; readonly text: string };
  /** Reason why the reader gets this mail. */
  readonly footer: string;
}

export type RenderedMail = Omit<Mail, 'to'>;

/** Renders a mail as text and as HTML, without remote content. Escapes the texts in the HTML. */
export function renderMail(parts: MailParts): RenderedMail {
  return { subject: oneLine(parts.subject), text: textOf(parts), html: htmlOf(parts) };
}

/** Puts a text on one line, without control characters. A line break in a subject could begin another header. */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{C}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Escapes a text for HTML, also within an attribute's quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

function textOf({ heading, paragraphs, link, code, footer, productName, siteUrl }: MailParts): string {
  return [
    heading,
    ...paragraphs,
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...(code ? [`${code.label}:\n${code.text}`] : []),
    `-- \n${footer}\n${productName}: ${siteUrl}`,
  ]
    .join('\n\n')
    .concat('\n');
}

/** A mail program that drops style sheets shows the light colours of the elements' `style`. */
const STYLES = `
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; border-color: #383c46 !important; }
  .strong { color: #f2f3f5 !important; }
  .soft { color: #b9bec8 !important; }
  .quiet { color: #a4aab5 !important; }
  .code { background: #16181d !important; color: #f2f3f5 !important; border-color: #4a4f5b !important; }
  .button { background: #5eead4 !important; color: #06302b !important; }
  a.plain { color: #5eead4 !important; }
}
@media (max-width: 480px) { .card { padding: 24px 20px !important; } .page { padding: 12px !important; } }`;

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

function htmlOf(parts: MailParts): string {
  const { productName, siteUrl, subject, heading, paragraphs, link, code, footer } = parts;
  const e = escapeHtml;
  const body = [
    `<h1 class="strong" style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#16181d">${e(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(e(text))),
    ...(link ? [buttonTo(link)] : []),
    ...(code ? [codeBox(code)] : []),
  ].join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${e(oneLine(subject))}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;padding:24px;background:#f1f2f5;${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center">
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;table-layout:fixed">
<tr><td class="strong" style="padding:0 4px 12px;font-size:16px;font-weight:600;color:#16181d">${e(productName)}</td></tr>
<tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #dfe2e8;border-radius:12px;overflow-wrap:anywhere">
${body}
</td></tr>
<tr><td class="quiet" style="padding:16px 4px;font-size:13px;line-height:1.5;color:#5c6270;overflow-wrap:anywhere">${e(footer)}<br><a class="plain" href="${e(siteUrl)}" style="color:#0f766e">${e(siteUrl)}</a></td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

const paragraph = (html: string): string =>
  `<p class="soft" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:#3a3f4b">${html}</p>`;

function buttonTo({ label, url }: NonNullable<MailParts['link']>): string {
  const [text, href] = [escapeHtml(label), escapeHtml(url)];
  return `<p style="margin:24px 0"><a class="button" href="${href}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#0f766e;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${text}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:14px;line-height:1.5;color:#5c6270">Or open this address:<br><a class="plain" href="${href}" style="color:#0f766e;overflow-wrap:anywhere">${href}</a></p>`;
}

const codeBox = ({ label, text }: NonNullable<MailParts['code']>): string =>
  `<p class="quiet" style="margin:0 0 6px;font-size:14px;color:#5c6270">${escapeHtml(label)}:</p>
<p class="code" style="margin:0;padding:12px 16px;border:1px solid #dfe2e8;border-radius:8px;background:#f7f8fa;color:#16181d;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:18px;letter-spacing:1px">${escapeHtml(text)}</p>`;
