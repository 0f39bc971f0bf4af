import type { ViewMessage } from '../model/view-message.ts';

const long = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });

/** The day to name before a message: that of the first one after another day. */
export function dayBefore(previous: ViewMessage | undefined, { createdAt }: ViewMessage): string | undefined {
  const day = new Date(createdAt).toDateString();
  const before = previous ? new Date(previous.createdAt) : new Date();
  return day === before.toDateString() ? undefined : long.format(new Date(createdAt));
}
