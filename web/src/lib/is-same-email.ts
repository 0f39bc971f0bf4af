/**
 * Compares e-mail addresses. Ignores case, outer spaces and Unicode composition. No permission depends on the result,
 * because the server checks each request itself.
 */
export const isSameEmail = (one: string, other: string): boolean => normal(one) === normal(other);

const normal = (email: string): string => email.trim().normalize('NFC').toLowerCase();
