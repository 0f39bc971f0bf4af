import { createStore, type ReadStore } from '../../../lib/store.ts';
import { explain } from './explain.ts';

export interface Page<T> {
  readonly rows: readonly T[];
  readonly nextCursor?: string | undefined;
}

export interface PagedListState<T> {
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly rows: readonly T[];
  readonly nextCursor: string | undefined;
  readonly isLoadingMore: boolean;
  /** Why the last reading failed, in words for people. */
  readonly error: string | undefined;
}

interface PagedListPorts<T> {
  readonly readPage: (cursor?: string) => Promise<Page<T>>;
  readonly keyOf: (row: T) => string;
}

/** A list of the server's, as far as it has been read. An answer that a newer question overtook is dropped. */
export class PagedList<T> {
  readonly state: ReadStore<PagedListState<T>>;
  private readonly store = createStore<PagedListState<T>>({
    phase: 'loading',
    rows: [],
    nextCursor: undefined,
    isLoadingMore: false,
    error: undefined,
  });
  private readonly ports: PagedListPorts<T>;
  private asked = 0;

  constructor(ports: PagedListPorts<T>) {
    this.ports = ports;
    this.state = this.store;
  }

  /** Reads the first page; what is on screen stays until it is there. */
  async load(): Promise<void> {
    const question = ++this.asked;
    if (this.store.get().phase === 'failed') this.update({ phase: 'loading', error: undefined });
    try {
      let page = await this.ports.readPage();
      // A page of a search may have found nothing, and yet not be the last.
      while (page.rows.length === 0 && page.nextCursor !== undefined && question === this.asked)
        page = await this.ports.readPage(page.nextCursor);
      const { rows, nextCursor } = page;
      if (question !== this.asked) return;
      this.update({ phase: 'ready', rows, nextCursor, isLoadingMore: false, error: undefined });
    } catch (error) {
      if (question !== this.asked) return;
      const phase = this.store.get().phase === 'ready' ? 'ready' : 'failed';
      this.update({ phase, error: explain(error), isLoadingMore: false });
    }
  }

  /** Reads the page after the last row known, if there is one and it is not on its way. Resolves with its rows. */
  async loadMore(): Promise<readonly T[]> {
    const { nextCursor, isLoadingMore } = this.store.get();
    if (nextCursor === undefined || isLoadingMore) return [];
    const question = ++this.asked;
    this.update({ isLoadingMore: true, error: undefined });
    try {
      const page = await this.ports.readPage(nextCursor);
      if (question !== this.asked) return [];
      const known = new Set(this.store.get().rows.map(this.ports.keyOf));
      const added = page.rows.filter((row) => !known.has(this.ports.keyOf(row)));
      const rows = [...this.store.get().rows, ...added];
      this.update({ rows, nextCursor: page.nextCursor, isLoadingMore: false });
      return added;
    } catch (error) {
      if (question === this.asked) this.update({ isLoadingMore: false, error: explain(error) });
      return [];
    }
  }

  /** Changes each row, or takes it out where `change` returns nothing. */
  change(change: (row: T) => T | undefined): void {
    const rows = this.store.get().rows.flatMap((row) => change(row) ?? []);
    this.update({ rows });
  }

  private update(change: Partial<PagedListState<T>>): void {
    this.store.set({ ...this.store.get(), ...change });
  }
}
