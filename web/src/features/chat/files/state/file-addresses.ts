/** Addresses from which files can be read for a few minutes. */
import { FILE_ADDRESSES_MAX } from '#contract/files';
import { createStore, type ReadStore, type Store } from '../../../../lib/observable-store.ts';
import { getFileAddresses } from '../../api/files.ts';

/**
 * `gone`: the user does not have the file any more. `failed`: the request failed, and the next call of `want` asks
 * again. `expiresAt` is in Unix milliseconds.
 */
export type FileAddress =
  | { readonly phase: 'loading' | 'gone' | 'failed' }
  | { readonly phase: 'ready'; readonly address: string; readonly expiresAt: number };

const MARGIN_MS = 30_000;
/** Wanted files are collected for this time, so that a page of messages makes one request. */
const COLLECT_MS = 20;

type Read = typeof getFileAddresses;

export class FileAddresses {
  readonly #read: Read;
  readonly #known = new Map<string, Store<FileAddress>>();
  #wanted: string[] = [];

  constructor(read: Read = getFileAddresses) {
    this.#read = read;
  }

  of(fileId: string): ReadStore<FileAddress> {
    return this.#storeOf(fileId);
  }

  /**
   * Asks for the address, unless a fresh one is known or the file is gone. Sets the answer in the store that `of`
   * returns.
   */
  want(fileId: string): void {
    const state = this.#storeOf(fileId).get();
    const isFresh = state.phase === 'ready' && state.expiresAt - MARGIN_MS > Date.now();
    if (isFresh || state.phase === 'gone' || this.#wanted.includes(fileId)) return;
    if (this.#wanted.length === 0) setTimeout(() => void this.#ask(), COLLECT_MS);
    this.#wanted.push(fileId);
  }

  renew(fileId: string): void {
    this.#storeOf(fileId).set({ phase: 'loading' });
    this.want(fileId);
  }

  remove(fileId: string): void {
    this.#storeOf(fileId).set({ phase: 'gone' });
  }

  async #ask(): Promise<void> {
    const wanted = this.#wanted;
    this.#wanted = [];
    for (let from = 0; from < wanted.length; from += FILE_ADDRESSES_MAX)
      await this.#askFor(wanted.slice(from, from + FILE_ADDRESSES_MAX));
  }

  async #askFor(fileIds: readonly string[]): Promise<void> {
    const answer = await this.#read(fileIds).catch(() => undefined);
    const found = new Map(answer?.addresses.map((given) => [given.fileId, given]));
    for (const fileId of fileIds) {
      const given = found.get(fileId);
      const store = this.#storeOf(fileId);
      // The file was removed after the request was made.
      if (store.get().phase === 'gone') continue;
      if (given)
        store.set({ phase: 'ready', address: given.address, expiresAt: Date.parse(given.expiresAt) });
      // After a failed request, a known address stays, because it may still work.
      else if (answer || store.get().phase === 'loading') store.set({ phase: answer ? 'gone' : 'failed' });
    }
  }

  #storeOf(fileId: string): Store<FileAddress> {
    const store = this.#known.get(fileId) ?? createStore<FileAddress>({ phase: 'loading' });
    this.#known.set(fileId, store);
    return store;
  }
}

export const fileAddresses = new FileAddresses();
