import { expect, it } from 'vitest';
import { checkPassword } from './check-password.ts';

const KNOWN = ['Parley', 'ada.lovelace@example.com', 'Ada Lovelace'];
const outcome = (password: string): unknown => {
  try {
    checkPassword(password, KNOWN);
    return 'accepted';
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error;
  }
};

it.each([
  ['a breached one', 'ILoveYou', 'password_breached'],
  ['the address', 'ada.lovelace@example.com', 'password_guessable'],
  ['the address in capitals with a digit', 'Ada.Lovelace@Example.com1', 'password_guessable'],
  ['the product’s name twice', 'parleyparley', 'password_guessable'],
  ['the product’s name and a year', 'Parley2026!', 'password_guessable'],
  ['the user’s name and a year', 'AdaLovelace1815', 'password_guessable'],
  ['one character', 'aaaaaaaaaaaa', 'password_guessable'],
  ['a repeated part', 'xk9!xk9!xk9!', 'password_guessable'],
  ['the alphabet', 'abcdefghijkl', 'password_guessable'],
  ['digits backwards and a word', '0987654321cat', 'password_guessable'],
  ['a space before it', ' violet harbour 7 lanterns', 'password_spaces'],
  ['a space after it', 'violet harbour 7 lanterns ', 'password_spaces'],
  ['a tab after it', 'violet harbour 7 lanterns\t', 'password_spaces'],
  ['a few words', 'violet harbour 7 lanterns', 'accepted'],
  ['words beside the product’s name', 'parley violet harbour', 'accepted'],
  ['doubled letters', 'bookkeep', 'accepted'],
  ['random characters', 'q7Rm2xVw', 'accepted'],
  ['another script', 'лиловая гавань семь', 'accepted'],
])('a password of the kind “%s”, %s: %s', (_, password, expected) => {
  expect([password, outcome(password)]).toEqual([password, expected]);
});
