import { log } from '../../runtime/log.ts';
import { withStripe } from '../../runtime/stripe.ts';
import { isApplied, readCursor, saveCursor } from '../../store/billing/applied-stripe-events.ts';
import { applyOrHandOver, customerEventOf, EVENT_TYPES } from './parse-and-apply-stripe-event.ts';
import type { CustomerEvent } from './sync-from-stripe.ts';

const FIRST_RUN_SECONDS = 86_400;
/** Seconds before the last run that are read again, because Stripe may list an event minutes after its creation. */
const OVERLAP_SECONDS = 15 * 60;
/** Longest time in seconds that a run looks back. Stripe lists the events of the last 30 days. */
const LONGEST_SECONDS = 29 * 86_400;

/**
 * Applies the events of Stripe that the webhook has missed, oldest first, or hands them to a job (`applyOrHandOver`).
 * At the end, saves `now` (milliseconds) as the time of the last successful run.
 * @returns `applied`: number of events that led to a write of a subscription
 * @throws Error after all events were tried, when one could be neither applied nor handed to the job. `now` is not
 * saved, so the next run reads the same events again.
 */
export async function applyMissedEvents(now: number): Promise<{ readonly applied: number }> {
  const seconds = Math.floor(now / 1000);
  const cursor = await readCursor();
  const since = Math.max(
    cursor === undefined ? seconds - FIRST_RUN_SECONDS : cursor - OVERLAP_SECONDS,
    seconds - LONGEST_SECONDS,
  );
  let [applied, failed] = [0, 0];
  for (const event of (await eventsSince(since)).toReversed())
    try {
      if (!(await isApplied(event.eventId))) applied += Number((await applyOrHandOver(event)) === 'written');
    } catch (error) {
      log('ERROR', 'stripe event not applied', { cause: error });
      failed += 1;
    }
  if (failed > 0) throw new Error(`${failed} events could not be applied`);
  await saveCursor(seconds);
  return { applied };
}

/** Lists Stripe's events since a time in Unix seconds, newest first. */
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
