import type Stripe from 'stripe';
import * as z from 'zod';
import { priceOf, productOf } from '../objects/customers-and-catalogue.ts';
import {
  bool,
  call,
  given,
  int,
  type Known,
  listCall,
  metadata,
  read,
  text,
} from '../parse-and-check-form-params.ts';
import { newId, type Store } from '../store.ts';
import { change } from '../stripe-emulator-context.ts';
import { badRequest, noSuch } from '../stripe-errors.ts';
import { type Operation, operation } from './api-operation-type.ts';
import { pageOf } from './paging-and-time-filters.ts';

const productCreate = call({
  name: text,
  metadata: metadata.optional(),
} satisfies Known<Stripe.ProductCreateParams>);
const productUpdate = call({
  active: bool.optional(),
  name: text.optional(),
} satisfies Known<Stripe.ProductUpdateParams>);
const productList = listCall({ active: bool.optional() });

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: int.optional(),
});
const priceCreate = call({
  currency: z.string().regex(/^[a-z]{3}$/),
  lookup_key: text.max(200).optional(),
  product: text,
  recurring: recurring.optional(),
  transfer_lookup_key: bool.optional(),
  unit_amount: int,
} satisfies Known<Stripe.PriceCreateParams>);
const priceList = listCall({ active: bool.optional(), lookup_keys: z.array(text).max(10).optional() });

/**
 * Takes a lookup key from the price that has it, because a key belongs to one price.
 * @throws StripeRefusal when a price has the key and the call does not allow the transfer
 */
function takeLookupKey({ prices }: Store, key: string | undefined, transfer: boolean): void {
  const holder = prices.all().find(({ lookup_key }) => key !== undefined && lookup_key === key);
  if (!holder) return;
  if (!transfer)
    throw badRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. Use transfer_lookup_key=true to move it.`,
      'lookup_key',
    );
  prices.put({ ...holder, lookup_key: null });
}

const products: readonly Operation[] = [
  operation('products.create', 'POST', '/v1/products', ({ state, form }) => {
    const made = state.store.products.put<Stripe.Product>(
      productOf(newId('prod'), state.now(), read(productCreate, form)),
    );
    state.emit('product.created', made);
    return made;
  }),
  operation('products.update', 'POST', '/v1/products/:id', ({ state, ids: [id = ''], form }) => {
    const fields = { ...given(read(productUpdate, form)), updated: state.now() };
    const product = state.store.products.get(id);
    if (!product) throw noSuch('product', id);
    const { now, previous } = change(state.store.products, product, fields);
    state.emit('product.updated', now, previous);
    return now;
  }),
  operation('products.list', 'GET', '/v1/products', ({ state, form }) => {
    const { active, ...page } = read(productList, form);
    const found = state.store.products
      .newestFirst()
      .filter((one) => active === undefined || one.active === active);
    return pageOf('/v1/products', found, page);
  }),
];

const prices: readonly Operation[] = [
  operation('prices.create', 'POST', '/v1/prices', ({ state, form }) => {
    const { store } = state;
    const { transfer_lookup_key: transfer = false, ...fields } = read(priceCreate, form);
    if (!store.products.get(fields.product))
      throw badRequest(`No such product: '${fields.product}'`, 'product', 'resource_missing');
    takeLookupKey(store, fields.lookup_key, transfer);
    const made = store.prices.put<Stripe.Price>(priceOf(newId('price'), state.now(), fields));
    state.emit('price.created', made);
    return made;
  }),
  operation('prices.retrieve', 'GET', '/v1/prices/:id', ({ state, ids: [id = ''], form }) => {
    read(call({}), form);
    const found = state.store.prices.get(id);
    if (!found) throw noSuch('price', id);
    return found;
  }),
  operation('prices.list', 'GET', '/v1/prices', ({ state, form }) => {
    const { active, lookup_keys: keys, ...page } = read(priceList, form);
    const found = state.store.prices
      .newestFirst()
      .filter((one) => active === undefined || one.active === active)
      .filter((one) => !keys || keys.includes(one.lookup_key ?? ''));
    return pageOf('/v1/prices', found, page);
  }),
];

export const CATALOGUE = [...products, ...prices];
