import type Stripe from 'stripe';
import type { Clock } from '../../emulator-types.ts';
import type { Html } from '../../outbox/html-template-tag.ts';
import { itemOf } from '../objects/subscription.ts';
import { BANK_DEBIT, payCheckout, replaceCard, settleDebit } from '../payments.ts';
import { idOf } from '../store.ts';
import type { State } from '../stripe-emulator-context.ts';
import { badRequest, noSuch, StripeRefusal } from '../stripe-errors.ts';
import { billingOf, ENDED, setEnd } from '../subscription-lifecycle.ts';
import { type CheckoutView, checkoutPage, successUrl } from './checkout.ts';
import { dashboardPage } from './dashboard.ts';
import { type PortalView, portalPage } from './portal.ts';

export type PageAnswer = { readonly status: number; readonly page: Html } | { readonly to: string };

export interface PageCall {
  readonly state: State;
  readonly clock: Clock & { advance?(ms: number): void };
  readonly path: string;
  /** Undefined for a GET. */
  readonly form: URLSearchParams | undefined;
}

export function pageAt(call: PageCall): PageAnswer | undefined {
  return checkout(call) ?? portal(call) ?? dashboard(call);
}

const DAY_MS = 86_400_000;

function checkout({ state, path, form }: PageCall): PageAnswer | undefined {
  const session = state.store.sessions.get(/^\/c\/pay\/(\w+)$/.exec(path)?.[1] ?? '');
  if (!session) return undefined;
  const view = checkoutView(state, session);
  const isDebit = form?.get('method') === 'bank';
  const card = form?.get('card') ?? '4242 4242 4242 4242';
  if (session.status !== 'open') return { status: 410, page: checkoutPage(view, { card, isDebit }) };
  if (!form) return { status: 200, page: checkoutPage(view, { card, isDebit }) };
  return refusing(
    () => ({ to: successUrl(payCheckout(state, session.id, isDebit ? BANK_DEBIT : card)) ?? state.origin }),
    (error) => checkoutPage(view, { card, isDebit, error }),
  );
}

function checkoutView({ store }: State, session: Stripe.Checkout.Session): CheckoutView {
  const price = store.prices.get(store.orders.get(session.id)?.price ?? '');
  return {
    session,
    product: store.products.get(idOf(price?.product ?? null))?.name ?? 'a plan',
    interval: price?.recurring?.interval ?? 'month',
    email: store.customers.get(idOf(session.customer))?.email ?? null,
  };
}

function portal({ state, path, form }: PageCall): PageAnswer | undefined {
  const { store } = state;
  const session = store.portals.get(/^\/p\/session\/(\w+)$/.exec(path)?.[1] ?? '');
  const customer = store.customers.get(session?.customer ?? '');
  if (!session || !customer) return undefined;
  if (!form) return { status: 200, page: portalPage(portalView(state, session)) };
  return refusing(
    () => {
      submitPortalForm(state, customer, portalView(state, session), form);
      return { to: session.url };
    },
    (error) => portalPage({ ...portalView(state, session), error }),
  );
}

/** @throws StripeRefusal for a form that the page does not offer, and for a declined or unknown card */
function submitPortalForm(
  state: State,
  customer: Stripe.Customer,
  { features }: PortalView,
  form: URLSearchParams,
): void {
  const action = form.get('action');
  const isOffered = {
    card: features.payment_method_update.enabled,
    cancel: features.subscription_cancel.enabled,
    keep: features.subscription_cancel.enabled,
  };
  if (!(action === 'card' || action === 'cancel' || action === 'keep') || !isOffered[action])
    throw badRequest('This action is not available.');
  if (action === 'card') {
    replaceCard(state, customer, form.get('card') ?? '');
    return;
  }
  const id = form.get('subscription') ?? '';
  const subscription = state.store.subscriptions.get(id);
  if (!subscription || idOf(subscription.customer) !== customer.id) throw noSuch('subscription', id);
  if (ENDED.includes(subscription.status)) throw badRequest('The subscription has ended.');
  setEnd(state, subscription, action === 'cancel' ? itemOf(subscription).current_period_end : null);
}

function portalView({ store }: State, session: Stripe.BillingPortal.Session): PortalView {
  const features = store.configurations.get(idOf(session.configuration))?.features;
  if (!features) throw new Error(`The portal session ${session.id} has no configuration`);
  return {
    session,
    features,
    subscriptions: store.subscriptions
      .newestFirst()
      .filter(({ customer, status }) => idOf(customer) === session.customer && !ENDED.includes(status)),
    last4: ({ default_payment_method }) => store.methods.get(idOf(default_payment_method))?.last4 ?? 'none',
    invoices: store.invoices.newestFirst().filter(({ customer }) => idOf(customer) === session.customer),
  };
}

function dashboard({ state, clock, path, form }: PageCall): PageAnswer | undefined {
  if (path !== '/') return undefined;
  const { store } = state;
  if (form) {
    const days = Number(form.get('days'));
    if (days > 0) clock.advance?.(days * DAY_MS);
    const subscription = store.subscriptions.get(form.get('subscription') ?? '');
    if (subscription) decide(state, subscription, form.get('action'));
    return { to: '/' };
  }
  return {
    status: 200,
    page: dashboardPage({
      customers: store.customers.newestFirst(),
      subscriptions: store.subscriptions.newestFirst(),
      events: store.events.newestFirst(),
      undelivered: store.undelivered.all().map(({ event }) => event),
      nextPayment: ({ id }) => billingOf(state, id).nextPayment,
      now: state.now(),
      canAdvance: clock.advance !== undefined,
    }),
  };
}

function decide(state: State, subscription: Stripe.Subscription, action: string | null): void {
  if (action === 'fails' || action === 'succeeds')
    state.store.billing.put({ ...billingOf(state, subscription.id), nextPayment: action });
  // A double click posts the form twice. The first post settles the subscription. The second post must do nothing,
  // because `settleDebit` throws for a settled subscription.
  else if (subscription.status === 'incomplete') settleDebit(state, subscription, action === 'settle');
}

function refusing(act: () => PageAnswer, page: (error: string) => Html): PageAnswer {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, page: page(error.message) };
  }
}
