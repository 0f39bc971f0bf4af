import type { Subscription } from '#contract/entities';
import type { Subject } from './authorise-subscription-call.ts';

function dayOf(unixSeconds: number): string {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return `${day.format(unixSeconds * 1000)} (UTC)`;
}

const whose = ({ actor, email }: Subject): string =>
  actor === undefined ? 'Your Premium' : `The Premium of ${email}`;
const auditNote = ({ actor }: Subject): string => (actor === undefined ? '' : ' This has been recorded.');

export const cancelledNow = (subject: Subject): string => `${whose(subject)} has ended.${auditNote(subject)}`;

export const cancelledLater = (subject: Subject, expiresAt: number | undefined): string =>
  `${whose(subject)} stays active until ${
    expiresAt === undefined ? 'the end of the period' : dayOf(expiresAt)
  } and will not renew.${auditNote(subject)}`;

export function resumed(subject: Subject, { expiresAt, renews }: Subscription): string {
  const day = expiresAt === undefined ? undefined : dayOf(expiresAt);
  const until = renews
    ? day && ` and renews on ${day}`
    : day && ` until ${day}, and does not renew: it is a test`;
  return `${whose(subject)} continues${until ?? ''}.${auditNote(subject)}`;
}

export const testCreated = (subject: Subject, expiresAt: number): string =>
  `${whose(subject)} is active until ${dayOf(expiresAt)}, as a test: nothing was paid.${auditNote(subject)}`;
