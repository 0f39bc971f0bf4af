import type { Quota } from '#contract/usage';

/** What is left of the day, as it was told last; or when a message was refused because nothing is. */
export type QuotaState = Quota | { readonly refusedAt: number } | undefined;
