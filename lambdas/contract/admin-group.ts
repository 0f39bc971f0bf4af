/**
 * Group of the user pool whose members may act for any user (docs/architecture.md 5). An ID token names the groups of
 * its user.
 */
export const ADMINS = 'admins';
