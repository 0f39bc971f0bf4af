import { AppError, type ErrorCode } from '#contract/errors';
import type { HistoryPage } from '../../api/chats.ts';
import { chatCopy } from '../../copy.ts';
import { containsIndex, findTurn } from '../turns/turns.ts';
import { isStreaming } from '../turns/view-message.ts';
import type { ConversationState, ConversationStore } from './conversation-state.ts';

/** Reads one page: the newest, the one before an index, or the one after an index. */
export type ReadPage = (before?: number, after?: number) => Promise<HistoryPage>;

/** The server answers these where there is no such chat, or the address holds no chat's id. */
const MISSING: ReadonlySet<ErrorCode> = new Set(['chat_not_found', 'invalid_request']);

type Taken = { readonly restart?: boolean } & Partial<
  Pick<ConversationState, 'phase' | 'olderThan' | 'older' | 'newerThan' | 'newer' | 'windowNumber'>
>;

/** So many messages after the one that is looked for are read along with those before it. */
const AROUND = 20;

/**
 * Reads a chat's stored messages into the conversation, by pages. Mostly its end is on screen; around a message that was
 * looked for it may be another window, detached from the end.
 */
export class HistoryReader {
  readonly #store: ConversationStore;
  readonly #readPage: ReadPage;
  /** Grows with each change to another window: pages that were asked for before belong to the old one. */
  #window = 0;
  #lastSignAt = 0;
  /** Frames were missed, and what they told has not been read yet. */
  #missed = false;
  /** Grows with each frame that changes what is stored: a page that was asked for before may be older. */
  #changes = 0;
  #asked = 0;
  #applied = 0;
  /** The page was hidden since the end of the chat was read: frames may have been lost with none after them to tell. */
  #wasHidden = false;
  #seeking: Promise<void> | undefined;

  constructor(store: ConversationStore, readPage: ReadPage) {
    this.#store = store;
    this.#readPage = async (before, after) => {
      const changes = this.#changes;
      const page = await readPage(before, after);
      if (changes !== this.#changes) this.#missed = true;
      return page;
    };
  }

  /** The chat's end is not on screen. */
  get isDetached(): boolean {
    return this.#store.get().newerThan !== undefined;
  }

  /** Reads the newest page; `failureText` says what to tell when that fails. */
  async load(failureText: string = chatCopy.conversation.historyFailed): Promise<void> {
    if (this.#seeking) return this.#seeking;
    this.#store.update({ phase: 'loading', failure: undefined, isMissing: false });
    try {
      if (this.isDetached) await this.#readEnd();
      else await this.refresh();
      // The socket was opened while the page was on its way: what was told in between is in neither.
      if (this.#missed) void this.catchUp();
    } catch (error) {
      this.#fail(error, failureText);
    }
  }

  /** Reads the newest page again, after frames may have been missed. */
  async refresh(): Promise<void> {
    const number = this.#window;
    const asked = ++this.#asked;
    const { messages: page, olderThan } = await this.#readPage();
    // Answers may overtake each other: an older one tells nothing new.
    if (number !== this.#window || asked < this.#applied) return;
    this.#applied = asked;
    const { phase, turns, windowNumber } = this.#store.get();
    const reaches = containsIndex(turns, page[0]?.messageIndex);
    // Pages that no longer touch would leave a hole: the newest page starts over, with what is still unsent.
    this.#take(page, {
      restart: !reaches && page.length > 0,
      phase: 'ready',
      ...((phase !== 'ready' || !reaches) && { olderThan }),
      ...(phase === 'ready' && !reaches && { windowNumber: windowNumber + 1 }),
    });
    await this.#checkEnds(page);
  }

  /** Notes that something was missed, where frames do not join the page; reads a reply before it that seems to stream still. */
  async #checkEnds(page: HistoryPage['messages']): Promise<void> {
    const { messages } = this.#store.get();
    const end = page.at(-1)?.messageIndex ?? -1;
    const next = messages.find(({ index = -1 }) => index > end);
    if (next && next.index !== end + 1) this.#missed = true;
    const start = page[0]?.messageIndex ?? 0;
    const open = messages.find((message) => isStreaming(message) && (message.index ?? start) < start);
    if (open?.index === undefined) return;
    const older = await this.#readPage(open.index + 1);
    this.#take(older.messages);
  }

