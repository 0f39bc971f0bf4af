/**
 * Applies an event again that the webhook could not apply. It fails while that is so: Lambda tries twice more, and
 * then the event is in the queue of what was lost.
 */
import type { CustomerEvent } from '../domain/billing/events.ts';
import { applyEvent } from '../domain/billing/sync.ts';

export async function handler(event: CustomerEvent): Promise<void> {
  const outcome = await applyEvent(event);
  if (outcome === 'foreign') throw new Error('The customer is another owner’s');
}
