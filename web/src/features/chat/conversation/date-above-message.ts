import type { ViewMessage } from '../state/turns/view-message.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/**
 * Returns the date to show above a message, in the browser's time zone. Undefined if the previous message has the same
 * date; for the first message, if its date is today's.
 */
export function dateAbove(previous: ViewMessage | undefined, { createdAt }: ViewMessage): string | undefined {
  const day = new Date(createdAt).toDateString();
  const before = previous ? new Date(previous.createdAt) : new Date();
  return day === before.toDateString() ? undefined : long.format(new Date(createdAt));
}
