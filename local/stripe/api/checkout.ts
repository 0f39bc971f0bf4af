/** Checkout sessions. */
import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest, noSuch } from '../errors.ts';
import { sessionOf } from '../objects/checkout.ts';
import { bool, call, int, listCall, metadata, read, text, time } from '../params.ts';
import { change, type State } from '../state.ts';
import { idOf } from '../store.ts';
import type { Known } from './catalogue.ts';
import { isWithin, pageOf } from './list.ts';
import { type Operation, operation } from './types.ts';

const DAY = 86_400;
/** An address that may hold `{CHECKOUT_SESSION_ID}`. */
const returnAddress = text.refine((url) => URL.canParse(url), 'Not a valid URL');

const create = call({
  allow_promotion_codes: bool.optional(),
  automatic_tax: z.strictObject({ enabled: bool }).optional(),
  billing_address_collection: z.enum(['auto', 'required']).optional(),
  cancel_url: returnAddress.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_email: z.email().optional(),
  customer_update: z
    .strictObject({
      address: z.enum(['auto', 'never']),
      name: z.enum(['auto', 'never']),
      shipping: z.enum(['auto', 'never']),
    })
    .partial()
    .optional(),
  expires_at: int.optional(),
  line_items: z.array(z.strictObject({ price: text, quantity: int.optional() })).length(1),
  locale: text.optional(),
  metadata: metadata.optional(),
  mode: z.literal('subscription'),
  payment_method_collection: z.enum(['always', 'if_required']).optional(),
  payment_method_types: z.array(text).optional(),
  saved_payment_method_options: z
    .strictObject({ payment_method_save: z.enum(['enabled', 'disabled']) })
    .optional(),
  subscription_data: z
    .strictObject({ metadata: metadata.optional(), description: text.optional() })
    .optional(),
  success_url: returnAddress,
  tax_id_collection: z.strictObject({ enabled: bool }).optional(),
  ui_mode: z.literal('hosted_page').optional(),
} satisfies Known<Stripe.Checkout.SessionCreateParams> & { readonly payment_method_types: z.ZodType });

const list = listCall({
  customer: text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  subscription: text.optional(),
  created: time.optional(),
});

export function sessionAt({ store }: State, id = ''): Stripe.Checkout.Session {
  const found = store.sessions.get(id);
  if (!found) throw noSuch('checkout.session', id, 'session');
  return found;
}

function made(state: State, params: z.infer<typeof create>): Stripe.Checkout.Session {
  const { store } = state;
  const [line] = params.line_items;
  const price = store.prices.get(line?.price ?? '');
  if (!price) throw badRequest(`No such price: '${line?.price}'`, 'line_items[0][price]', 'resource_missing');
  if (!price.active || price.type !== 'recurring')
    throw badRequest('The price must be active and recurring in subscription mode.', 'line_items[0][price]');
  const { customer, customer_email: email } = params;
  if (customer !== undefined && email !== undefined)
    throw badRequest('You may only specify one of these parameters: customer, customer_email.', 'customer');
  if (customer !== undefined && !store.customers.get(customer))
    throw badRequest(`No such customer: '${customer}'`, 'customer', 'resource_missing');
  const created = state.now();
  const expiresAt = params.expires_at ?? created + DAY;
  // https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-expires_at
  if (expiresAt < created + 1_800 - 60 || expiresAt > created + DAY + 60)
    throw badRequest(
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.',
      'expires_at',
    );
  const session = sessionOf({
    price,
    customer: customer ?? null,
    customerEmail: email ?? null,
    reference: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    allowPromotionCodes: params.allow_promotion_codes ?? null,
    methodTypes: params.payment_method_types ?? ['card', 'us_bank_account'],
    created,
    expiresAt,
    origin: state.origin,
  });
  store.orders.put({ id: session.id, price: price.id, metadata: params.subscription_data?.metadata ?? {} });
  return store.sessions.put(session);
}

export const CHECKOUT: readonly Operation[] = [
  operation('checkout.sessions.create', 'POST', '/v1/checkout/sessions', ({ state, form }) =>
    made(state, read(create, form)),
  ),
  operation('checkout.sessions.retrieve', 'GET', '/v1/checkout/sessions/:id', ({ state, ids, form }) => {
    read(call({}), form);
    return sessionAt(state, ids[0]);
  }),
  operation('checkout.sessions.list', 'GET', '/v1/checkout/sessions', ({ state, form }) => {
    const { customer, status, subscription, created, ...page } = read(list, form);
    const found = state.store.sessions
      .newestFirst()
      .filter((one) => (!customer || idOf(one.customer) === customer) && (!status || one.status === status))
      .filter((one) => !subscription || idOf(one.subscription) === subscription)
      .filter((one) => isWithin(one.created, created));
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
