/** The stand-in as a stack and its tests hold it. */
import type Stripe from 'stripe';
import type { Webhooks } from './webhooks.ts';

export interface StripeControls {
  /** Address of the API, and of the pages. */
  readonly url: string;
  readonly apiKey: string;
  /** Calls since the last reset, by the SDK's names: `{ 'customers.create': 1 }`. */
  calls(): Readonly<Record<string, number>>;
  resetCalls(): void;
  readonly webhooks: Omit<Webhooks, 'publish' | 'resume' | 'close'>;
  /** Newest last. */
  events(): Stripe.EventBase[];
  subscriptions(): Stripe.Subscription[];
  customers(): Stripe.Customer[];
  /** Pays as the checkout page does; `bank` is a debit that settles later. @default 4242424242424242 */
  payCheckout(sessionUrlOrId: string, options?: { readonly card?: string }): Stripe.Checkout.Session;
  /** The bank's answer for an incomplete subscription. */
  settle(subscriptionId: string, paid: boolean): void;
  /** Decides the next payment of a subscription, whatever its card. */
  nextPayment(subscriptionId: string, outcome: 'fails' | 'succeeds'): void;
  /** Ends a subscription now, as its operator may in Stripe's dashboard. */
  cancelNow(subscriptionId: string): void;
  /** A new signing secret for an endpoint; the old one signs nothing any more. */
  rotateSecret(endpointId: string): string;
  /** The secret that an endpoint's events are signed with. */
  secretOf(endpointId: string): string | undefined;
  /** Does now what the clock has made due; it is looked at five times a second anyway. */
  catchUp(): void;
}
