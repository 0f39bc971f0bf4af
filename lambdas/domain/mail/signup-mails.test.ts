import { describe, expect, it } from 'vitest';
import type { RenderedMail } from './render-mail.ts';
import { existingAccountMail, invitationMail, waitlistMail } from './waitlist-and-signup-mails.ts';

const SITE = 'https://chat.example.com';
const PARTS = { productName: 'Chat', siteUrl: SITE };
const INVITATION = {
  ...PARTS,
  code: 'ABCD-EFGH-JKLM',
  expiresAt: '2026-12-21T23:59:59.000Z',
  email: 'ada@example.com',
};
const MAILS: readonly [string, (parts: typeof PARTS) => RenderedMail][] = [
  ['the invitation', (parts) => invitationMail({ ...INVITATION, ...parts })],
  ['the confirmation of the waitlist', waitlistMail],
  ['the mail to an owner whose address was entered at sign-up', existingAccountMail],
];

/** Reads the words of the HTML, without its tags and styles. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(style|title)>[\s\S]*?<\/\1>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

describe('the invitation', () => {
  it('leads to sign-up with the code, and names the address and the day it is valid until', () => {
    const { text, html } = invitationMail(INVITATION);
    const link = `${SITE}/register?code=ABCD-EFGH-JKLM`;
    expect(html.split(`href="${link}"`)).toHaveLength(3);
    for (const part of [text, wordsOf(html)])
      for (const word of [link, 'ABCD-EFGH-JKLM', 'ada@example.com', 'December 21, 2026 (UTC)'])
        expect(part).toContain(word);
  });
});

describe.each(MAILS)('%s', (_, make) => {
  it('says the same as text and as HTML', () => {
    const { text, html } = make(PARTS);
    const words = wordsOf(html);
    for (const block of text.replace(/^-- $/m, '').split(/\n+/).filter(Boolean)) {
      // The HTML shows the product's name at its top and the site's address at its bottom.
      const said = block === `Chat: ${SITE}` ? SITE : block.replace(/:$/, '');
      expect(words).toContain(said);
    }
  });

  it('loads nothing and links to the product alone', () => {
    const { html } = make(PARTS);
    expect(html).not.toMatch(/<(?:img|link|script|iframe|object)|src=|url\(|@import/i);
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href).origin);
    expect(new Set(links)).toEqual(new Set([SITE]));
  });

  it('shows any name as it is, never as HTML', () => {
    const name = `<img src=x onerror=alert(1)> & "Söhne" 'Co'`;
    const { html, text, subject } = make({ ...PARTS, productName: name });
    expect(html).not.toContain('<img');
    expect(wordsOf(html)).toContain(name);
    for (const part of [text, subject]) expect(part).toContain(name);
  });

  it('has a subject of one line, whatever the name is', () => {
    const { subject } = make({ ...PARTS, productName: 'Chat\r\nBcc: all@example.com\u2028\u0000' });
    expect(subject).not.toMatch(/[\p{C}\u2028\u2029]/u);
    expect(subject).toMatch(/Chat Bcc: all@example\.com$/);
  });
});
