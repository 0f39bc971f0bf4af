import type Stripe from 'stripe';
import type { GivenFeatures } from '../api/portal.ts';
import { newId } from '../store.ts';

interface GivenConfiguration {
  readonly features: GivenFeatures;
  readonly isDefault: boolean;
  readonly default_return_url?: string | null | undefined;
  readonly metadata?: Stripe.Metadata | undefined;
}

const OFF = { enabled: false };

/**
 * Builds a configuration. For an update, `before` holds the present features, and a feature that `given` leaves out
 * does not change. Without `before`, the configuration is new, and a feature that `given` leaves out is off.
 */
export function configurationOf(
  id: string,
  created: number,
  given: GivenConfiguration,
  before?: Stripe.BillingPortal.Configuration.Features,
) {
  const { features } = given;
  const { subscription_cancel: cancel } = features;
  return {
    id,
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: given.default_return_url ?? null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: features.invoice_history ?? before?.invoice_history ?? OFF,
      payment_method_update: {
        payment_method_configuration: null,
        ...(features.payment_method_update ?? before?.payment_method_update ?? OFF),
      },
      subscription_cancel:
        cancel || !before
          ? {
              cancellation_reason: { enabled: false, feedback_options: null, options: [] },
              enabled: cancel?.enabled ?? false,
              mode: cancel?.mode ?? 'at_period_end',
              proration_behavior: 'none',
            }
          : before.subscription_cancel,
      subscription_pause: { duration: { interval_options: [], type: 'interval_options' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: given.isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: given.metadata ?? {},
    name: null,
    updated: created,
  } satisfies Stripe.BillingPortal.Configuration;
}

export function portalOf(given: {
  readonly customer: string;
  readonly configuration: string;
  readonly returnUrl: string | null;
  readonly created: number;
  readonly origin: string;
}) {
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    configuration: given.configuration,
    created: given.created,
    customer: given.customer,
    customer_account: null,
    flow: null,
    livemode: false,
    locale: null,
    on_behalf_of: null,
    return_url: given.returnUrl,
    url: `${given.origin}/p/session/${id}`,
  } satisfies Stripe.BillingPortal.Session;
}
