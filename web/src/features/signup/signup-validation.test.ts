import { expect, test } from 'vitest';
import { asName, EMPTY, problemsOf } from './signup-validation.ts';

const good = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'long enough',
  confirmPassword: 'long enough',
  inviteCode: 'ABCD',
};
const anyEmail = () => true;

test.each([
  ["Anne-Marie O'Neil 3rd", 'AnneMarie ONeil rd'],
  ['Zoë Łukasz Ñandú', 'Zoë Łukasz Ñandú'],
  ['Νίκος مريم 陳 हिन्दी', 'Νίκος مريم 陳 हिन्दी'],
  ['<b>x</b>', 'bxb'],
])('a name keeps its letters and whitespace: %s', (typed, kept) => {
  expect(asName(typed)).toBe(kept);
});

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

test('what the browser does not take for an address is refused', () => {
  expect(problemsOf(good, () => false)).toEqual({ email: 'Enter a valid email address.' });
  expect(problemsOf(good, (value) => value === 'ada@example.com')).toEqual({});
});
