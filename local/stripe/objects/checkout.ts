import type Stripe from 'stripe';
import { newId } from '../store.ts';

export interface GivenSession {
  readonly price: Stripe.Price;
  readonly customer: string | null;
  readonly reference: string | null;
  readonly metadata: Stripe.Metadata;
  readonly successUrl: string;
  readonly cancelUrl: string | null;
  readonly created: number;
  readonly expiresAt: number;
  readonly origin: string;
}

export function sessionOf(given: GivenSession) {
  const { price } = given;
  const id = newId('cs_test');
  const amount = price.unit_amount ?? 0;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: amount,
    amount_total: amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: given.cancelUrl,
    client_reference_id: given.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: given.created,
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: given.customer,
    customer_account: null,
    customer_creation: given.customer === null ? 'always' : null,
    customer_details: null,
    customer_email: null,
    discounts: null,
    expires_at: given.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: given.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: given.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${given.origin}/c/pay/${id}`,
    wallet_options: null,
  } satisfies Stripe.Checkout.Session;
}
