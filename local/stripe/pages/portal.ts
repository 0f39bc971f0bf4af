import type Stripe from 'stripe';
import { type Html, html } from '../../outbox/html-template-tag.ts';
import { itemOf } from '../objects/subscription.ts';
import { alert, cardField, date, money, page } from './page-parts.ts';

export interface PortalView {
  readonly session: Stripe.BillingPortal.Session;
  readonly features: Stripe.BillingPortal.Configuration.Features;
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly last4: (subscription: Stripe.Subscription) => string;
  readonly invoices: readonly Stripe.Invoice[];
  readonly error?: string;
}

export function portalPage(view: PortalView): Html {
  const { subscriptions, features, session, error } = view;
  return page(
    'Billing',
    html`${alert(error)}
${subscriptions.length === 0 ? html`<p>There is no current subscription.</p>` : subscriptions.map((one) => plan(one, view))}
${features.payment_method_update.enabled && subscriptions.length > 0 ? newCard() : html``}
${features.invoice_history.enabled ? history(view.invoices) : html``}
${session.return_url === null ? html`` : html`<div class="actions"><a class="button" href="${session.return_url}">Return</a></div>`}`,
  );
}

function plan(subscription: Stripe.Subscription, { features, last4 }: PortalView): Html {
  const { price, current_period_end: end } = itemOf(subscription);
  const ends = subscription.cancel_at !== null;
  return html`<dl>
<div><dt>Plan</dt><dd>${money(price.unit_amount, price.currency)} per ${price.recurring?.interval ?? 'month'}</dd></div>
<div><dt>Status</dt><dd>${subscription.status.replace('_', ' ')}</dd></div>
<div><dt>${ends ? 'Ends on' : 'Renews on'}</dt><dd>${date(subscription.cancel_at ?? end)}</dd></div>
<div><dt>Paid with</dt><dd>ending in ${last4(subscription)}</dd></div></dl>
${features.subscription_cancel.enabled ? cancelForm(subscription) : html``}`;
}

const cancelForm = ({ id, cancel_at: endsAt }: Stripe.Subscription): Html => html`<form method="post">
<input type="hidden" name="subscription" value="${id}">
<div class="actions"><button type="submit" name="action" value="${endsAt === null ? 'cancel' : 'keep'}">
${endsAt === null ? 'Cancel the plan' : 'Keep the plan'}</button></div></form>`;

const newCard = (): Html => html`<h2>Update the card</h2><form method="post">${cardField('')}
<div class="actions"><button class="primary" type="submit" name="action" value="card">Save the card</button></div>
</form>`;

const history = (invoices: readonly Stripe.Invoice[]): Html => html`<h2>Invoices</h2>
${invoices.length === 0 ? html`<p>None yet.</p>` : html`<ul>${invoices.map(invoiceLine)}</ul>`}`;

const invoiceLine = ({ created, total, currency, status }: Stripe.Invoice): Html =>
  html`<li>${date(created)}: ${money(total, currency)}, ${status ?? ''}</li>`;
