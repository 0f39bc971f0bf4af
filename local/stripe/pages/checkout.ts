import type Stripe from 'stripe';
import { type Html, html } from '../../outbox/html-template-tag.ts';
import { alert, cardField, money, page } from './page-parts.ts';

export interface CheckoutView {
  readonly session: Stripe.Checkout.Session;
  readonly product: string;
  readonly interval: string;
  readonly email: string | null;
}

export interface CheckoutInput {
  readonly card: string;
  readonly isDebit: boolean;
  readonly error?: string;
}

export function checkoutPage(
  { session, product, interval, email }: CheckoutView,
  input: CheckoutInput,
): Html {
  const title = `Subscribe to ${product}`;
  if (session.status !== 'open') return closedPage(title, session);
  return page(
    title,
    html`<p class="price">${money(session.amount_total, session.currency)} per ${interval}</p>
${email === null ? html`` : html`<p class="hint" dir="auto">${email}</p>`}
${alert(input.error)}
<form method="post">
<fieldset><legend>Pay with</legend>
<label><input type="radio" name="method" value="card" ${input.isDebit ? html`` : html`checked`}> Card</label>
<label><input type="radio" name="method" value="bank" ${input.isDebit ? html`checked` : html``}>
Bank debit (settles later)</label></fieldset>
${cardField(input.card)}
<div class="actions"><button class="primary" type="submit">Pay</button>
${session.cancel_url === null ? html`` : html`<a class="button" href="${session.cancel_url}">Back</a>`}</div>
</form>`,
  );
}

function closedPage(title: string, session: Stripe.Checkout.Session): Html {
  const isDone = session.status === 'complete';
  const back = isDone ? successUrl(session) : session.cancel_url;
  return page(
    title,
    html`<p role="alert">${isDone ? 'This checkout is complete: there is nothing left to pay here.' : 'This checkout has expired. Nothing was paid.'}</p>
${back === null ? html`` : html`<div class="actions"><a class="button" href="${back}">Back</a></div>`}`,
  );
}

/** Returns the URL after a payment, with the session's id in the place of `{CHECKOUT_SESSION_ID}`. */
export const successUrl = ({ success_url: url, id }: Stripe.Checkout.Session): string | null =>
  url?.replaceAll('{CHECKOUT_SESSION_ID}', id) ?? null;
