/**
 * Copies of the user's list of chats and of the last opened chats, in this browser's IndexedDB
 * (docs/decisions/0130-chats-are-kept-in-the-browser.md). Nothing is kept if IndexedDB is denied or full, or hangs.
 */
import { createStore, promisifyRequest } from 'idb-keyval';
import type { Chat, Message, Project } from '#contract/entities';
import { browserStorage } from './browser-storage.ts';
import { KEPT_OWNER_KEY, storedIdentity } from './personal-data-storage.ts';
import type { Viewer } from './session/session-state.ts';

/** Newest messages of a chat, oldest first. `olderThan` is the `before` of the query for the next older page. */
export interface KeptPage {
  readonly messages: readonly Message[];
  readonly olderThan: number | undefined;
}

/** Pinned chats, the newest page of all other chats, and the projects. */
export interface KeptList {
  readonly chats: readonly Chat[];
  readonly projects: readonly Project[];
  readonly nextCursor: string | undefined;
}

export interface OpenedChat {
  readonly chatId: string;
  /** Time when the page was kept last, in milliseconds since the epoch. */
  readonly at: number;
  /** Length of the page as JSON, in UTF-16 units. */
  readonly size: number;
}

/** Fields of every record. A record of another owner or shape counts as absent. */
interface Owned {
  readonly owner: string;
  /** Version of the records' format: SHAPE when the record was written. */
  readonly shape: number;
}

/** Record at LIST_KEY. The page of each opened chat is a record of its own, at the chat's id. */
export type ListRecord = Owned & KeptList & { readonly opened: readonly OpenedChat[] };
export type PageRecord = Owned & KeptPage;

export const SHAPE = 1;
export const LIST_KEY = 'list';
/**
 * Storage key of the setting that switches the copies off. The setting outlives a logout and the account's deletion, so
 * that a shared computer stays without chats.
 */
export const KEEPS_CHATS_KEY = 'keepChats';
/** Longest wait for the erasure, in milliseconds. A logout waits for the erasure. */
const ERASE_MS = 1_000;

export const settled = promisifyRequest;
const store = createStore('kept-chats', 'records');

/** @throws if the browser denies IndexedDB, or the transaction fails */
export const inTransaction = async <T>(
  mode: IDBTransactionMode,
  use: (records: IDBObjectStore) => Promise<T>,
): Promise<T> => store(mode, use);

export const keepsChats = (): boolean => browserStorage.get(KEEPS_CHATS_KEY) !== 'off';

export async function setKeepsChats(keeps: boolean): Promise<void> {
  if (keeps) browserStorage.remove(KEEPS_CHATS_KEY);
  else {
    browserStorage.set(KEEPS_CHATS_KEY, 'off');
    await eraseKeptChats();
  }
}

/**
 * Returns false if the user has switched the copies off. Also returns false after another tab has logged out or signed
 * in another user. The other tab has then removed or replaced `userEmail` in localStorage, which all tabs share.
 */
export const mayKeep = ({ email }: Viewer): boolean =>
  keepsChats() && storedIdentity.get('userEmail') === email;

export const owned = <T extends Owned>(record: T | undefined, owner: string): T | undefined =>
  record?.owner === owner && record.shape === SHAPE ? record : undefined;

export interface KeptChats {
  readonly list: () => Promise<KeptList | undefined>;
  readonly page: (chatId: string) => Promise<KeptPage | undefined>;
}

export function keptChatsOf(viewer: Viewer): KeptChats {
  const read = async <T extends Owned>(key: string): Promise<T | undefined> => {
    if (browserStorage.get(KEPT_OWNER_KEY) !== viewer.owner || !mayKeep(viewer)) return undefined;
    const early = readAhead?.key === key ? readAhead.record : undefined;
    if (early) readAhead = undefined;
    // The fields need no check: only `keep-chats.ts` writes records, and `owned` refuses other formats.
    const record = (await (early ?? readRecord(key))) as T | undefined;
    return owned(record, viewer.owner);
  };
  return {
    list: () => read<ListRecord>(LIST_KEY).catch(() => undefined),
    page: (chatId) => read<PageRecord>(chatId).catch(() => undefined),
  };
}

const readRecord = (key: string): Promise<unknown> =>
  inTransaction('readonly', (records) => settled<unknown>(records.get(key)));

/** Record that is read before the user is known. The first read of its key uses this record. */
let readAhead: { readonly key: string; readonly record: Promise<unknown> } | undefined;

/** Starts to read a chat's page or the list, so that the first read need not wait for the database to open. */
export function openKeptChats(chatId = LIST_KEY): void {
  if (browserStorage.get(KEPT_OWNER_KEY) === null) return;
  const record = readRecord(chatId);
  // Prevents an unhandled rejection. The first read handles a failure.
  record.catch(() => undefined);
  readAhead = { key: chatId, record };
}

/**
 * Erases all kept chats. Never rejects. Resolves after at most ERASE_MS, even if the erasure has not ended. Removes
 * KEPT_OWNER_KEY from localStorage only after the erasure has succeeded. While KEPT_OWNER_KEY is stored, the site calls
 * this function again at each start without a user or with another user.
 */
export function eraseKeptChats(): Promise<void> {
  const erased = inTransaction('readwrite', (records) => {
    records.clear();
    return settled(records.transaction);
  }).then(
    () => browserStorage.remove(KEPT_OWNER_KEY),
    () => undefined,
  );
  return Promise.race([erased, new Promise<void>((resolve) => setTimeout(resolve, ERASE_MS))]);
}
