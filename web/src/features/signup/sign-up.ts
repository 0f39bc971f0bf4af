import { routes } from '#contract/routes';
import { signupTexts } from '../../lib/signup-texts.ts';
import type { SignupForm } from './signup-form.ts';

export type SignupOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * POST /signup (spec 7). The confirmed password is not sent (spec 3). A refusal carries the server's message, or
 * 'Signup failed'.
 * @throws TypeError where there was no answer
 */
export async function signUp(form: SignupForm): Promise<SignupOutcome> {
  const { name, email, password, inviteCode } = form;
  const { method, path } = routes.signup;
  const response = await fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: name.trim(),
      email: email.trim(),
      password,
      inviteCode: inviteCode.trim(),
    }),
  });
  if (response.ok) return { kind: 'done' };
  const answer: unknown = await response.json().catch(() => undefined);
  return { kind: 'refused', message: messageIn(answer) ?? signupTexts.failed };
}

function messageIn(answer: unknown): string | undefined {
  const message: unknown = typeof answer === 'object' && answer !== null && Reflect.get(answer, 'message');
  return typeof message === 'string' && message !== '' ? message : undefined;
}
