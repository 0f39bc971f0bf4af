import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { ENV } from '../../runtime/env-names.ts';
import { invokeAsync } from '../../runtime/invoke-async.ts';
import { StripeRefused } from '../../runtime/stripe.ts';
import { applyEvent, type CustomerEvent, type Outcome } from './sync-from-stripe.ts';

/** Types of events that are applied. The webhook is registered for exactly these types. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies readonly Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const WANTED: ReadonlySet<string> = new Set(EVENT_TYPES);

export const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: object };
}

export function customerEventOf({ id, type, data }: StripeEvent): CustomerEvent | undefined {
  if (!WANTED.has(type)) return undefined;
  const { object } = data;
  const customer: unknown = 'customer' in object ? object.customer : undefined;
  const customerId = typeof customer === 'string' ? customer : idOf(customer);
  return customerId === undefined ? undefined : { eventId: id, customerId };
}

const idOf = (expanded: unknown): string | undefined =>
  typeof expanded === 'object' && expanded !== null && 'id' in expanded && typeof expanded.id === 'string'
    ? expanded.id
    : undefined;

/**
 * Applies an event. Hands it to the job `jobs/retryStripeEvent.ts` in two cases:
 * - `refused`: Stripe rejected a read of the customer or of the subscriptions as an invalid request.
 * - `foreign`: the owner's item in the subscriptions table names another customer than the event, or none. A checkout
 *   may store the event's customer in the item before the job tries again.
 * @throws other errors of `applyEvent`, and errors of the hand-over
 */
export async function applyOrHandOver(event: CustomerEvent): Promise<Outcome['kind'] | 'refused'> {
  const outcome = await applyEvent(event).catch((error: unknown) => {
    if (error instanceof StripeRefused) return 'refused' as const;
    throw error;
  });
  if (outcome === 'foreign' || outcome === 'refused') await invokeAsync(ENV.applyEventFunction, event);
  return outcome;
}
