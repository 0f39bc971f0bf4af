import type Stripe from 'stripe';
import { type Html, html } from '../../outbox/html-template-tag.ts';
import { itemOf } from '../objects/subscription.ts';
import { idOf } from '../store.ts';
import { date, page } from './page-parts.ts';

export interface DashboardView {
  readonly customers: readonly Stripe.Customer[];
  readonly subscriptions: readonly Stripe.Subscription[];
  readonly events: readonly Stripe.EventBase[];
  readonly undelivered: readonly string[];
  readonly nextPayment: (subscription: Stripe.Subscription) => 'fails' | 'succeeds' | undefined;
  readonly now: number;
  readonly canAdvance: boolean;
}

const EVENTS_SHOWN = 50;

const ADVANCE = html`<form method="post">${['1', '31', '366'].map((days) => html`<button name="days" value="${days}">Advance by ${days} ${days === '1' ? 'day' : 'days'}</button> `)}</form>`;

export function dashboardPage(view: DashboardView): Html {
  const { customers, subscriptions, events, undelivered } = view;
  return page(
    'Stripe stand-in',
    html`<p>The clock says ${date(view.now)}.</p>
${view.canAdvance ? ADVANCE : html``}
<h2>Subscriptions</h2>${table(
      ['Customer', 'Plan', 'Status', 'Period ends', ''],
      subscriptions.map((one) => subscriptionRow(one, view)),
    )}
<h2>Customers</h2>${table(
      ['Email', 'Id', 'Since'],
      customers.map(
        ({ id, email, created }) =>
          html`<tr><td dir="auto">${email ?? ''}</td><td>${id}</td><td>${date(created)}</td></tr>`,
      ),
    )}
<h2>Events</h2>${table(
      ['Type', 'Id', 'On', ''],
      events.slice(0, EVENTS_SHOWN).map(
        ({ id, type, created }) => html`<tr><td>${type}</td><td>${id}</td><td>${date(created)}</td>
<td>${undelivered.includes(id) ? 'not delivered' : ''}</td></tr>`,
      ),
    )}`,
    true,
  );
}

function subscriptionRow(subscription: Stripe.Subscription, { customers, nextPayment }: DashboardView): Html {
  const { id, status, customer, cancel_at: endsAt } = subscription;
  const { price, current_period_end: end } = itemOf(subscription);
  const email = customers.find((one) => one.id === idOf(customer))?.email ?? idOf(customer);
  return html`<tr><td dir="auto">${email}</td><td>${price.lookup_key ?? price.id}</td>
<td>${status}${endsAt === null ? '' : ', ends'}</td><td>${date(end)}</td>
<td><form method="post"><input type="hidden" name="subscription" value="${id}">${actionsOf(status, nextPayment(subscription))}</form></td></tr>`;
}

function actionsOf(status: string, next: 'fails' | 'succeeds' | undefined): Html[] {
  if (status === 'incomplete') return [button('settle', 'Debit succeeds'), button('refuse', 'Debit fails')];
  if (['canceled', 'incomplete_expired'].includes(status)) return [];
  return next === 'fails'
    ? [button('succeeds', 'Let the next payment succeed')]
    : [button('fails', 'Let the next payment fail')];
}

const button = (action: string, text: string): Html =>
  html`<button type="submit" name="action" value="${action}">${text}</button> `;

const table = (heads: readonly string[], rows: readonly Html[]): Html =>
  rows.length === 0
    ? html`<p>None yet.</p>`
    : html`<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>${rows}</tbody></table></div>`;
