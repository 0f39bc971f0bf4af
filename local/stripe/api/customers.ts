import type Stripe from 'stripe';
import * as z from 'zod';
import { customerOf } from '../objects/customers-and-catalogue.ts';
import { call, given, type Known, metadata, read, text } from '../parse-and-check-form-params.ts';
import { newId, type Store } from '../store.ts';
import { change } from '../stripe-emulator-context.ts';
import { noSuch } from '../stripe-errors.ts';
import { type Operation, operation } from './api-operation-type.ts';

const email = z.email().max(512);
const customerFields = { name: text.optional(), email: email.optional() };
const customerCreate = call({
  ...customerFields,
  metadata: metadata.optional(),
} satisfies Known<Stripe.CustomerCreateParams>);
const customerUpdate = call(customerFields satisfies Known<Stripe.CustomerUpdateParams>);

function customerAt({ customers }: Store, id = ''): Stripe.Customer {
  const found = customers.get(id);
  if (!found) throw noSuch('customer', id);
  return found;
}

export const CUSTOMERS: readonly Operation[] = [
  operation('customers.create', 'POST', '/v1/customers', ({ state, form }) => {
    const made = state.store.customers.put<Stripe.Customer>(
      customerOf(newId('cus'), state.now(), read(customerCreate, form)),
    );
    state.emit('customer.created', made);
    return made;
  }),
  operation('customers.retrieve', 'GET', '/v1/customers/:id', ({ state, ids, form }) => {
    read(call({}), form);
    return customerAt(state.store, ids[0]);
  }),
  operation('customers.update', 'POST', '/v1/customers/:id', ({ state, ids, form }) => {
    const fields = given(read(customerUpdate, form));
    const { now, previous } = change(state.store.customers, customerAt(state.store, ids[0]), fields);
    state.emit('customer.updated', now, previous);
    return now;
  }),
];
