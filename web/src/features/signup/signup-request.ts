import { signup } from '#contract/signup-and-password-reset';
import { signupCopy } from './copy.ts';
import { postForm } from './post-form.ts';
import { type Field, isField, type SignupForm } from './signup-validation.ts';

type SignupOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly message: string; readonly field: Field | undefined };

/**
 * Sends POST /signup (docs/spec.md 7.1), without the repeated password (docs/spec.md 3.1).
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
