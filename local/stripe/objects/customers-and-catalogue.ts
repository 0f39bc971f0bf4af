import Stripe from 'stripe';

export const customerOf = (
  id: string,
  created: number,
  given: {
    readonly email?: string | undefined;
    readonly name?: string | undefined;
    readonly metadata?: Stripe.Metadata | undefined;
  },
) =>
  ({
    id,
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: given.email ?? null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: given.metadata ?? {},
    name: given.name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }) satisfies Stripe.Customer;

export const productOf = (
  id: string,
  created: number,
  given: {
    readonly name: string;
    readonly metadata?: Stripe.Metadata | undefined;
  },
) =>
  ({
    id,
    object: 'product',
    active: true,
    created,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: created,
    url: null,
  }) satisfies Stripe.Product;

export interface GivenPrice {
  readonly product: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly recurring?:
    | { readonly interval: 'day' | 'week' | 'month' | 'year'; readonly interval_count?: number | undefined }
    | undefined;
  readonly lookup_key?: string | undefined;
}

export const priceOf = (id: string, created: number, given: GivenPrice) =>
  ({
    id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: {},
    nickname: null,
    product: given.product,
    recurring: given.recurring
      ? {
          interval: given.recurring.interval,
          interval_count: given.recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: 'licensed',
        }
      : null,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? 'recurring' : 'one_time',
    unit_amount: given.unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(String(given.unit_amount)),
  }) satisfies Stripe.Price;
