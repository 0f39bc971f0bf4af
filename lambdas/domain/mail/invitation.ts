/** The mail that an invitation comes with. */
import { type Content, letter } from './layout.ts';

export interface Invitation {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly code: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** The only address that may use it: the one that this is mailed to. */
  readonly email: string;
}

export function invitationMail({ productName, siteUrl, code, expiresAt, email }: Invitation): Content {
  return letter({
    productName,
    siteUrl,
    subject: `Your invitation to ${productName}`,
    heading: `You are invited to ${productName}`,
    paragraphs: [
      'Your place is ready. Open your account with the link below.',
      `The invitation is for ${email} alone, can be used once, and is valid until ${dayOf(expiresAt)}.`,
    ],
    link: { label: 'Open your account', url: `${siteUrl}/register?code=${encodeURIComponent(code)}` },
    code: { label: 'Your invitation code', text: code },
    footer:
      'You get this mail because you asked for an invitation, or someone who runs this site invited you. If it means nothing to you, ignore it: no account is opened without you.',
  });
}

/** In UTC, and says so: where the reader is, is not known. */
const dayOf = (time: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))} (UTC)`;
