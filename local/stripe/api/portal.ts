/** The billing portal: its configurations, and sessions in it. */
import type Stripe from 'stripe';
import * as z from 'zod';
import { badRequest, noSuch } from '../errors.ts';
import { configurationOf, portalOf } from '../objects/portal.ts';
import { bool, call, listCall, metadata, read, text, unset, webAddress } from '../params.ts';
import { change, type State } from '../state.ts';
import { newId } from '../store.ts';
import { given, type Known, mergeMetadata } from './catalogue.ts';
import { pageOf } from './list.ts';
import { type Operation, operation } from './types.ts';

const REASONS = [
  'customer_service',
  'low_quality',
  'missing_features',
  'other',
  'switched_service',
  'too_complex',
  'too_expensive',
  'unused',
] as const;
const enabled = z.strictObject({ enabled: bool });
const features = z
  .strictObject({
    customer_update: z.strictObject({
      allowed_updates: z
        .array(z.enum(['address', 'email', 'name', 'phone', 'shipping', 'tax_id']))
        .or(unset)
        .optional(),
      enabled: bool.optional(),
    }),
    invoice_history: enabled,
    payment_method_update: enabled,
    subscription_cancel: z.strictObject({
      cancellation_reason: z
        .strictObject({ enabled: bool, options: z.array(z.enum(REASONS)).optional() })
        .optional(),
      enabled: bool,
      mode: z.enum(['at_period_end', 'immediately']).optional(),
      proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
    }),
    // Changing plans is not emulated: it may only be switched off.
    subscription_update: z.strictObject({ enabled: z.literal('false').transform(() => false) }),
  } satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams.Features>)
  .partial();
export type GivenFeatures = z.infer<typeof features>;

const fields = {
  business_profile: z
    .strictObject({
      headline: text.or(unset),
      privacy_policy_url: webAddress.or(unset),
      terms_of_service_url: webAddress.or(unset),
    })
    .partial()
    .optional(),
  default_return_url: webAddress.or(unset).optional(),
  login_page: enabled.optional(),
  metadata: metadata.optional(),
  name: text.or(unset).optional(),
};
const create = call({ ...fields, features } satisfies Known<Stripe.BillingPortal.ConfigurationCreateParams>);
const update = call({
  ...fields,
  active: bool.optional(),
  features: features.optional(),
} satisfies Known<Stripe.BillingPortal.ConfigurationUpdateParams>);
const list = listCall({ active: bool.optional(), is_default: bool.optional() });
const open = call({
  configuration: text.optional(),
  customer: text,
  locale: text.optional(),
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
    'billingPortal.configurations.retrieve',
    'GET',
    '/v1/billing_portal/configurations/:id',
    ({ state, ids, form }) => {
      read(call({}), form);
      return configurationAt(state, ids[0]);
    },
  ),
  operation(
    'billingPortal.configurations.update',
    'POST',
    '/v1/billing_portal/configurations/:id',
    ({ state, ids, form }) => {
      const {
        expand: _,
        features: wanted,
        business_profile: profile,
        metadata: pairs,
        login_page: _page,
        ...rest
      } = read(update, form);
      const configuration = configurationAt(state, ids[0]);
      const { now, previous } = change(state.store.configurations, configuration, {
        ...given(rest),
        ...(wanted && {
          features: configurationOf('', 0, { features: wanted, isDefault: false }, configuration.features)
            .features,
        }),
        ...(profile && { business_profile: { ...configuration.business_profile, ...given(profile) } }),
        ...(pairs && { metadata: mergeMetadata(configuration.metadata ?? {}, pairs) }),
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
      const { active, is_default: isDefault, ...page } = read(list, form);
      const found = state.store.configurations
        .newestFirst()
        .filter(
          (one) =>
            (active === undefined || one.active === active) &&
            (isDefault === undefined || one.is_default === isDefault),
        );
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
