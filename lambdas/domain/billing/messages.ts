/** Messages to the user about a change of their subscription. */
import type { Subscription } from '#contract/entities';
import type { Subject } from './subject.ts';

/** A day as people write it: 21 December 2026. In UTC, and says so. */
export function dayOf(unixSeconds: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day.format(unixSeconds * 1000)} (UTC)`;
}

const whose = ({ actor, email }: Subject): string =>
  actor === undefined ? 'Your Premium' : `The Premium of ${email}`;
/** An operator hears that it was written down. */
const recorded = ({ actor }: Subject): string => (actor === undefined ? '' : ' This has been recorded.');

export const cancelledNow = (subject: Subject): string => `${whose(subject)} has ended.${recorded(subject)}`;

export const cancelledLater = (subject: Subject, expiresAt: number | undefined): string =>
  `${whose(subject)} stays active until ${
    expiresAt === undefined ? 'the end of the period' : dayOf(expiresAt)
  } and will not renew.${recorded(subject)}`;

/** A test subscription is resumed too, and ends all the same. */
export function resumed(subject: Subject, { expiresAt, renews }: Subscription): string {
  const day = expiresAt === undefined ? undefined : dayOf(expiresAt);
  const until = renews
    ? day && ` and renews on ${day}`
    : day && ` until ${day}, and does not renew: it is a test`;
  return `${whose(subject)} continues${until ?? ''}.${recorded(subject)}`;
}

export const testCreated = (subject: Subject, expiresAt: number): string =>
  `${whose(subject)} is active until ${dayOf(expiresAt)}, as a test: nothing was paid.${recorded(subject)}`;
