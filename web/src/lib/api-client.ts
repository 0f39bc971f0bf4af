import { AppError, httpErrorBody } from '#contract/error-codes';
import type { HttpRoute } from '#contract/http-calls';
import { freshToken, idToken, leaveSignedOut } from './session/session.ts';

/** Milliseconds. API Gateway answers within 30 seconds. The rest is for the transfer over a slow connection. */
const TIMEOUT_MS = 60_000;

export interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface ApiCall<T> extends HttpRoute {
  readonly response: {
    safeParse(answer: unknown): { success: true; data: T } | { success: false; error: unknown };
  };
}

/**
 * Calls the API as the signed-in user. After a 401 it renews the token and tries once more. If the session has ended
 * (the API responds with `signed_out`, or Cognito refuses a new token), the promise never settles.
 * @throws AppError with the server's code, or `internal` when a response has no code or cannot be parsed; the error of
 * `idToken` or `fetch` when there is no response
 */
export async function callApi<T>(call: ApiCall<T>, input: CallInput = {}): Promise<T> {
  const first = await exchange(call, input, false);
  const { response, answer } = first.response.status === 401 ? await exchange(call, input, true) : first;
  return parse(call, response, answer);
}

function parse<T>(call: ApiCall<T>, { ok }: Response, answer: unknown): T {
  if (!ok) throw toError(answer);
  const parsed = call.response.safeParse(answer);
  if (!parsed.success) throw new AppError('internal', { cause: parsed.error });
  return parsed.data;
}

/**
 * Calls a part of the API that needs no account, without a token.
 * @throws as {@link callApi}
 */
export async function callAsVisitor<T>(call: ApiCall<T>, input: CallInput = {}): Promise<T> {
  const response = await send(call, input);
  return parse(call, response, await response.json().catch(() => undefined));
}

async function exchange<T>(
  call: ApiCall<T>,
  input: CallInput,
  renew: boolean,
): Promise<{ response: Response; answer: unknown }> {
  const { jwt } = (renew ? undefined : freshToken()) ?? (await idToken({ renew }));
  const response = await send(call, input, jwt);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok && toError(answer).code === 'signed_out') return leaveSignedOut();
  return { response, answer };
}

function send(
  { method, path }: HttpRoute,
  { params, query, body, signal }: CallInput,
  jwt?: string,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value));
  return fetch(search.size > 0 ? `${filled}?${search}` : filled, {
    method,
    headers: {
      ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  });
}

/**
 * Converts an error body (docs/spec.md 7.1) to an AppError. A body without `code` comes from API Gateway. Drops the
 * `message` of such a body, because this message is not meant for users.
 */
function toError(answer: unknown): AppError {
  const { data = {} } = httpErrorBody.safeParse(answer);
  const { code, error, message = error } = data;
  const words = code === undefined ? error : message;
  return new AppError(code ?? 'internal', { message: words });
}
