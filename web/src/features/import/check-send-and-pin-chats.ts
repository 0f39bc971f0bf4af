import { setChatPinned } from '#contract/chats';
import { AppError } from '#contract/error-codes';
import { checkImport, type ImportOutcome, importChats } from '#contract/import';
import { IMPORT } from '#contract/limits';
import { callApi } from '../../lib/api-client.ts';
import { tabStorage } from '../../lib/browser-storage.ts';
import { UNFINISHED_IMPORT_KEY } from '../../lib/personal-data-storage.ts';
import { batchesOf } from './import-worker-client.ts';

/** The server's functions end after 29 seconds at most (`INTEGRATION_TIMEOUT`). */
const REQUEST_MS = 40_000;
const TRIES = 4;
/** Base of the pauses before retries, which are 1, 2 and 4 seconds. */
const PAUSE_MS = 500;

export interface Checked {
  /** Ids of the checked chats that the account has completely. */
  readonly there: ReadonlySet<string>;
  /** Messages per UTC day. 0 in a plan without imports. */
  readonly perDay: number;
  readonly left: number;
}

/** Asks the server which of the chats the account has, and how many messages may be imported today. */
export async function check(chatIds: readonly string[], signal: AbortSignal): Promise<Checked> {
  const there = new Set<string>();
  let limits = { perDay: 0, left: 0 };
  for (let i = 0; i === 0 || i < chatIds.length; i += IMPORT.checkedMax) {
    const body = { chatIds: chatIds.slice(i, i + IMPORT.checkedMax) };
    const { there: found, ...rest } = await tried(
      () => callApi(checkImport, { body, signal: timed(signal) }),
      signal,
    );
    for (const chatId of found) there.add(chatId);
    limits = rest;
  }
  return { there, ...limits };
}

/** Begins with UNFINISHED_IMPORT_KEY, so that a logout removes it. */
const TO_PIN_KEY = `${UNFINISHED_IMPORT_KEY}:pins`;

/** Returns ids of the chats that an import in this tab has still to pin. They survive a reload. */
export const readChatsToPin = (): Set<string> =>
  new Set((tabStorage.get(TO_PIN_KEY) ?? '').split(' ').filter((chatId) => chatId !== ''));

const keepChatsToPin = (toPin: ReadonlySet<string>): void =>
  toPin.size > 0 ? tabStorage.set(TO_PIN_KEY, [...toPin].join(' ')) : tabStorage.remove(TO_PIN_KEY);

export interface Sending {
  readonly file: File;
  readonly skip: ReadonlySet<string>;
  /**
   * Ids of pinned chats of the file that the server may not have pinned yet. `sendChats` adds to this set, and the
   * caller passes the same set when a paused import continues.
   */
  readonly toPin: Set<string>;
  readonly signal: AbortSignal;
  readonly onOutcome: (chatId: string, outcome: ImportOutcome) => void;
}

/**
 * Sends the chats of a file, except those in `skip`, and pins each sent chat that is pinned in the file. Pins a chat in
 * `skip` only if `toPin` has it. Sends all chats before it throws the error of a chat that could not be pinned.
 * @throws ImportFailure for a file that cannot be read, the reason of `signal` when it is aborted, or the error of a
 * failed request
 */
export async function sendChats({ file, skip, toPin, signal, onOutcome }: Sending): Promise<void> {
  let failure = await pinStored(skip, toPin, signal);
  for await (const batch of batchesOf(file, skip, signal)) {
    for (const chatId of batch.pinned) toPin.add(chatId);
    keepChatsToPin(toPin);
    const body = { chats: batch.chats };
    const { chats } = await tried(() => callApi(importChats, { body, signal: timed(signal) }), signal);
    for (const { chatId, outcome } of chats) onOutcome(chatId, outcome);
    failure = (await pin(batch.pinned, toPin, signal)) ?? failure;
  }
  if (failure) throw failure;
}

/** Pins the chats of `toPin` that an interrupted import stored, but did not pin. Returns an error as `pin` does. */
export const pinStored = (
  stored: ReadonlySet<string>,
  toPin: Set<string>,
  signal: AbortSignal,
): Promise<AppError | undefined> =>
  pin(
    [...toPin].filter((chatId) => stored.has(chatId)),
    toPin,
    signal,
  );

/**
 * Pins chats, and takes them out of `toPin`. Ignores a refusal, for example when no more chats can be pinned. After a
 * temporary failure, the chat stays in `toPin`. Returns the error of the last temporary failure.
 * @throws the reason of `signal` when it is aborted, or the error of `fetch` when the server cannot be reached
 */
async function pin(
  chatIds: readonly string[],
  toPin: Set<string>,
  signal: AbortSignal,
): Promise<AppError | undefined> {
  let failure: AppError | undefined;
  for (const chatId of chatIds) {
    const body = { pinned: true };
    try {
      await tried(() => callApi(setChatPinned, { params: { chatId }, body, signal: timed(signal) }), signal);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (PASSING.includes(error.code)) {
        failure = error;
        continue;
      }
    }
    toPin.delete(chatId);
    keepChatsToPin(toPin);
  }
  return failure;
}

const timed = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);

/** Codes of errors after which the same request can succeed. */
const PASSING = ['internal', 'too_many_requests'];

/** Repeats a request after a temporary failure. The server neither stores nor pins anything twice. */
async function tried<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const mayPass = !(error instanceof AppError) || PASSING.includes(error.code);
      if (!mayPass || n === TRIES || !navigator.onLine) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * 2 ** n));
    signal.throwIfAborted();
  }
}
