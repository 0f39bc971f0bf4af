/**
 * Compares e-mail addresses. Ignores case, surrounding spaces, and in which of Unicode's forms a letter is written. The
 * result decides only what is shown, because the server makes its own comparison.
 */
export const isSameEmail = (one: string, other: string): boolean => normal(one) === normal(other);

const normal = (email: string): string => email.trim().normalize('NFC').toLowerCase();
