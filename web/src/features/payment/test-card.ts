/** Fields of a test card. They are looked at in the page alone: nothing of them is sent, or kept. */
import { TEST_CARD } from '#contract/limits';

export interface TestCard {
  readonly holder: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export const NO_CARD: TestCard = { holder: '', number: '', expiry: '', cvc: '' };

const digits = (typed: string, most: number): string => typed.replaceAll(/\D/g, '').slice(0, most);

/** Longest card number there is. */
const NUMBER_DIGITS = 19;
export const asNumber = (typed: string): string => digits(typed, NUMBER_DIGITS);
export const asCvc = (typed: string): string => digits(typed, 4);

/** MM/YY, as far as it is typed. */
export function asExpiry(typed: string): string {
  const all = digits(typed, 4);
  return all.length > 2 ? `${all.slice(0, 2)}/${all.slice(2)}` : all;
}

/** Tells whether the submit button is enabled (docs/spec.md 5). */
export const isComplete = ({ holder, number, expiry, cvc }: TestCard): boolean =>
  holder.trim() !== '' &&
  number.length >= TEST_CARD.numberMinLength &&
  expiry.length >= TEST_CARD.expiryMinLength &&
  cvc.length >= TEST_CARD.cvcMinLength;
