/**
 * Group of the user pool whose members may use the operators' console and change any user's subscription
 * (docs/architecture.md 5). An ID token names the groups of its user.
 */
export const ADMINS = 'admins';
