import { useEffect } from 'react';
import type { ModelDetails } from '#contract/available-models';
import type { Effort } from '#contract/entities';
import { loadWhenIdle } from '../../../components/load-on-demand-or-when-idle.tsx';
import { createStore, type ReadStore } from '../../../lib/observable-store.ts';
import { getModels } from '../api/plan-models-and-quota.ts';

interface CatalogueState {
  /** `failed`: the last read failed and none has succeeded. After a success, the phase stays `ready`. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly models: readonly ModelDetails[];
  /** Efforts that the user may choose. The first applies to chats without a choice. Empty until a read succeeds. */
  readonly efforts: readonly Effort[];
  /** Efforts that only Premium has. */
  readonly lockedEfforts?: readonly Effort[] | undefined;
}

type Read = (email: string) => Promise<Pick<CatalogueState, 'models' | 'efforts' | 'lockedEfforts'>>;

/** Cache of the models and of the user's access to them. */
export class Catalogue {
  readonly state: ReadStore<CatalogueState>;
  readonly #store = createStore<CatalogueState>({ phase: 'loading', models: [], efforts: [] });
  readonly #email: string;
  readonly #read: Read;
  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(email: string, read: Read = getModels) {
    this.#email = email;
    this.#read = read;
    this.state = this.#store;
  }

  /**
   * Reads the models again, because the plan may have changed, possibly in another tab. A read in progress may have
   * started before the change, so another read follows it.
   */
  refresh(): Promise<void> {
    if (this.#reading) {
      this.#next ??= this.#reading.then(() => {
        this.#next = undefined;
        return this.refresh();
      });
      return this.#next;
    }
    this.#reading = this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const { phase, ...known } = this.#store.get();
    if (phase === 'failed') this.#store.set({ phase: 'loading', ...known });
    try {
      this.#store.set({ phase: 'ready', ...(await this.#read(this.#email)) });
    } catch {
      if (phase !== 'ready') this.#store.set({ phase: 'failed', ...known });
    }
  }
}

const catalogues = new Map<string, Catalogue>();

export function catalogueOf(email: string): Catalogue {
  const known = catalogues.get(email) ?? new Catalogue(email);
  catalogues.set(email, known);
  return known;
}

export function useFreshCatalogue(catalogue: Catalogue): void {
  useEffect(() => {
    const refresh = () => catalogue.refresh();
    if (catalogue.state.get().phase !== 'ready') loadWhenIdle(refresh);
    const onFocus = () => void refresh();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [catalogue]);
}
