import Stripe from 'stripe';
import * as z from 'zod';
import { bool, call, given, type Known, listCall, read, text, time } from '../parse-and-check-form-params.ts';
import { newId, randomText } from '../store.ts';
import { change, type State } from '../stripe-emulator-context.ts';
import { badRequest, noSuch } from '../stripe-errors.ts';
import { type Operation, operation } from './api-operation-type.ts';
import { isWithin, pageOf } from './paging-and-time-filters.ts';

const create = call({
  api_version: text.optional(),
  description: text.optional(),
  enabled_events: z.array(text).min(1),
  url: z.url({ protocol: /^https$/ }),
} satisfies Known<Stripe.WebhookEndpointCreateParams>);
const update = call({
  disabled: bool.optional(),
  enabled_events: z.array(text).min(1).optional(),
} satisfies Known<Stripe.WebhookEndpointUpdateParams>);
const listEvents = listCall({
  created: time.optional(),
  delivery_success: bool.optional(),
  types: z.array(text).max(20).optional(),
} satisfies Known<Stripe.EventListParams>);

/** Limit of a Stripe account. https://docs.stripe.com/webhooks */
const ENDPOINTS_MAX = 16;

function endpointAt({ store }: State, id = ''): Stripe.WebhookEndpoint {
  const found = store.endpoints.get(id);
  if (!found) throw noSuch('webhook endpoint', id);
  return found;
}

const endpoints: readonly Operation[] = [
  operation('webhookEndpoints.create', 'POST', '/v1/webhook_endpoints', ({ state, form }) => {
    const params = read(create, form);
    const version = params.api_version ?? Stripe.API_VERSION;
    if (version !== Stripe.API_VERSION) throw badRequest(`Invalid API version: ${version}`, 'api_version');
    if (state.store.endpoints.all().length >= ENDPOINTS_MAX)
      throw badRequest(`You have reached the maximum of ${ENDPOINTS_MAX} test webhook endpoints.`);
    const made = state.store.endpoints.put({
      id: newId('we'),
      object: 'webhook_endpoint',
      api_version: version,
      application: null,
      created: state.now(),
      description: params.description ?? null,
      enabled_events: params.enabled_events,
      livemode: false,
      metadata: {},
      status: 'enabled',
      url: params.url,
    } satisfies Stripe.WebhookEndpoint);
    const secret = `whsec_${randomText(32)}`;
    state.store.secrets.put({ id: made.id, secret });
    // Only this response contains the secret.
    return { ...made, secret };
  }),
  operation('webhookEndpoints.list', 'GET', '/v1/webhook_endpoints', ({ state, form }) =>
    pageOf('/v1/webhook_endpoints', state.store.endpoints.newestFirst(), read(listCall({}), form)),
  ),
  operation('webhookEndpoints.update', 'POST', '/v1/webhook_endpoints/:id', ({ state, ids, form }) => {
    const { disabled, ...fields } = read(update, form);
    return change(state.store.endpoints, endpointAt(state, ids[0]), {
      ...given(fields),
      ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
    }).now;
  }),
  operation('webhookEndpoints.del', 'DELETE', '/v1/webhook_endpoints/:id', ({ state, ids, form }) => {
    read(call({}), form);
    const { id } = endpointAt(state, ids[0]);
    state.store.endpoints.delete(id);
    state.store.secrets.delete(id);
    return { id, object: 'webhook_endpoint', deleted: true } satisfies Stripe.DeletedWebhookEndpoint;
  }),
];

const events: readonly Operation[] = [
  operation('events.list', 'GET', '/v1/events', ({ state, form }) => {
    const { created, delivery_success: delivered, types, ...page } = read(listEvents, form);
    const open = new Set(state.store.undelivered.all().map(({ event }) => event));
    const found = state.store.events
      .newestFirst()
      .filter((one) => (types === undefined || types.includes(one.type)) && isWithin(one.created, created))
      .filter((one) => delivered === undefined || delivered !== open.has(one.id));
    return pageOf('/v1/events', found, page);
  }),
];

export const WEBHOOKS = [...endpoints, ...events];
