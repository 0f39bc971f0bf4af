/**
 * Issues tickets: random values that a client gets in place of data, which stays on the server. They serve as
 * authorization codes, as sessions, and as hidden fields that pass data from one page of the hosted UI to the next.
 */
import { randomUUID } from 'node:crypto';
import type { Core } from './state.ts';

/** Tickets that are valid until they are taken or expire. They are kept in memory only. */
export interface Tickets<Value> {
  /** Returns a new ticket for a value. */
  issue(value: Value): string;
  /** Returns the value, unless the ticket has expired. */
  read(ticket: string | undefined): Value | undefined;
  /** Returns the value, unless the ticket has expired, and invalidates the ticket. */
  take(ticket: string | undefined): Value | undefined;
  /** Begins the ticket's lifetime again, unless it has expired. */
  prolong(ticket: string | undefined): void;
}

export function createTickets<Value>(core: Core, lifeMs: number): Tickets<Value> {
  const tickets = new Map<string, { value: Value; expiresAt: number }>();
  const find = (ticket: string | undefined) => {
    const found = tickets.get(ticket ?? '');
    return found !== undefined && found.expiresAt > core.now() ? found : undefined;
  };
  const read = (ticket: string | undefined) => find(ticket)?.value;
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
    prolong(ticket) {
      const found = find(ticket);
      if (found !== undefined) found.expiresAt = core.now() + lifeMs;
    },
  };
}
