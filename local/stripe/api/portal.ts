import type Stripe from 'stripe';
import * as z from 'zod';
import { configurationOf, portalOf } from '../objects/portal-configuration-and-session.ts';
import {
  bool,
  call,
  given,
  type Known,
  listCall,
  metadata,
  read,
  text,
  webAddress,
} from '../parse-and-check-form-params.ts';
import { newId } from '../store.ts';
import { change, type State } from '../stripe-emulator-context.ts';
import { badRequest, noSuch } from '../stripe-errors.ts';
import { type Operation, operation } from './api-operation-type.ts';
import { pageOf } from './paging-and-time-filters.ts';

const enabled = z.strictObject({ enabled: bool });
const features = z
  .strictObject({
    invoice_history: enabled,
    payment_method_update: enabled,
    subscription_cancel: z.strictObject({
      enabled: bool,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
    }),
    // Changing plans in the portal is not emulated, so the feature can only be switched off.
    subscription_update: z.strictObject({ enabled: z.literal('false').transform(() => false) }),
  } satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams.Features>)
  .partial();
export type GivenFeatures = z.infer<typeof features>;

const create = call({
  default_return_url: webAddress.optional(),
  features,
  metadata: metadata.optional(),
} satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams>);
const update = call({
  default_return_url: webAddress.optional(),
  features: features.optional(),
} satisfies Known<Stripe.BillingPortal.ConfigurationUpdateParams>);
const list = listCall({ active: bool.optional() });
const open = call({
  configuration: text.optional(),
  customer: text,
  return_url: webAddress.optional(),
} satisfies Known<Stripe.BillingPortal.SessionCreateParams>);

function configurationAt({ store }: State, id = ''): Stripe.BillingPortal.Configuration {
  const found = store.configurations.get(id);
  if (!found) throw noSuch('configuration', id, 'configuration');
  return found;
}

export const PORTAL: readonly Operation[] = [
  operation(
    'billingPortal.configurations.create',
    'POST',
    '/v1/billing_portal/configurations',
    ({ state, form }) => {
      const params = read(create, form);
      const { configurations } = state.store;
      const isDefault = configurations.all().length === 0;
      const made = configurations.put(configurationOf(newId('bpc'), state.now(), { ...params, isDefault }));
      state.emit('billing_portal.configuration.created', made);
      return made;
    },
  ),
  operation(
    'billingPortal.configurations.update',
    'POST',
    '/v1/billing_portal/configurations/:id',
    ({ state, ids, form }) => {
      const { features: wanted, ...rest } = read(update, form);
      const configuration = configurationAt(state, ids[0]);
      const { now, previous } = change(state.store.configurations, configuration, {
        ...given(rest),
        ...(wanted && {
          features: configurationOf('', 0, { features: wanted, isDefault: false }, configuration.features)
            .features,
        }),
        updated: state.now(),
      });
      state.emit('billing_portal.configuration.updated', now, previous);
      return now;
    },
  ),
  operation(
    'billingPortal.configurations.list',
    'GET',
    '/v1/billing_portal/configurations',
    ({ state, form }) => {
      const { active, ...page } = read(list, form);
      const found = state.store.configurations
        .newestFirst()
        .filter((one) => active === undefined || one.active === active);
      return pageOf('/v1/billing_portal/configurations', found, page);
    },
  ),
  operation('billingPortal.sessions.create', 'POST', '/v1/billing_portal/sessions', ({ state, form }) => {
    const { customer, configuration, return_url: returnUrl } = read(open, form);
    const { store } = state;
    if (!store.customers.get(customer))
      throw badRequest(`No such customer: '${customer}'`, 'customer', 'resource_missing');
    const chosen =
      configuration === undefined
        ? store.configurations.all().find((one) => one.is_default)
        : configurationAt(state, configuration);
    if (!chosen)
      throw badRequest(
        'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default.',
      );
    const session = portalOf({
      customer,
      configuration: chosen.id,
      returnUrl: returnUrl ?? chosen.default_return_url,
      created: state.now(),
      origin: state.origin,
    });
    return store.portals.put(session);
  }),
];
