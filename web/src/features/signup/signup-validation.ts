/** Fields of the sign-up form, and the rules for them (docs/spec.md 5). */
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '#contract/limits';
import { signupCopy } from './copy.ts';

export const FIELDS = ['name', 'email', 'password', 'confirmPassword', 'inviteCode'] as const;
export type Field = (typeof FIELDS)[number];
export type SignupForm = Readonly<Record<Field, string>>;
export type FieldProblems = Readonly<Partial<Record<Field, string>>>;

export const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

export const EMPTY: SignupForm = { name: '', email: '', password: '', confirmPassword: '', inviteCode: '' };

/**
 * Does not compare the two passwords. Returns the errors in the order of the form, because the first invalid field gets
 * the focus.
 */
export function problemsOf(form: SignupForm, isEmail: (value: string) => boolean): FieldProblems {
  const problems: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const value = isSecret(field) ? form[field] : form[field].trim();
    if (value === '') problems[field] = signupCopy.missing(signupCopy.fields[field]);
    else if (field === 'email' && !isEmail(value)) problems.email = signupCopy.emailInvalid;
    else {
      const problem = isSecret(field) ? passwordProblem(value) : undefined;
      if (problem !== undefined) problems[field] = problem;
    }
  }
  return problems;
}

/** Counts code points, as the contract does. */
export function passwordProblem(password: string): string | undefined {
  const { length } = [...password];
  if (length < PASSWORD_MIN_LENGTH) return signupCopy.passwordShort;
  return length > PASSWORD_MAX_LENGTH ? signupCopy.passwordLong : undefined;
}

const isSecret = (field: Field): boolean => field === 'password' || field === 'confirmPassword';

/** True when the browser's email input accepts the value (docs/spec.md 5). */
export function isEmail(value: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.value = value;
  return value !== '' && input.validity.valid;
}
