/** The mail that confirms a place on the waitlist. */
import { type Content, letter } from './layout.ts';

export function waitlistMail({
  productName,
  siteUrl,
}: {
  readonly productName: string;
  readonly siteUrl: string;
}): Content {
  return letter({
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
