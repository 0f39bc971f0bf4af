/** A valid request for each call of the contract, taken apart into its fields. A call without one fails a test. */
import { type HttpCall, http } from '#contract/http-calls';
import { ACCESS, type AccessRow } from './route-access.ts';
import type { TestUser } from './stack.ts';

type Fields = Readonly<Record<string, string>>;

export interface ValidCall {
  readonly call: HttpCall;
  readonly for: AccessRow['for'];
  /** Parameters of the path and of the query, decoded. */
  readonly params: Fields;
  readonly query: Fields;
  /** Undefined for a call without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export const CALLS = Object.keys(http) as HttpCall[];

/** @throws Error for a call that `route-access.ts` does not know */
export function validCall(call: HttpCall, as: TestUser, chatId: string): ValidCall {
  const { method, path } = http[call];
  const row = ACCESS[`${method} ${path}`];
  if (!row) throw new Error(`route-access.ts says nothing of ${method} ${path}`);
  const asked = row.ask(as, chatId);
  const url = new URL(asked.path, 'https://localhost');
  const parts = url.pathname.split('/');
  const names = path.split('/').map((part) => /^\{(\w+)\}$/.exec(part)?.[1]);
  const params = names.flatMap((name, i) =>
    name === undefined ? [] : [[name, decodeURIComponent(parts[i] ?? '')] as const],
  );
  const takesBody = 'body' in http[call];
  return {
    call,
    for: row.for,
    params: Object.fromEntries(params),
    query: Object.fromEntries(url.searchParams),
    body: takesBody ? { ...((asked.body ?? {}) as object) } : undefined,
  };
}

/** The names of the fields of a call's parameters, query or body, by its schema. */
export function fieldsOf(call: HttpCall, part: 'params' | 'query' | 'body'): string[] {
  const schemas: { readonly [P in typeof part]?: { readonly shape: object } } = http[call];
  return Object.keys(schemas[part]?.shape ?? {});
}

/** The address of a call; the values are percent-encoded already. */
export function addressOf(call: HttpCall, params: Fields, query: Fields): string {
  const path = http[call].path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
  return search.length > 0 ? `${path}?${search.join('&')}` : path;
}
