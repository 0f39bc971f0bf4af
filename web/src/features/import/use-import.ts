import { useEffect, useRef, useState } from 'react';
import { AppError } from '#contract/error-codes';
import { tabStorage } from '../../lib/browser-storage.ts';
import { UNFINISHED_IMPORT_KEY } from '../../lib/personal-data-storage.ts';
import {
  type Checked,
  check,
  pinStored,
  readChatsToPin,
  type Sending,
  sendChats,
} from './check-send-and-pin-chats.ts';
import type { Look } from './import.worker.ts';
import { lookInto } from './import-worker-client.ts';
import { ImportFailure, type ImportProblem } from './read/import-failure.ts';

export type PauseReason = 'user' | 'offline' | 'limit' | 'failed';

/**
 * `restored`: chats that the user had deleted within the last day, and that the import has brought back. `chats` does
 * not count these. `leaving`: chats that are not imported, because the server is still removing an earlier copy.
 */
export interface Done {
  readonly chats: number;
  readonly messages: number;
  readonly restored: number;
  readonly leaving: number;
}

interface Found {
  readonly file: File;
  readonly look: Look;
  readonly checked: Checked;
}

/**
 * `unchecked`: the server could not be asked which chats the account has. `found`: the server has told which of the
 * file's chats the account has, and how many messages may be imported today.
 */
export type ImportState =
  | { readonly kind: 'idle'; readonly unfinished?: string | undefined }
  | { readonly kind: 'refused'; readonly problem: ImportProblem }
  | { readonly kind: 'looking'; readonly share: number }
  | { readonly kind: 'unchecked' }
  | ({ readonly kind: 'found' } & Found)
  | ({ readonly kind: 'importing' | 'done'; readonly done: Done } & Found)
  | ({ readonly kind: 'paused'; readonly done: Done; readonly reason: PauseReason } & Found);

const NONE: Done = { chats: 0, messages: 0, restored: 0, leaving: 0 };

const idle = (): ImportState => ({
  kind: 'idle',
  unfinished: tabStorage.get(UNFINISHED_IMPORT_KEY) ?? undefined,
});

/** Returns the state of an import, and the actions on it. The import stops when the user leaves the page. */
export function useImport() {
  const [state, setState] = useState(idle);
  const running = useRef<AbortController>(null);
  const chosen = useRef<File>(null);
  const [toPin] = useState(readChatsToPin);
  const restored = useRef(new Set<string>());
  useEffect(() => () => running.current?.abort(), []);

  const begin = (): AbortSignal => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const choose = async (file: File): Promise<void> => {
    const signal = begin();
    chosen.current = file;
    const show = (next: ImportState) => {
      if (!signal.aborted) setState(next);
    };
    show({ kind: 'looking', share: 0 });
    try {
      const look = await lookInto(file, { signal, onShare: (share) => show({ kind: 'looking', share }) });
      // The web worker limits how often it reports progress, so the report of 1 may be missing.
      show({ kind: 'looking', share: 1 });
      const checked = await check(
        look.sizes.map(({ chatId }) => chatId),
        signal,
      );
      // An earlier import of this file may have stopped after it stored chats, but before it pinned them. Pins these
      // chats now.
      const failure = await pinStored(checked.there, toPin, signal);
      const isAllThere = look.sizes.every(({ chatId }) => checked.there.has(chatId));
      if (isAllThere && !failure && tabStorage.get(UNFINISHED_IMPORT_KEY) === file.name)
        tabStorage.remove(UNFINISHED_IMPORT_KEY);
      show({ kind: 'found', file, look, checked });
    } catch (error) {
      show(
        error instanceof ImportFailure ? { kind: 'refused', problem: error.problem } : { kind: 'unchecked' },
      );
    }
  };
  const start = async (found: Found, before: Done = NONE): Promise<void> => {
    const signal = begin();
    await run({ ...found, toPin, restored: restored.current }, before, signal, (next) => {
      // An aborted run must not overwrite the state that `pause`, `cancel` or `choose` has set.
      if (!signal.aborted) setState(next);
    });
  };
  return {
    state,
    choose: (file: File) => void choose(file),
    again: () => chosen.current && void choose(chosen.current),
    start: (found: Found, before?: Done) => void start(found, before),
    cancel: () => {
      running.current?.abort();
      setState(idle());
    },
    pause: () => {
      running.current?.abort();
      setState((now) => (now.kind === 'importing' ? { ...now, kind: 'paused', reason: 'user' } : now));
    },
  };
}

interface Run extends Found, Pick<Sending, 'toPin'> {
  /** Ids of the chats that this import has restored, also before a pause. */
  readonly restored: Set<string>;
}

async function run(
  { file, look, checked, toPin, restored }: Run,
  before: Done,
  signal: AbortSignal,
  show: (state: ImportState) => void,
): Promise<void> {
  const messages = new Map(look.sizes.map((size) => [size.chatId, size.messages]));
  const found = { file, look, checked };
  let done = before;
  tabStorage.set(UNFINISHED_IMPORT_KEY, file.name);
  show({ kind: 'importing', done, ...found });
  try {
    // Asks the server again: before a pause, a request may have stored chats although its response did not arrive.
    const { there } = await check([...messages.keys()], signal);
    const stored = [...there].filter((chatId) => !checked.there.has(chatId));
    const storedMessages = stored.reduce((sum, chatId) => sum + (messages.get(chatId) ?? 0), 0);
    // Counts the chats stored since the user chose the file. `onOutcome` counts the chats sent below.
    const chats = stored.filter((chatId) => !restored.has(chatId)).length;
    done = { chats, messages: storedMessages, restored: stored.length - chats, leaving: 0 };
    const counted = new Set<string>();
    await sendChats({
      ...{ file, signal, toPin, skip: there },
      onOutcome(chatId, outcome) {
        // Each part of a long chat has an outcome, but the chat is counted once.
        if (outcome === 'started' || counted.has(chatId)) return;
        counted.add(chatId);
        if (outcome === 'restored') restored.add(chatId);
        // Outcome `there`: the chat was stored after the call of `check` above. Either another import stored the chat,
        // or an earlier attempt of the same request did, but the response of the earlier attempt was lost. In both
        // cases, the chat counts as new.
        const isNew = outcome === 'imported' || outcome === 'there';
        done = {
          chats: done.chats + Number(isNew),
          messages: done.messages + (isNew || outcome === 'restored' ? (messages.get(chatId) ?? 0) : 0),
          restored: done.restored + Number(outcome === 'restored'),
          leaving: done.leaving + Number(outcome === 'leaving'),
        };
        show({ kind: 'importing', done, ...found });
      },
    });
    tabStorage.remove(UNFINISHED_IMPORT_KEY);
    show({ kind: 'done', done, ...found });
  } catch (error) {
    if (!signal.aborted && !(error instanceof AppError) && navigator.onLine)
      console.warn('Import interrupted', error);
    show({ kind: 'paused', reason: reasonOf(error), done, ...found });
  }
}

function reasonOf(error: unknown): PauseReason {
  if (error instanceof AppError && error.code === 'import_limit_reached') return 'limit';
  return navigator.onLine ? 'failed' : 'offline';
}
