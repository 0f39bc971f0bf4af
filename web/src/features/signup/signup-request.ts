import type { Route } from '#contract/http';
import { signup } from '#contract/signup';
import { signupCopy } from './copy.ts';
import { type Field, isField, type SignupForm } from './signup-validation.ts';

/** Outcome of a sign-up. `field`: the input that the server refused, if it is known. */
type SignupOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string; readonly field: Field | undefined };

/** Refused input by error code, for error responses without a `field`. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  invite_invalid: 'inviteCode',
  password_breached: 'password',
  password_guessable: 'password',
};

/** Request timeout in milliseconds. API Gateway responds within 30 seconds. */
const TIMEOUT_MS = 30_000;

/**
 * Sends POST /signup (docs/spec.md 7.1), without the repeated password (docs/spec.md 3.1). A refusal has the server's
 * message, or 'Signup failed'.
 * @throws when no response arrived
 */
export async function signUp(form: SignupForm): Promise<SignupOutcome> {
  const { name, email, password, inviteCode } = form;
  const values = { name: name.trim(), inviteCode: inviteCode.trim(), email: email.trim(), password };
  const outcome = await postForm(signup, values);
  if (outcome.kind === 'done') return outcome;
  const { message = signupCopy.failed, field } = outcome;
  return { kind: 'refused', message, field: field !== undefined && isField(field) ? field : undefined };
}

/** Outcome of a form. `message` and `field` are the server's, or undefined. */
export type FormOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string | undefined; readonly field: string | undefined };

/**
 * Posts a form of a visitor.
 * @throws when no response arrived
 */
export async function postForm({ method, path }: Route, body: object): Promise<FormOutcome> {
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (response.ok) return { kind: 'done' };
  const answer: unknown = await response.json().catch(() => undefined);
  const field = textIn(answer, 'field') ?? FIELD_OF[textIn(answer, 'code') ?? ''];
  return { kind: 'refused', message: textIn(answer, 'message'), field };
}

function textIn(answer: unknown, key: 'code' | 'message' | 'field'): string | undefined {
  const text: unknown = typeof answer === 'object' && answer !== null && Reflect.get(answer, key);
  return typeof text === 'string' && text !== '' ? text : undefined;
}
