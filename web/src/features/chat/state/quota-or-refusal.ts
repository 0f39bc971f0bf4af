import type { Quota } from '#contract/entities';

/**
 * Latest quota from the server, or the time in Unix milliseconds of a refusal because the quota is used up. Undefined
 * if neither is known.
 */
export type QuotaState = Quota | { readonly refusedAt: number } | undefined;
