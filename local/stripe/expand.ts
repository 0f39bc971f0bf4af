/** `expand`: ids in an answer become the objects they name. https://docs.stripe.com/api/expanding_objects */
import { badRequest } from './errors.ts';
import type { Form } from './params.ts';
import type { Store } from './store.ts';

/** A copy of the answer with the paths of `expand` expanded. */
export function expanded(answer: object, { expand }: Form, store: Store): object {
  if (!Array.isArray(expand)) return answer;
  const copy: unknown = JSON.parse(JSON.stringify(answer));
  for (const path of expand) expandAt(copy, String(path).split('.'), String(path), store);
  return copy as object; // it was one
}

function expandAt(value: unknown, path: readonly string[], whole: string, store: Store): void {
  if (Array.isArray(value)) {
    for (const member of value) expandAt(member, path, whole, store);
    return;
  }
  const [key, ...rest] = path;
  if (key === undefined || typeof value !== 'object' || value === null) return;
  if (!Object.hasOwn(value, key)) throw badRequest(`This property cannot be expanded (${whole}).`, 'expand');
  const member: unknown = Reflect.get(value, key);
  const found = typeof member === 'string' ? objectOf(member, store) : undefined;
  if (found) Reflect.set(value, key, JSON.parse(JSON.stringify(found)));
  expandAt(Reflect.get(value, key), rest, whole, store);
}

function objectOf(id: string, store: Store): object | undefined {
  const { customers, products, prices, subscriptions, invoices, configurations } = store;
  for (const collection of [customers, products, prices, subscriptions, invoices, configurations]) {
    const found = collection.get(id);
    if (found) return found;
  }
  return undefined;
}
