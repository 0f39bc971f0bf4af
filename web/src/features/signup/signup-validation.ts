/** Fields of the sign-up form, and the rules for them (docs/spec.md 5). */
import type { ChangeEvent, CompositionEvent } from 'react';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { signupCopy } from './copy.ts';

export const FIELDS = ['name', 'email', 'password', 'confirmPassword', 'inviteCode'] as const;
export type Field = (typeof FIELDS)[number];
export type SignupForm = Readonly<Record<Field, string>>;
export type FieldProblems = Readonly<Partial<Record<Field, string>>>;

export const isField = (name: string): name is Field => FIELDS.some((field) => field === name);

/** Most characters of a password that Cognito accepts. */
const PASSWORD_MAX_LENGTH = 256;

export const EMPTY: SignupForm = { name: '', email: '', password: '', confirmPassword: '', inviteCode: '' };

/** Removes all characters except letters of any script, combining marks and whitespace. */
export const asName = (typed: string): string => typed.replace(/[^\p{L}\p{M}\s]/gu, '');

/**
 * Returns event handlers that remove invalid characters as the user types and keep the caret in place. During an IME
 * composition nothing is removed, because the intermediate characters belong to the input method.
 */
export function nameHandlers(change: (value: string) => void) {
  const take = (input: HTMLInputElement) => {
    const { value, selectionStart } = input;
    const kept = asName(value);
    if (kept !== value) {
      const caret = asName(value.slice(0, selectionStart ?? value.length)).length;
      input.value = kept;
      input.setSelectionRange(caret, caret);
    }
    change(kept);
  };
  return {
    onChange({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) {
      if (nativeEvent instanceof InputEvent && nativeEvent.isComposing) change(target.value);
      else take(target);
    },
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => take(currentTarget),
  };
}

/** Validates the form. Returns an error message for each invalid field. */
export function problemsOf(form: SignupForm, isEmail: (value: string) => boolean): FieldProblems {
  const problems: Partial<Record<Field, string>> = {};
  for (const field of FIELDS) {
    const value = isSecret(field) ? form[field] : form[field].trim();
    if (value === '') problems[field] = signupCopy.missing(signupCopy.fields[field]);
    else if (!isSecret(field)) continue;
    else if (value.length < PASSWORD_MIN_LENGTH) problems[field] = signupCopy.passwordShort;
    else if (value.length > PASSWORD_MAX_LENGTH) problems[field] = signupCopy.passwordLong;
  }
  if (!problems.email && !isEmail(form.email.trim())) problems.email = signupCopy.emailInvalid;
  return problems;
}

const isSecret = (field: Field): boolean => field === 'password' || field === 'confirmPassword';

/** True when the browser's email input accepts the value (docs/spec.md 5). */
export function isEmail(value: string): boolean {
  const input = document.createElement('input');
  input.type = 'email';
  input.value = value;
  return value !== '' && input.validity.valid;
}
