/**
 * Group of the user pool whose members may use the operators' console and change any user's subscription
 * (docs/architecture.md 5).
 */
export const ADMINS = 'admins';
