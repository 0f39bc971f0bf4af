/**
 * Applies an event again that the webhook could not apply. Fails where it cannot be applied either: Lambda tries twice
 * more, and then puts the event into the queue `Lost`.
 */
import type { CustomerEvent } from '../domain/billing/stripe-events.ts';
import { applyEvent } from '../domain/billing/sync-from-stripe.ts';

export async function handler(event: CustomerEvent): Promise<void> {
  const outcome = await applyEvent(event);
  if (outcome === 'foreign') throw new Error('The customer is another owner’s');
}
