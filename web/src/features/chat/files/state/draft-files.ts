import * as z from 'zod/mini';
import { type FileInfo, fileInfo, fileKind } from '#contract/entities';
import { draftStorage, NEW_CHAT } from '../../../../lib/draft-storage.ts';
import { createStore, type ReadStore } from '../../../../lib/observable-store.ts';
import { storedIdentity } from '../../../../lib/personal-data-storage.ts';
import type { Viewer } from '../../../../lib/session/session-state.ts';
import { fileDraftCopy } from '../early-files-copy.ts';

const storedFile = z.object({
  fileId: z.string(),
  name: z.string(),
  kind: fileKind,
  bytes: z.number(),
  /** `data:` address of a small version of a picture. */
  thumbnail: z.optional(z.string()),
  info: z.optional(fileInfo),
});
const storedFiles = z.array(storedFile);

export interface DraftFile extends z.infer<typeof storedFile> {
  readonly phase: 'preparing' | 'uploading' | 'registering' | 'ready' | 'failed';
  /** Uploaded part of the file, from 0 to 1. */
  readonly share: number;
  readonly isOffline?: boolean;
  readonly problem?: string | undefined;
  readonly canRetry?: boolean | undefined;
}

export interface DraftState {
  readonly files: readonly DraftFile[];
  readonly notices: readonly string[];
  readonly isChecking: boolean;
  /** Tokens that the plan allows for all files of a message. Undefined when unknown. */
  readonly tokensMax?: number | undefined;
}

const EMPTY: DraftState = { files: [], notices: [], isChecking: false };
export const NO_FILES: ReadStore<DraftState> = createStore(EMPTY);

const storageKey = (chatId: string): string => `files:${chatId}`;

/**
 * Files of a chat's message that is not sent yet. Kept in the tab's storage: after a reload, unfinished uploads are
 * shown as failed.
 */
export class FileDraft {
  readonly state: ReadStore<DraftState>;
  readonly #store;
  #chatId: string;

  constructor(chatId: string) {
    this.#chatId = chatId;
    this.#store = createStore<DraftState>({ ...EMPTY, files: read(chatId) });
    this.state = this.#store;
  }

  get ready(): readonly FileInfo[] {
    return this.#store.get().files.flatMap(({ phase, info }) => (phase === 'ready' && info ? [info] : []));
  }

  find(fileId: string): DraftFile | undefined {
    return this.#store.get().files.find((file) => file.fileId === fileId);
  }

  update(change: Partial<DraftState>): void {
    this.#store.set({ ...this.#store.get(), ...change });
    if (change.files) this.#keep();
  }

  /** Changes a file, unless it was removed meanwhile. */
  change(fileId: string, change: Partial<DraftFile>): void {
    const files = this.#store
      .get()
      .files.map((file) => (file.fileId === fileId ? { ...file, ...change } : file));
    this.#store.set({ ...this.#store.get(), files });
    if (change.phase) this.#keep();
  }

  remove(fileId: string): void {
    this.update({ files: this.#store.get().files.filter((file) => file.fileId !== fileId) });
  }

  clear(): void {
    this.update({ files: [], notices: [] });
  }

  moveTo(chatId: string): void {
    draftStorage.set(storageKey(this.#chatId), '');
    this.#chatId = chatId;
    this.#keep();
  }

  #keep(): void {
    const { files } = this.#store.get();
    const stored = files.map(({ fileId, name, kind, bytes, thumbnail, info }) => ({
      ...{ fileId, name, kind, bytes, thumbnail, info },
    }));
    // An upload may end between the logout and the unloading of the page. Then the file's name must not be stored.
    const isKept = files.length > 0 && storedIdentity.get('userEmail') !== null;
    draftStorage.set(storageKey(this.#chatId), isKept ? JSON.stringify(stored) : '');
  }
}

function read(chatId: string): readonly DraftFile[] {
  const stored = draftStorage.get(storageKey(chatId));
  if (stored === '') return [];
  try {
    return storedFiles
      .parse(JSON.parse(stored))
      .map((file) =>
        file.info
          ? { ...file, phase: 'ready', share: 1 }
          : { ...file, phase: 'failed', share: 0, problem: fileDraftCopy.interrupted },
      );
  } catch {
    return [];
  }
}

/** Drafts of all chats of a user. An upload continues while another chat or page is open. */
export class FileDrafts {
  readonly #drafts = new Map<string, FileDraft>();

  of(chatId: string): FileDraft {
    const draft = this.#drafts.get(chatId) ?? new FileDraft(chatId);
    this.#drafts.set(chatId, draft);
    return draft;
  }

  /** Gives the created chat the files that were added while the chat was being created. */
  moveToCreated(chatId: string): void {
    const draft = this.of(NEW_CHAT);
    this.#drafts.delete(NEW_CHAT);
    this.#drafts.set(chatId, draft);
    draft.moveTo(chatId);
  }
}

const draftsOfViewers = new WeakMap<Viewer, FileDrafts>();

export function fileDraftsOf(viewer: Viewer): FileDrafts {
  const drafts = draftsOfViewers.get(viewer) ?? new FileDrafts();
  draftsOfViewers.set(viewer, drafts);
  return drafts;
}

export const hasContent = ({ files, notices, isChecking }: DraftState): boolean =>
  files.length > 0 || notices.length > 0 || isChecking;

/** Returns a text that tells the user why the draft cannot be sent yet; undefined if it can be sent. */
export function whyNotSendable({ files, isChecking, tokensMax = Infinity }: DraftState): string | undefined {
  if (files.some(({ phase }) => phase === 'failed')) return fileDraftCopy.resolveFirst;
  if (isChecking || files.some(({ phase }) => phase !== 'ready')) return fileDraftCopy.stillUploading;
  const tokens = files.reduce((sum, { info }) => sum + (info?.tokens ?? 0), 0);
  return tokens > tokensMax ? fileDraftCopy.tooLong : undefined;
}
