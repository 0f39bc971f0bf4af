/**
 * Compares e-mail addresses without case, surrounding spaces and differences of Unicode's forms. The result decides only
 * what is shown, because the server makes its own comparison.
 */
export const isSameEmail = (one: string, other: string): boolean => normal(one) === normal(other);

const normal = (email: string): string => email.trim().normalize('NFC').toLowerCase();
