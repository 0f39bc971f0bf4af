import { useEffect } from 'react';
import type { ModelDetails } from '#contract/subscription';
import { loadWhenIdle } from '../../../components/on-demand.tsx';
import { createStore, type ReadStore } from '../../../lib/store.ts';
import { getModels } from '../api/plan.ts';

export interface CatalogueState {
  /** `failed`: nothing is known. What was known once stays known. */
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly models: readonly ModelDetails[];
}

type Read = (email: string) => Promise<readonly ModelDetails[]>;

/** The models as the user's plan opens them, as they were read last. */
export class Catalogue {
  readonly state: ReadStore<CatalogueState>;
  readonly #store = createStore<CatalogueState>({ phase: 'loading', models: [] });
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
   * Reads them again: the plan may have changed, in another tab too. A read that is under way may have begun before the
   * change, so one more follows it.
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
    const { phase, models } = this.#store.get();
    if (phase === 'failed') this.#store.set({ phase: 'loading', models });
    try {
      this.#store.set({ phase: 'ready', models: await this.#read(this.#email) });
    } catch {
      if (phase !== 'ready') this.#store.set({ phase: 'failed', models });
    }
  }
}

const catalogues = new Map<string, Catalogue>();

/** The user's catalogue: one for the page, whichever chat is open. */
export function catalogueOf(email: string): Catalogue {
  const known = catalogues.get(email) ?? new Catalogue(email);
  catalogues.set(email, known);
  return known;
}

/** Reads the catalogue when the browser is idle, and again when the user comes back to the page. */
export function useFreshCatalogue(catalogue: Catalogue): void {
  useEffect(() => {
    const refresh = () => catalogue.refresh();
    if (catalogue.state.get().phase !== 'ready') loadWhenIdle(refresh);
    const onFocus = () => void refresh();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [catalogue]);
}
