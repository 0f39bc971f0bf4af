/** Applies the events in Stripe's list that the webhook has missed. */
import { log } from '../../runtime/log.ts';
import { withStripe } from '../../runtime/stripe.ts';
import { isApplied, readCursor, saveCursor } from '../../store/billing/subscription-writes.ts';
import { type CustomerEvent, customerEventOf, EVENT_TYPES, takeEvent } from './stripe-events.ts';

const FIRST_RUN_SECONDS = 86_400;
/** Part of the last run's time that is read again: Stripe may list an event some minutes after its creation. */
const OVERLAP_SECONDS = 15 * 60;
/** Stripe lists the events of 30 days; a day is left as a margin. */
const LONGEST_SECONDS = 29 * 86_400;

/**
 * Applies the events since the last run that were not applied, oldest first. Saves the time up to which it has read.
 * @throws Error when some could not be applied: the next run begins where this one did
 */
export async function reconcile(now: number): Promise<{ readonly applied: number }> {
  const seconds = Math.floor(now / 1000);
  const cursor = await readCursor();
  const since = Math.max(
    cursor === undefined ? seconds - FIRST_RUN_SECONDS : cursor - OVERLAP_SECONDS,
    seconds - LONGEST_SECONDS,
  );
  let [applied, failed] = [0, 0];
  for (const event of (await eventsSince(since)).toReversed())
    try {
      if (!(await isApplied(event.eventId))) applied += Number((await takeEvent(event)) === 'written');
    } catch (error) {
      log('ERROR', 'stripe event not applied', { cause: error });
      failed += 1;
    }
  if (failed > 0) throw new Error(`${failed} events could not be applied`);
  await saveCursor(seconds);
  return { applied };
}

/** Newest first. */
const eventsSince = (since: number): Promise<CustomerEvent[]> =>
  withStripe(async (stripe) => {
    const found: CustomerEvent[] = [];
    const query = { created: { gte: since }, types: [...EVENT_TYPES], limit: 100 };
    for await (const event of stripe.events.list(query)) {
      const customerEvent = customerEventOf(event);
      if (customerEvent) found.push(customerEvent);
    }
    return found;
  });
