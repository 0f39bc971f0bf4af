/** Tickets of sign-in: an authorization code, a session or a page of the hosted UI, each under a random value. */
import { randomUUID } from 'node:crypto';
import type { Core } from './state.ts';

/** Random values that stand for something until they are used or too old; kept in memory alone. */
export interface Tickets<Value> {
  /** A new ticket. */
  issue(value: Value): string;
  /** The value, unless expired. */
  read(ticket: string | undefined): Value | undefined;
  /** The value, once. */
  take(ticket: string | undefined): Value | undefined;
}

export function createTickets<Value>(core: Core, lifeMs: number): Tickets<Value> {
  const tickets = new Map<string, { value: Value; expiresAt: number }>();
  const read = (ticket: string | undefined) => {
    const found = tickets.get(ticket ?? '');
    return found !== undefined && found.expiresAt > core.now() ? found.value : undefined;
  };
  return {
    issue(value) {
      for (const [ticket, { expiresAt }] of tickets) if (expiresAt <= core.now()) tickets.delete(ticket);
      const ticket = randomUUID();
      tickets.set(ticket, { value, expiresAt: core.now() + lifeMs });
      return ticket;
    },
    read,
    take(ticket) {
      const value = read(ticket);
      tickets.delete(ticket ?? '');
      return value;
    },
  };
}
