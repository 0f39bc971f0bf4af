import type { Quota } from '#contract/entities';

/**
 * Latest quota from the server, or the time of a refusal because the quota is used up; undefined if neither is known.
 */
export type QuotaState = Quota | { readonly refusedAt: number } | undefined;
