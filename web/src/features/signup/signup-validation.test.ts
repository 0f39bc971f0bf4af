import { expect, test } from 'vitest';
import { PASSWORD_MIN_LENGTH } from '#contract/limits';
import { signupCopy } from './copy.ts';
import { EMPTY, passwordProblem, problemsOf } from './signup-validation.ts';

const good = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'long enough',
  confirmPassword: 'long enough',
  inviteCode: 'ABCD',
};
const anyEmail = () => true;

test('all five fields are required', () => {
  expect(problemsOf(EMPTY, anyEmail)).toEqual({
    name: 'Full Name is required.',
    email: 'Email is required.',
    password: 'Password is required.',
    confirmPassword: 'Confirm Password is required.',
    inviteCode: 'Invitation Code is required.',
  });
});

test('both passwords have eight characters at least, and blanks count in them', () => {
  expect(problemsOf({ ...good, password: '1234567', confirmPassword: '       ' }, anyEmail)).toEqual({
    password: 'Use at least 8 characters.',
    confirmPassword: 'Use at least 8 characters.',
  });
  expect(problemsOf({ ...good, password: '        ' }, anyEmail)).toEqual({});
});

test('both passwords have 256 characters at most, as in Cognito', () => {
  const longest = 'x'.repeat(256);
  expect(problemsOf({ ...good, password: longest, confirmPassword: longest }, anyEmail)).toEqual({});
  expect(problemsOf({ ...good, password: `${longest}x`, confirmPassword: `${longest}x` }, anyEmail)).toEqual({
    password: 'Use at most 256 characters.',
    confirmPassword: 'Use at most 256 characters.',
  });
});

test('an address that the browser finds invalid is refused', () => {
  expect(problemsOf(good, () => false)).toEqual({ email: 'Enter a valid email address.' });
  expect(problemsOf(good, (value) => value === 'ada@example.com')).toEqual({});
});

test('problems are in the order of the form, whose first wrong field gets the focus', () => {
  const short = { ...good, password: 'short', inviteCode: '' };
  expect(Object.keys(problemsOf(short, () => false))).toEqual(['email', 'password', 'inviteCode']);
});

test('counts an emoji in a password as one character', () => {
  expect(passwordProblem('🏠'.repeat(PASSWORD_MIN_LENGTH - 1))).toBe(signupCopy.passwordShort);
  expect(passwordProblem('🏠'.repeat(PASSWORD_MIN_LENGTH))).toBeUndefined();
});
