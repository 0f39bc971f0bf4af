import type Stripe from 'stripe';
import * as z from 'zod';
import { sessionOf } from '../objects/checkout.ts';
import { call, int, type Known, listCall, metadata, read, text } from '../parse-and-check-form-params.ts';
import { idOf } from '../store.ts';
import { change, type State } from '../stripe-emulator-context.ts';
import { badRequest, noSuch } from '../stripe-errors.ts';
import { type Operation, operation } from './api-operation-type.ts';
import { pageOf } from './paging-and-time-filters.ts';

/** Stripe's default life of an unpaid session. https://docs.stripe.com/api/checkout/sessions/create */
const SESSION_SECONDS = 86_400;
const returnAddress = text.refine((url) => URL.canParse(url), 'Not a valid URL');

const create = call({
  cancel_url: returnAddress.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: int.optional() })).length(1),
  metadata: metadata.optional(),
  mode: z.literal('subscription'),
  subscription_data: z.strictObject({ metadata: metadata.optional() }).optional(),
  success_url: returnAddress,
} satisfies Known<Stripe.Checkout.SessionCreateParams>);

const list = listCall({
  customer: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
});

function sessionAt({ store }: State, id = ''): Stripe.Checkout.Session {
  const found = store.sessions.get(id);
  if (!found) throw noSuch('checkout.session', id, 'session');
  return found;
}

function createSession(state: State, params: z.infer<typeof create>): Stripe.Checkout.Session {
  const { store } = state;
  const [line] = params.line_items;
  const price = store.prices.get(line?.price ?? '');
  if (!price) throw badRequest(`No such price: '${line?.price}'`, 'line_items[0][price]', 'resource_missing');
  if (!price.active || price.type !== 'recurring')
    throw badRequest('The price must be active and recurring in subscription mode.', 'line_items[0][price]');
  // The prices of an archived product stay active, so the product is checked too.
  // https://github.com/stripe/stripe-node/issues/2131
  if (!store.products.get(idOf(price.product))?.active)
    throw badRequest(
      `Price \`${price.id}\` is not available to be purchased because its product is not active.`,
      'line_items[0][price]',
    );
  const { customer } = params;
  if (customer !== undefined && !store.customers.get(customer))
    throw badRequest(`No such customer: '${customer}'`, 'customer', 'resource_missing');
  const created = state.now();
  const session = sessionOf({
    price,
    customer: customer ?? null,
    reference: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    created,
    expiresAt: created + SESSION_SECONDS,
    origin: state.origin,
  });
  store.orders.put({ id: session.id, price: price.id, metadata: params.subscription_data?.metadata ?? {} });
  return store.sessions.put(session);
}

export const CHECKOUT: readonly Operation[] = [
  operation('checkout.sessions.create', 'POST', '/v1/checkout/sessions', ({ state, form }) =>
    createSession(state, read(create, form)),
  ),
  operation('checkout.sessions.retrieve', 'GET', '/v1/checkout/sessions/:id', ({ state, ids, form }) => {
    read(call({}), form);
    return sessionAt(state, ids[0]);
  }),
  operation('checkout.sessions.list', 'GET', '/v1/checkout/sessions', ({ state, form }) => {
    const { customer, status, ...page } = read(list, form);
    const found = state.store.sessions
      .newestFirst()
      .filter((one) => (!customer || idOf(one.customer) === customer) && (!status || one.status === status));
    return pageOf('/v1/checkout/sessions', found, page);
  }),
  operation(
    'checkout.sessions.expire',
    'POST',
    '/v1/checkout/sessions/:id/expire',
    ({ state, ids, form }) => {
      read(call({}), form);
      const session = sessionAt(state, ids[0]);
      if (session.status !== 'open')
        throw badRequest(
          `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`,
        );
      const { now } = change(state.store.sessions, session, { status: 'expired', url: null });
      state.emit('checkout.session.expired', now);
      return now;
    },
  ),
];
