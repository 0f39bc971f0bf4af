/** Emulates Stripe's HTTP API: authenticates the caller, finds the operation and runs it. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text as bodyText } from 'node:stream/consumers';
import Stripe from 'stripe';
import { type Faults, ServiceFault } from '../../faults/faults.ts';
import { requestUrl } from '../../request-url.ts';
import { catchUp } from '../due-changes.ts';
import { type Form, parseForm } from '../parse-and-check-form-params.ts';
import { newId } from '../store.ts';
import type { State } from '../stripe-emulator-context.ts';
import { badRequest, keyInUse, keyReused, notEmulated, StripeRefusal, wrongKey } from '../stripe-errors.ts';
import type { Operation } from './api-operation-type.ts';
import { CATALOGUE } from './catalogue.ts';
import { CHECKOUT } from './checkout.ts';
import { CUSTOMERS } from './customers.ts';
import { PORTAL } from './portal.ts';
import { SUBSCRIPTIONS } from './subscriptions-and-invoices.ts';
import { WEBHOOKS } from './webhook-endpoints-and-events.ts';

const OPERATIONS: readonly Operation[] = [
  ...CUSTOMERS,
  ...CATALOGUE,
  ...CHECKOUT,
  ...SUBSCRIPTIONS,
  ...PORTAL,
  ...WEBHOOKS,
];
/** Stripe keeps an idempotency key's response for a day at least. https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFE_SECONDS = 86_400;

export interface ApiOptions {
  readonly state: State;
  readonly apiKey: string;
  readonly faults: Faults;
  readonly onCall: (name: string) => void;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly isReplayed?: boolean;
}

export function createApi(options: ApiOptions) {
  const { faults, onCall } = options;
  /** Idempotency keys in use, each with the id of the request that holds it. */
  const inProgress = new Map<string, string>();

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<Answer> {
    const url = requestUrl(request);
    const body = await bodyText(request);
    requireCaller(request, options.apiKey);
    const { operation, ids } = find(request.method ?? '', url.pathname);
    onCall(operation.name);
    const encoded = operation.method === 'POST' ? body : url.search.slice(1) || body;
    const asked = `${url.pathname} ${decoded(encoded)}`;
    const step = { service: 'stripe', action: operation.name, request: () => asked } as const;
    const key = operation.method === 'POST' ? headerOf(request, 'idempotency-key') : undefined;
    if (key !== undefined && inProgress.has(key)) throw keyInUse(key);
    const release = () => {
      if (key !== undefined && inProgress.get(key) === requestId) inProgress.delete(key);
    };
    if (key !== undefined) inProgress.set(key, requestId);
    // Releases the key when the connection closes, because a fault can make this call wait. The caller then times out,
    // closes the connection and sends the call again with the same key. If the waiting call still held the key, the
    // retry would be refused (`keyInUse`). If both calls run, `once` gives both the same response.
    response.once('close', release);
    try {
      return await faults.around(step, () =>
        once(options.state, key, `${operation.method} ${url.pathname} ${encoded}`, () =>
          run(options.state, operation, ids, parseForm(encoded), {
            id: requestId,
            idempotencyKey: key ?? null,
          }),
        ),
      );
    } finally {
      release();
    }
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const requestId = newId('req');
    const { status, body, isReplayed } = await answer(request, response, requestId).catch(refusal);
    response
      .writeHead(status, {
        'content-type': 'application/json',
        'request-id': requestId,
        'stripe-version': Stripe.API_VERSION,
        ...(isReplayed && { 'idempotent-replayed': 'true' }),
      })
      .end(body);
  };
}

function run(
  state: State,
  operation: Operation,
  ids: readonly string[],
  form: Form,
  cause: { readonly id: string; readonly idempotencyKey: string | null },
): string {
  catchUp(state);
  const result = state.during({ cause }, () => operation.run({ state, ids, form }));
  const body = JSON.stringify(result, undefined, 2);
  if (operation.method !== 'GET') state.store.save();
  return body;
}

/**
 * Returns the response that is stored for an idempotency key, or runs the call and stores its response. A refusal is
 * not stored, so the caller may send the call again with the same key.
 * @throws StripeRefusal for a key that was used with another request
 */
function once({ store, now }: State, key: string | undefined, request: string, answer: () => string): Answer {
  if (key === undefined) return { status: 200, body: answer() };
  for (const { id, at } of store.answers.all()) if (at + KEY_LIFE_SECONDS < now()) store.answers.delete(id);
  const digest = createHash('sha256').update(request).digest('hex');
  const kept = store.answers.get(key);
  if (kept && kept.request !== digest) throw keyReused(key);
  if (kept) return { status: kept.status, body: kept.body, isReplayed: true };
  const body = answer();
  store.answers.put({ id: key, request: digest, at: now(), status: 200, body });
  store.save();
  return { status: 200, body };
}

function requireCaller(request: IncomingMessage, apiKey: string): void {
  const given = /^Bearer (.+)$/.exec(headerOf(request, 'authorization') ?? '')?.[1] ?? '';
  if (given !== apiKey) throw wrongKey(given);
  const version = headerOf(request, 'stripe-version');
  if (version !== undefined && version !== Stripe.API_VERSION)
    throw notEmulated(`the API version ${version}`);
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function find(method: string, path: string): { operation: Operation; ids: string[] } {
  for (const operation of OPERATIONS) {
    const pattern = new RegExp(`^${operation.path.replaceAll(':id', '([^/]+)')}$`);
    const [whole, ...ids] = pattern.exec(path) ?? [];
    if (whole !== undefined && operation.method === method) return { operation, ids: ids.map(decoded) };
  }
  throw notEmulated(`${method} ${path}`);
}

/** @throws StripeRefusal for a malformed percent-encoding */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('Invalid request: its percent-encoding is malformed.');
  }
}

function refusal(error: unknown): Answer {
  if (error instanceof StripeRefusal) return answerOf(error.status, error.body);
  if (error instanceof ServiceFault)
    return answerOf(error.status, {
      type: error.status >= 500 ? 'api_error' : 'invalid_request_error',
      code: error.code,
      message: error.message,
    });
  console.error(error);
  return answerOf(500, {
    type: 'api_error',
    message: `The Stripe stand-in failed: ${error instanceof Error ? error.message : String(error)}`,
  });
}

const answerOf = (status: number, error: object): Answer => ({
  status,
  body: JSON.stringify(
    { error: { ...error, request_log_url: `https://example.com/${randomUUID()}` } },
    undefined,
    2,
  ),
});
