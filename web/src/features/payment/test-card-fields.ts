/** Formats and checks the card fields of the payment page's test mode. Nothing of a card is sent or stored. */

export interface TestCard {
  readonly holder: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export const NO_CARD: TestCard = { holder: '', number: '', expiry: '', cvc: '' };

const digits = (typed: string, most: number): string => typed.replaceAll(/\D/g, '').slice(0, most);

/** Digits of the longest card numbers (ISO/IEC 7812). */
const NUMBER_DIGITS = 19;
export const asNumber = (typed: string): string => digits(typed, NUMBER_DIGITS);
export const asCvc = (typed: string): string => digits(typed, 4);

export function asExpiry(typed: string): string {
  const all = digits(typed, 4);
  return all.length > 2 ? `${all.slice(0, 2)}/${all.slice(2)}` : all;
}

const TEST_CARD = { numberMinLength: 16, expiryMinLength: 5, cvcMinLength: 3 };

/** Rule for enabling the submit button (docs/spec.md 5). */
export const isComplete = ({ holder, number, expiry, cvc }: TestCard): boolean =>
  holder.trim() !== '' &&
  number.length >= TEST_CARD.numberMinLength &&
  expiry.length >= TEST_CARD.expiryMinLength &&
  cvc.length >= TEST_CARD.cvcMinLength;
