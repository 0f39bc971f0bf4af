import { type RenderedMail, renderMail } from './render-mail.ts';

/** Builds the mail to the owner of an account whose address was entered at sign-up. */
export function existingAccountMail({
  productName,
  siteUrl,
}: {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
}): RenderedMail {
  return renderMail({
    productName,
    siteUrl,
    subject: `You already have an account at ${productName}`,
    heading: 'You already have an account',
    paragraphs: [
      `This address was just entered to sign up to ${productName}. It has an account already, so no second one was opened: sign in with it.`,
      'If you have forgotten your password, you can set a new one on the sign-in page.',
    ],
    link: { label: 'Sign in', url: `${siteUrl}/login` },
    footer:
      'You get this mail because this address was entered on our sign-up page. If that was not you, ignore it: nothing about your account has changed.',
  });
}

export interface Invitation {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
  readonly code: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Recipient, and the only address that may use the invitation. */
  readonly email: string;
}

export function invitationMail({ productName, siteUrl, code, expiresAt, email }: Invitation): RenderedMail {
  return renderMail({
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

/** Day in UTC, because the reader's time zone is not known. */
const dayOf = (time: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))} (UTC)`;

export function waitlistMail({
  productName,
  siteUrl,
}: {
  readonly productName: string;
  readonly siteUrl: string;
}): RenderedMail {
  return renderMail({
    productName,
    siteUrl,
    subject: `You are on the waitlist of ${productName}`,
    heading: 'Thank you for joining the waitlist',
    paragraphs: [
      `You are on the waitlist of ${productName}. We’ll be in touch: as soon as there is a place for you, you get an invitation at this address.`,
      'There is nothing more to do.',
    ],
    footer:
      'You get this mail because this address was entered on our waitlist. If that was not you, ignore it: you are mailed again only with an invitation.',
  });
}
