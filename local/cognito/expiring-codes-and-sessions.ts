import { randomUUID } from 'node:crypto';
import type { Core } from './cognito-core-and-state.ts';

/**
 * Tickets are random values that a client gets in place of data, which stays in the server's memory. They serve as
 * authorization codes, sessions and hidden fields of the hosted UI.
 */
export interface Tickets<Value> {
  issue(value: Value): string;
  read(ticket: string | undefined): Value | undefined;
  /** Returns the value and invalidates the ticket. */
  take(ticket: string | undefined): Value | undefined;
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
