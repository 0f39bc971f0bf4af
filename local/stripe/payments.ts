import type Stripe from 'stripe';
import { customerOf } from './objects/customers-and-catalogue.ts';
import { type Behaviour, idOf, newId, type PaymentMethod } from './store.ts';
import { change, type State } from './stripe-emulator-context.ts';
import { StripeRefusal } from './stripe-errors.ts';
import { begin, changeSubscription, RENEWS, retry, settle } from './subscription-lifecycle.ts';

/** Stripe's test card numbers that this emulation knows. https://docs.stripe.com/testing */
const CARDS: Readonly<Record<string, Behaviour | 'declined'>> = {
  '4242424242424242': 'pays',
  '4000000000000341': 'fails-later',
  '4000000000000002': 'declined',
};
/** Value in place of a card's number, for a debit that the bank confirms or refuses days later. */
export const BANK_DEBIT = 'bank';

const cardError = (code: string, message: string): StripeRefusal =>
  new StripeRefusal(402, { type: 'card_error', code, param: 'number', message });

/** @throws StripeRefusal for a card that is declined or unknown */
function behaviourOf(card: string): Behaviour {
  if (card === BANK_DEBIT) return 'settles-later';
  const behaviour = CARDS[card.replaceAll(/\s/g, '')];
  if (behaviour === undefined)
    throw cardError('incorrect_number', 'Your card number is not one of the test numbers.');
  if (behaviour === 'declined') throw cardError('card_declined', 'Your card was declined.');
  return behaviour;
}

/**
 * Completes an open checkout session, and begins its subscription.
 * @throws StripeRefusal when the card is declined or unknown, or the session is not open
 */
export function payCheckout(state: State, sessionId: string, card: string): Stripe.Checkout.Session {
  const { store } = state;
  const session = store.sessions.get(sessionId);
  const order = store.orders.get(sessionId);
  if (!session || !order) throw new Error(`There is no checkout ${sessionId}`);
  if (session.status !== 'open')
    throw new StripeRefusal(400, {
      type: 'invalid_request_error',
      message: `This Checkout Session is ${session.status}`,
    });
  const behaviour = behaviourOf(card);
  const customer = customerFor(state, session);
  const method = attach(state, customer, behaviour, card);
  const subscription = begin(state, order, customer, method);
  const isPaid = subscription.status === 'active';
  const { now } = change(store.sessions, session, {
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    customer: customer.id,
    subscription: subscription.id,
    invoice: subscription.latest_invoice,
    url: null,
    customer_details: {
      address: null,
      business_name: null,
      email: customer.email,
      individual_name: null,
      name: customer.name ?? null,
      phone: null,
      tax_exempt: 'none',
      tax_ids: null,
    },
  });
  state.emit('checkout.session.completed', now);
  return now;
}

/** Settles a subscription's first bank debit. The subscription becomes active if `paid`, and expires otherwise. */
export function settleDebit(state: State, subscription: Stripe.Subscription, paid: boolean): void {
  settle(state, subscription, paid);
  const { sessions } = state.store;
  const session = sessions.all().find((one) => idOf(one.subscription) === subscription.id);
  if (!session) return;
  if (paid)
    state.emit(
      'checkout.session.async_payment_succeeded',
      change(sessions, session, { payment_status: 'paid' }).now,
    );
  else state.emit('checkout.session.async_payment_failed', session);
}

function customerFor({ store, now, emit }: State, session: Stripe.Checkout.Session): Stripe.Customer {
  const known = store.customers.get(idOf(session.customer));
  if (known) return known;
  const made = store.customers.put(customerOf(newId('cus'), now(), {}));
  emit('customer.created', made);
  return made;
}

function attach(
  { store }: State,
  customer: Stripe.Customer,
  behaviour: Behaviour,
  card: string,
): PaymentMethod {
  const last4 = behaviour === 'settles-later' ? '6789' : card.replaceAll(/\s/g, '').slice(-4);
  return store.methods.put({ id: newId('pm'), customer: customer.id, behaviour, last4 });
}

/**
 * Sets a new card for a customer and for each of the customer's subscriptions whose status is one of `RENEWS`. If the
 * latest invoice of such a subscription is open, tries at once to pay this invoice. An incomplete subscription keeps
 * its payment method, because Stripe changes only the metadata and the `default_source` of an incomplete subscription.
 * https://docs.stripe.com/api/subscriptions/object
 */
export function replaceCard(state: State, customer: Stripe.Customer, card: string): void {
  const { store } = state;
  const method = attach(state, customer, behaviourOf(card), card);
  const { now, previous } = change(store.customers, customer, {
    invoice_settings: { ...customer.invoice_settings, default_payment_method: method.id },
  });
  state.emit('customer.updated', now, previous);
  for (const subscription of store.subscriptions.all())
    if (idOf(subscription.customer) === customer.id && RENEWS.includes(subscription.status))
      retry(state, changeSubscription(state, subscription, { default_payment_method: method.id }));
}
