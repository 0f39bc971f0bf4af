import type Stripe from 'stripe';
import { idOf, newId } from '../store.ts';
import { itemOf } from './subscription.ts';

/**
 * Builds the invoice for one period of a subscription. A subscription that is already `unpaid` gets drafts (`isDraft`),
 * which Stripe neither finalizes nor charges.
 * https://docs.stripe.com/billing/subscriptions/overview#unpaid-subscriptions
 */
export function invoiceOf(
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
  {
    created,
    reason,
    isDraft = false,
  }: {
    readonly created: number;
    readonly reason: 'subscription_create' | 'subscription_cycle';
    readonly isDraft?: boolean;
  },
) {
  const id = newId('in');
  const { price, current_period_start: start, current_period_end: end } = itemOf(subscription);
  const amount = price.unit_amount ?? 0;
  return {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Stand-in',
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: !isDraft,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: isDraft ? null : created,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: {
      object: 'list',
      data: [lineOf(id, subscription, { amount, start, end })],
      has_more: false,
      url: `/v1/invoices/${id}/lines`,
    },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: isDraft ? null : id.slice(-8).toUpperCase(),
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: created,
    period_start: created,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: isDraft ? 'draft' : 'open',
    status_transitions: {
      finalized_at: isDraft ? null : created,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: amount,
    subtotal_excluding_tax: amount,
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: created,
  } satisfies Stripe.Invoice;
}

const lineOf = (
  invoice: string,
  subscription: Stripe.Subscription,
  { amount, start, end }: { readonly amount: number; readonly start: number; readonly end: number },
) => {
  const { id, price } = itemOf(subscription);
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: `1 × ${price.nickname ?? price.lookup_key ?? price.id}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: id,
      },
      type: 'subscription_item_details',
    },
    period: { end, start },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: idOf(price.product) },
      type: 'price_details',
      unit_amount_decimal: price.unit_amount_decimal,
    },
    quantity: 1,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  } satisfies Stripe.InvoiceLineItem;
};
