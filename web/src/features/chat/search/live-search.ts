import type { SearchResult } from '#contract/entities';
import { AppError } from '#contract/error-codes';
import { createStore, type ReadStore } from '../../../lib/observable-store.ts';
import { groupResults, type Results } from './group-results.ts';

interface SearchState {
  readonly isSearching: boolean;
  readonly results: Results | undefined;
}

type Search = (query: string, signal: AbortSignal) => Promise<SearchResult>;

export const PAUSE_MS = 150;

const NOTHING: SearchState = { isSearching: false, results: undefined };

/** Searches while the user types. New input aborts the previous request, whose late response is ignored. */
export class LiveSearch {
  readonly state: ReadStore<SearchState>;
  readonly #store = createStore<SearchState>(NOTHING);
  readonly #search: Search;
  #query = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request = new AbortController();

  constructor(search: Search) {
    this.#search = search;
    this.state = this.#store;
  }

  /** Plans a search if the input has changed. Blank input clears the results without a request (docs/spec.md 5). */
  type(input: string): void {
    const query = input.trim();
    if (query === this.#query) return;
    this.stop();
    this.#query = query;
    if (query === '') {
      this.#store.set(NOTHING);
      return;
    }
    this.#store.set({ ...this.#store.get(), isSearching: true });
    this.#timer = setTimeout(() => void this.#ask(query), PAUSE_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#request.abort();
  }

  async #ask(query: string): Promise<void> {
    this.#request = new AbortController();
    const { signal } = this.#request;
    try {
      const results = groupResults(await this.#search(query, signal));
      if (!signal.aborted) this.#store.set({ isSearching: false, results });
    } catch (error) {
      if (signal.aborted) return;
      // A failure is only logged (docs/spec.md 8.2). The query is private, so it is not logged.
      console.warn('The search failed', error instanceof AppError ? error.code : '');
      this.#query = '';
      this.#store.set(NOTHING);
    }
  }
}
