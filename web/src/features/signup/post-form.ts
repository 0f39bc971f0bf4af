import type { HttpRoute } from '#contract/http-calls';

/** Input that an error code is about, for responses without a `field`. */
const FIELD_OF: Readonly<Record<string, string>> = {
  invite_invalid: 'inviteCode',
  password_breached: 'password',
  password_guessable: 'password',
};

/** Messages of API Gateway itself, which the user does not see. The user sees all other messages. */
const OF_GATEWAY = ['Internal Server Error', 'Service Unavailable', 'Too Many Requests'];

/** API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;

/** `field`: the input that the server refused, named by the response's `field` or its code. */
type FormOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string | undefined; readonly field: string | undefined };

/**
 * Posts the form of the sign-up page or of the page for a new password. The request has no token.
 * @throws when the connection fails, or no response arrives within `TIMEOUT_MS`
 */
export async function postForm({ method, path }: HttpRoute, body: object): Promise<FormOutcome> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return { kind: 'done' };
  const answer: unknown = await response.json().catch(() => undefined);
  const field = textIn(answer, 'field') ?? FIELD_OF[textIn(answer, 'code') ?? ''];
  const message = textIn(answer, 'message');
  const isOurs = message !== undefined && !OF_GATEWAY.includes(message);
  return { kind: 'refused', message: isOurs ? message : undefined, field };
}

function textIn(answer: unknown, key: 'code' | 'message' | 'field'): string | undefined {
  const text: unknown = typeof answer === 'object' && answer !== null && Reflect.get(answer, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
