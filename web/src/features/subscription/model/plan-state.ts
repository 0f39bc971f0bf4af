import type { Subscription } from '#contract/entities';

/** True when the plan opens what Premium opens, as the server says. */
export const isPremium = ({ tier, active }: Subscription): boolean => tier === 'paid' && active;

/** The same address, as far as a client can tell; the server says for certain. */
export const isSameEmail = (one: string, other: string): boolean =>
  one.trim().normalize('NFC').toLowerCase() === other.trim().normalize('NFC').toLowerCase();
