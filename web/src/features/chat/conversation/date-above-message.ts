import type { ViewMessage } from '../state/turns/shown-message.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/**
 * Returns the date to show above a message, or undefined if the previous message has the same date. The first message
 * is compared with today.
 */
export function dateAbove(previous: ViewMessage | undefined, { createdAt }: ViewMessage): string | undefined {
  const day = new Date(createdAt).toDateString();
  const before = previous ? new Date(previous.createdAt) : new Date();
  return day === before.toDateString() ? undefined : long.format(new Date(createdAt));
}
