/** Reads and applies those of Stripe's events that are about a subscription. */
import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { ENV } from '../../runtime/env-names.ts';
import { handOver } from '../../runtime/hand-over.ts';
import { StripeRefused } from '../../runtime/stripe.ts';
import { applyEvent, type Outcome } from './sync-from-stripe.ts';

/** All others are ignored; the webhook is registered for exactly these. */
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

/** Fields that are parsed of an event in a webhook. */
export const stripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
/** A parsed event, or one of the type of Stripe's library. */
interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly object: object };
}

/** Fields that are read of an event: the state itself is always fetched. */
export interface CustomerEvent {
  readonly eventId: string;
  readonly customerId: string;
}

/** Undefined for an event without a customer, or about something else. */
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

/** Applies an event. One that is refused for good is handed to the job that tries again, and at last to the operator. */
export async function takeEvent(event: CustomerEvent): Promise<Outcome['kind'] | 'refused'> {
  const outcome = await applyEvent(event).catch((error: unknown) => {
    if (error instanceof StripeRefused) return 'refused' as const;
    throw error;
  });
  if (outcome === 'foreign' || outcome === 'refused') await handOver(ENV.applyEventFunction, event);
  return outcome;
}
