/** The mail to the owner of an address that was entered at sign-up and has an account already. */
import { type Content, letter } from './layout.ts';

export function existingAccountMail({
  productName,
  siteUrl,
}: {
  readonly productName: string;
  /** Without a slash at the end. */
  readonly siteUrl: string;
}): Content {
  return letter({
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
