import type { Quota } from '#contract/usage';

/** What is left of the day, as it was told last; `spent`: a message was refused for it. */
export type QuotaState = Quota | 'spent' | undefined;
