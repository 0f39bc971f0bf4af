import { AppError } from '#contract/errors';
import { getAvailableModels, getSubscriptionStatus } from '#contract/subscription';
import { getUsage, type Usage } from '#contract/usage';
import { callApi } from '../../../lib/http.ts';
import { loadSiteConfig } from '../../../lib/site-config.ts';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import { usageCopy } from '../copy.ts';

/** Offer to the viewer. `none`: there is nothing to subscribe to here, or the plan could not be read. */
export type Offer = 'none' | 'premium' | 'yearly';

export interface UsageReportState {
  readonly usage: Usage | undefined;
  /** Why it could not be read. */
  readonly failure: string | undefined;
  /** Undefined until it is known. */
  readonly offer: Offer | undefined;
  /** Names of the models, by id. Undefined until they are known, or known not to be. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/** One's own usage, and what belongs to it: the plan where analytics are not part of it, else the models' names. */
export class UsageReport {
  readonly state: ReadStore<UsageReportState>;
  private readonly store = createStore<UsageReportState>({
    usage: undefined,
    failure: undefined,
    offer: undefined,
    names: undefined,
  });
  private readonly email: string;
  private loading: Promise<void> | undefined;

  constructor(email: string) {
    this.email = email;
    this.state = this.store;
  }

  /** Reads it, or reads it again: what was read before stays until then. One at a time. */
  load = (): Promise<void> => {
    this.loading ??= this.read().finally(() => {
      this.loading = undefined;
    });
    return this.loading;
  };

  private async read(): Promise<void> {
    try {
      const usage = await callApi(getUsage, {
        query: { userEmail: this.email },
      });
      this.update({ usage, failure: undefined });
      if (usage.analytics) this.update({ names: this.store.get().names ?? (await readNames(this.email)) });
      else this.update({ offer: await readOffer(this.email) });
    } catch (error) {
      this.update({ failure: explain(error) });
    }
  }

  private update(change: Partial<UsageReportState>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}

/** A model that is offered no more keeps its id. So do all where the names could not be read. */
async function readNames(email: string): Promise<ReadonlyMap<string, string>> {
  try {
    const { details } = await callApi(getAvailableModels, {
      params: { email },
    });
    return new Map(details.map(({ id, displayName }) => [id, displayName]));
  } catch {
    return new Map();
  }
}

async function readOffer(email: string): Promise<Offer> {
  try {
    if ((await loadSiteConfig()).payments === 'off') return 'none';
    const { subscription } = await callApi(getSubscriptionStatus, {
      params: { email },
    });
    return subscription.tier === 'paid' && subscription.active ? 'yearly' : 'premium';
  } catch {
    return 'none';
  }
}

function explain(error: unknown): string {
  if (error instanceof AppError && error.words !== undefined) return error.words;
  return navigator.onLine ? usageCopy.failed : usageCopy.offline;
}