  /** Takes in a page, and what it holds of replies that stream. */
  #take(messages: HistoryPage['messages'], { restart = false, ...change }: Taken = {}): void {
    this.#store.dispatch({ type: 'historyLoaded', messages, restart }, change);
    const { turns } = this.#store.get();
    for (const { requestId, status, attempt = 0, content: text } of messages)
      if (status === 'streaming')
        findTurn(turns, requestId)?.reply?.live?.apply({ attempt, offset: 0, text });
  }

  /** Reads the page before the oldest message shown. */
  async loadOlder(): Promise<void> {
    const { olderThan, older } = this.#store.get();
    if (olderThan === undefined || older === 'loading') return;
    const number = this.#window;
    this.#store.update({ older: 'loading' });
    try {
      const page = await this.#readPage(olderThan);
      if (number !== this.#window) return;
      this.#take(page.messages, { olderThan: page.olderThan, older: 'idle' });
    } catch {
      if (number === this.#window) this.#store.update({ older: 'failed' });
    }
  }

  /** Reads the page after the newest message shown, in a detached window. */
  async loadNewer(): Promise<void> {
    const { newerThan, newer } = this.#store.get();
    if (newerThan === undefined || newer === 'loading') return;
    const number = this.#window;
    this.#store.update({ newer: 'loading' });
    try {
      const page = await this.#readPage(undefined, newerThan);
      if (number !== this.#window) return;
      this.#take(page.messages, { newerThan: page.newerThan, newer: 'idle' });
      if (page.newerThan === undefined) this.#store.dispatch({ type: 'endReached' });
    } catch {
      if (number === this.#window) this.#store.update({ newer: 'failed' });
    }
  }

  /** Brings the message at `index` into view, and reads the window of the chat around it where it must. */
  showAround(index: number): Promise<void> {
    const { phase, messages } = this.#store.get();
    const isShown = phase === 'ready' && messages.some((message) => message.index === index);
    if (isShown) {
      this.#store.update({ target: { index, isFound: true } });
      return Promise.resolve();
    }
    const seeking = this.#seek(index).finally(() => {
      if (this.#seeking === seeking) this.#seeking = undefined;
    });
    this.#seeking = seeking;
    return seeking;
  }

  /** Shows the chat's end, if another window of it is on screen. Resolves with whether that could be read. */
  async showLatest(): Promise<boolean> {
    if (!this.isDetached) return true;
    return this.#readEnd().then(
      () => true,
      () => false,
    );
  }

  /** The message that was to be brought into view has been. */
  reachedTarget(): void {
    this.#store.update({ target: undefined });
  }

  /** A frame about this chat has come. */
  noteSign(): void {
    this.#lastSignAt = Date.now();
  }

  /** A frame has told of a message that is stored. */
  noteChange(): void {
    this.#changes += 1;
  }

  /** The page is hidden: a phone stops its timers and its socket, and tells no more than this. */
  noteHidden(): void {
    this.#wasHidden = true;
  }

  /**
   * Reads again where frames are known to be lost, or nothing was heard for `ms` while a reply is awaited or after the page
   * was hidden. To be called every few seconds, and when the page is seen again.
   */
  checkStalled(ms: number): void {
    const { pending, phase } = this.#store.get();
    const isQuiet = Date.now() - this.#lastSignAt > ms;
    const isUnsure = pending || (this.#wasHidden && globalThis.document?.visibilityState !== 'hidden');
    if (phase === 'ready' && (this.#missed || (isQuiet && isUnsure))) void this.catchUp();
  }

  /** Takes in what the end of the chat has become; a part that does not reach it stays as it is. */
  async catchUp(): Promise<void> {
    this.noteSign();
    if (this.isDetached) return;
    // A page that is on its way may be older than what was missed.
    this.#missed = this.#store.get().phase === 'loading' || this.#seeking !== undefined;
    if (this.#missed) return;
    this.#wasHidden = false;
    await this.refresh().catch(() => {
      this.#missed = true;
    });
  }

  async #seek(index: number): Promise<void> {
    const number = ++this.#window;
    try {
      const page = await this.#readPage(index + AROUND + 1);
      if (number !== this.#window) return;
      this.#show(page);
      this.#store.update({ target: { index, isFound: true } });
    } catch (error) {
      if (number === this.#window && this.#store.get().phase !== 'ready') this.#fail(error);
    }
  }

  /** Shows another part of the chat in place of the one on screen. */
  #show({ messages, olderThan, newerThan }: HistoryPage): void {
    const windowNumber = this.#store.get().windowNumber + 1;
    const shown = { phase: 'ready', failure: undefined, windowNumber, olderThan, newerThan } as const;
    const change = { ...shown, older: 'idle', newer: 'idle', target: undefined } as const;
    this.#store.dispatch({ type: 'windowChanged', messages, isAtEnd: newerThan === undefined }, change);
  }

  #fail(error: unknown, failureText: string = chatCopy.conversation.historyFailed): void {
    const isMissing = error instanceof AppError && MISSING.has(error.code);
    const failure = isMissing ? chatCopy.conversation.missing : failureText;
    this.#store.update({ phase: 'failed', failure, isMissing });
  }

  async #readEnd(): Promise<void> {
    const number = ++this.#window;
    const page = await this.#readPage();
    if (number === this.#window) this.#show({ ...page, newerThan: undefined });
  }
}
