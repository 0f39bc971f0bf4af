/** The stand-in's pages, under the API's own address. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import type Stripe from 'stripe';
import type { Html } from '../../outbox/html.ts';
import { catchUp } from '../catching-up.ts';
import { StripeRefusal } from '../errors.ts';
import { BANK_DEBIT, payCheckout } from '../paying.ts';
import { idOf } from '../store.ts';
import type { World } from '../world.ts';
import { type CheckoutView, checkoutPage, missingPage, successUrl } from './checkout.ts';

/** What a page answers with: itself, or another address. */
export type PageAnswer = { readonly status: number; readonly page: Html } | { readonly to: string };

/** Undefined for a path that is no page's. */
type Handler = (world: World, path: string, form: URLSearchParams | undefined) => PageAnswer | undefined;

const HANDLERS: readonly Handler[] = [checkout];

export const isPage = (url: string | undefined): boolean =>
  !url?.startsWith('/v1/') && !url?.startsWith('/v2/');

export function createPages(world: World) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const form = request.method === 'POST' ? new URLSearchParams(await bodyText(request)) : undefined;
    // The pages act by forms, so what another site posts is refused.
    const site = request.headers['sec-fetch-site'];
    if (form && site !== undefined && site !== 'same-origin') {
      response.writeHead(403).end();
      return;
    }
    catchUp(world);
    const answer = HANDLERS.map((handle) => handle(world, pathname, form)).find((one) => one !== undefined);
    if (form) world.store.save();
    send(response, answer ?? { status: 404, page: missingPage() });
  };
}

function send(response: ServerResponse, answer: PageAnswer): void {
  const headers = {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
  };
  if ('to' in answer) response.writeHead(303, { ...headers, location: answer.to }).end();
  else
    response
      .writeHead(answer.status, { ...headers, 'content-type': 'text/html; charset=utf-8' })
      .end(answer.page.text);
}

function checkout(world: World, path: string, form: URLSearchParams | undefined): PageAnswer | undefined {
  const session = world.store.sessions.get(/^\/c\/pay\/(\w+)$/.exec(path)?.[1] ?? '');
  if (!session) return undefined;
  const view = viewOf(world, session);
  const isDebit = form?.get('method') === 'bank';
  const card = form?.get('card') ?? '4242 4242 4242 4242';
  if (!form || session.status !== 'open')
    return { status: session.status === 'open' ? 200 : 410, page: checkoutPage(view, { card, isDebit }) };
  try {
    const paid = payCheckout(world, session.id, isDebit ? BANK_DEBIT : card);
    return { to: successUrl(paid) ?? world.origin };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return { status: error.status, page: checkoutPage(view, { card, isDebit, error: error.message }) };
  }
}

function viewOf({ store }: World, session: Stripe.Checkout.Session): CheckoutView {
  const price = store.prices.get(store.orders.get(session.id)?.price ?? '');
  return {
    session,
    product: store.products.get(idOf(price?.product ?? null))?.name ?? 'a plan',
    interval: price?.recurring?.interval ?? 'month',
    email: store.customers.get(idOf(session.customer))?.email ?? session.customer_email,
  };
}
