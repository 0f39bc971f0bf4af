import type { Branches } from '#contract/branches';
import { AppError, type ErrorCode } from '#contract/error-codes';
import type { KeptPage } from '../../../../lib/kept-chats-storage.ts';
import type { HistoryPage, PageQuery } from '../../api/early-chat-calls.ts';
import { chatCopy } from '../../copy.ts';
import { isStreaming } from '../turns/shown-message.ts';
import { containsIndex, findTurn } from '../turns/turns.ts';
import type { ConversationState, ConversationStore } from './conversation-state.ts';

export type ReadPage = (query: PageQuery) => Promise<HistoryPage>;

/** Error codes for a chat that does not exist, or for an address without a valid chat id. */
const MISSING: ReadonlySet<ErrorCode> = new Set(['chat_not_found', 'invalid_request']);

type PageChange = { readonly restart?: boolean } & Partial<
  Pick<
    ConversationState,
    | ('phase' | 'isKept' | 'failure' | 'isMissing')
    | ('olderThan' | 'older' | 'newerThan' | 'newer' | 'windowNumber')
  >
>;
type ReadHistoryPage = HistoryPage & Pick<ConversationState, 'branches'>;

/** Largest number of messages after the target in the page that a jump to a message reads. */
const MESSAGES_AFTER_TARGET = 20;

/**
 * Reads a chat's stored messages into the conversation, page by page. The messages on screen are a window (range) of
 * the chat. After a jump to an older message the window can be detached: it does not reach the chat's end. Socket
 * frames can be lost, so the reader reads the newest page again after signs of a loss.
 */
export class HistoryReader {
  readonly #store: ConversationStore;
  readonly #readPage: (query?: PageQuery) => Promise<ReadHistoryPage>;
  /**
   * Counts the requests for a window, and the windows that were shown. A request for a window or for the newest page
   * notes the count when it begins. If the count has changed when the response arrives, the response is dropped.
   */
  #window = 0;
  /**
   * When the silence on the socket began, in milliseconds since the epoch: at the last frame, the last `catchUp`, or
   * the last start of `pending`.
   */
  #quietSince = 0;
  #wasPending = false;
  /** True if frames may have been lost and the history must be read again. */
  #missed = false;
  /** Number of changes to stored messages. If it grows during a request, the response may be older than a change. */
  #changes = 0;
  /** Number of the refresh that was requested last. */
  #asked = 0;
  /** Number of the refresh whose response was applied last. */
  #applied = 0;
  /** True if the browser tab was hidden since the last `catchUp`. Frames may have been lost meanwhile. */
  #wasHidden = false;
  /** Pending jump to a message. */
  #seeking: Promise<void> | undefined;

  constructor(store: ConversationStore, readPage: ReadPage) {
    this.#store = store;
    // When `pending` starts, the silence is measured from that moment. No reply was awaited before, so an earlier
    // silence is no sign of lost frames.
    store.subscribe(() => {
      const { pending } = store.get();
      if (pending && !this.#wasPending) this.noteFrame();
      this.#wasPending = pending;
    });
    this.#readPage = async (query) => {
      const changes = this.#changes;
      const { branches: before, through } = this.#store.get();
      const page = await readPage({ ...(through !== undefined && { through }), ...query });
      const { branches } = this.#store.get();
      if (changes !== this.#changes || branches !== before) this.#missed = true;
      // If the known branches changed during the request, the page may be older than that change. Then the known
      // branches stay.
      return { ...page, branches: branches === before ? latest(before, page.branches) : branches };
    };
  }

  /** True if the window on screen does not reach the chat's end. */
  get isDetached(): boolean {
    return this.#store.get().newerThan !== undefined;
  }

  /** Shows a page that this browser has kept, until the newest page has been read. */
  restore({ messages, olderThan }: KeptPage): void {
    const { phase, isMissing, turns } = this.#store.get();
    const isShown = phase === 'ready' || isMissing || turns.some(({ index }) => index !== undefined);
    if (isShown || this.#seeking || messages.length === 0) return;
    const change = { phase: 'loading', isKept: true, olderThan } as const;
    this.#store.dispatch({ type: 'historyLoaded', messages }, change);
  }

  /**
   * Reads the newest page, or waits for a jump in progress instead. If the read fails, shows `failureText`. If the chat
   * does not exist, shows a text that says so.
   */
  async load(failureText: string = chatCopy.conversation.historyFailed): Promise<void> {
    if (this.#seeking) return this.#seeking;
    this.#store.update({ phase: 'loading', failure: undefined, isMissing: false });
    try {
      if (this.isDetached) await this.#readEnd();
      else await this.refresh();
      // If a frame arrived or was lost during the request, the page may be older than that frame.
      if (this.#missed) void this.catchUp();
    } catch (error) {
      this.#fail(error, failureText);
    }
  }

  /** Reads the newest page and merges it into the conversation. */
  async refresh(): Promise<void> {
    const number = this.#window;
    const asked = ++this.#asked;
    const read = await this.#readPage();
    const { messages: page, olderThan } = read;
    // Drops this response if another window was requested during the read, or if the window is detached now. If the
    // request for the other window fails, the window on screen still lacks the newest page. So `#missed` makes
    // `checkStalled` read the newest page again. Responses can arrive out of order, so this response is also dropped if
    // the response to a later refresh has been applied.
    const isOvertaken = number !== this.#window || this.isDetached;
    this.#missed ||= isOvertaken;
    if (isOvertaken || asked < this.#applied) return;
    this.#applied = asked;
    const { phase, isKept, turns, windowNumber } = this.#store.get();
    const reaches = containsIndex(turns, page[0]?.messageIndex);
    // `restart` drops the loaded messages before the page, in two cases. If the page does not overlap the loaded
    // messages, there may be a gap between them. If kept messages are on screen, they may differ from the server's.
    this.#merge(read, {
      restart: (isKept || !reaches) && page.length > 0,
      phase: 'ready',
      isKept: false,
      // A deleted chat may have been restored.
      failure: undefined,
      isMissing: false,
      ...((phase !== 'ready' || !reaches) && { olderThan }),
      ...((phase === 'ready' || isKept) && !reaches && { windowNumber: windowNumber + 1, older: 'idle' }),
    });
    await this.#checkEnds(page);
  }

  /**
   * Checks the loaded messages after and before the page. A frame may have added a message during the read. If messages
   * between the page and that message are missing, notes that frames were lost. If a reply before the page still seems
   * to stream, its final frame may have been lost. So the reply is read again.
   */
  async #checkEnds(page: HistoryPage['messages']): Promise<void> {
    const { messages, windowNumber } = this.#store.get();
    const end = page.at(-1)?.messageIndex ?? -1;
    const next = messages.find(({ index = -1 }) => index > end);
    if (next && next.index !== end + 1) this.#missed = true;
    const start = page[0]?.messageIndex ?? 0;
    const open = messages.find((message) => isStreaming(message) && (message.index ?? start) < start);
    if (open?.index === undefined) return;
    const read = await this.#readPage({ before: open.index + 1 });
    // If another window is on screen now, there may be a gap between that window and the page. Then the page is
    // dropped.
    if (windowNumber === this.#store.get().windowNumber) this.#merge(read);
  }

  /** Merges a page into the turns, and the stored text of streaming replies into their `LiveReply`. */
  #merge({ messages, branches }: ReadHistoryPage, { restart = false, ...change }: PageChange = {}): void {
    this.#store.dispatch({ type: 'historyLoaded', messages, restart }, { ...change, branches });
    const { turns } = this.#store.get();
    for (const { requestId, status, attempt = 0, content: text } of messages)
      if (status === 'streaming')
        findTurn(turns, requestId)?.reply?.live?.apply({ attempt, offset: 0, text });
  }

  async loadOlder(): Promise<void> {
    const { olderThan, older, isKept, windowNumber } = this.#store.get();
    if (olderThan === undefined || older === 'loading' || isKept) return;
    this.#store.update({ older: 'loading' });
    try {
      const page = await this.#readPage({ before: olderThan });
      if (windowNumber !== this.#store.get().windowNumber) return;
      this.#store.update({ older: 'idle' });
      // A refresh during the request may have dropped the messages that follow this page. Then the page is dropped.
      if (this.#store.get().olderThan === olderThan) this.#merge(page, { olderThan: page.olderThan });
    } catch {
      if (windowNumber === this.#store.get().windowNumber) this.#store.update({ older: 'failed' });
    }
  }

  async loadNewer(): Promise<void> {
    const { newerThan, newer, windowNumber } = this.#store.get();
    if (newerThan === undefined || newer === 'loading') return;
    this.#store.update({ newer: 'loading' });
    try {
      const page = await this.#readPage({ after: newerThan });
      if (windowNumber !== this.#store.get().windowNumber) return;
      this.#store.update({ newer: 'idle' });
      // If the user sent a version during the request, that version is now the last message of the path, and
      // `MessageDelivery` has cleared `newerThan`. Then the page is dropped.
      if (this.#store.get().newerThan === newerThan) this.#merge(page, { newerThan: page.newerThan });
    } catch {
      if (windowNumber === this.#store.get().windowNumber) this.#store.update({ newer: 'failed' });
    }
  }

  /** Scrolls to the message at `index`. If it is not loaded, first reads the window of the chat around it. */
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

  /**
   * Shows the newest path that contains the message version at `index`, and scrolls to that version. Resolves with
   * false if the read failed and no other window was requested meanwhile.
   */
  async showVersion(index: number): Promise<boolean> {
    const number = ++this.#window;
    try {
      const end = await this.#readPage({ through: index });
      const isThere = end.messages.some(({ messageIndex }) => messageIndex === index);
      const page = isThere ? end : await this.#readPage(around(index));
      if (number !== this.#window) return true;
      this.#show(page, index);
      this.#store.update({ target: { index, isFound: false } });
      return true;
    } catch {
      return number !== this.#window;
    }
  }

  /** Shows the end of the path on screen. Resolves with false if it could not be read. */
  async showLatest(): Promise<boolean> {
    if (!this.isDetached) return true;
    return this.#readEnd().then(
      () => true,
      () => false,
    );
  }

  reachedTarget(): void {
    this.#store.update({ target: undefined });
  }

  noteFrame(): void {
    this.#quietSince = Date.now();
  }

  /** Notes that a stored message has changed, by a frame or by the user. */
  noteChange(): void {
    this.#changes += 1;
  }

  /** Call this when the tab is hidden: a phone then stops timers and may drop the socket without an event. */
  noteHidden(): void {
    this.#wasHidden = true;
  }

  /**
   * Reads the newest page again after a sign of lost frames or a failed `catchUp`. A silence of more than `ms`
   * milliseconds counts as a sign of lost frames in two cases: a reply is pending, or the tab was hidden since the last
   * `catchUp`. Opens the chat again if opening has failed and kept messages are shown. Call this method every few
   * seconds and when the tab becomes visible.
   */
  checkStalled(ms: number): void {
    const { pending, phase, isKept, failure } = this.#store.get();
    const isQuiet = Date.now() - this.#quietSince > ms;
    const isUnsure = pending || (this.#wasHidden && globalThis.document?.visibilityState !== 'hidden');
    if (isKept && failure !== undefined) void this.load();
    else if (phase === 'ready' && (this.#missed || (isQuiet && isUnsure))) void this.catchUp();
  }

  /**
   * Reads the newest page after frames may have been lost. If opening the chat has failed, opens it again instead.
   * Leaves a detached window unchanged.
   */
  async catchUp(): Promise<void> {
    // Restarts the wait of `checkStalled`.
    this.noteFrame();
    if (this.isDetached) return;
    const { phase, isMissing, isKept, failure } = this.#store.get();
    const isFailed = phase === 'failed' && !isMissing;
    if (isFailed || (isKept && failure !== undefined)) return this.load();
    // The page that is being read may be older than the lost frames, so the newest page is read again afterwards.
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
      const page = await this.#readPage(around(index));
      if (number !== this.#window) return;
      this.#show(page, index);
      this.#store.update({ target: { index, isFound: true } });
    } catch (error) {
      if (number === this.#window && this.#store.get().phase !== 'ready') this.#fail(error);
    }
  }

  #show({ messages, branches, olderThan, newerThan }: ReadHistoryPage, through: number | undefined): void {
    // Drops the response of a `refresh` that is in progress, which may be of another path or window.
    this.#window += 1;
    const windowNumber = this.#store.get().windowNumber + 1;
    const shown = {
      phase: 'ready',
      isKept: false,
      failure: undefined,
      isMissing: false,
      windowNumber,
      olderThan,
      newerThan,
      branches,
      through,
      // Otherwise, if the user is editing a message, `onPath` in `conversation-state.ts` could show that message's path
      // in place of the requested one.
      edited: undefined,
    } as const;
    const change = { ...shown, older: 'idle', newer: 'idle', target: undefined } as const;
    this.#store.dispatch({ type: 'windowChanged', messages }, change);
  }

  #fail(error: unknown, failureText: string = chatCopy.conversation.historyFailed): void {
    const isMissing = error instanceof AppError && MISSING.has(error.code);
    const failure = isMissing ? chatCopy.conversation.missing : failureText;
    // Kept messages stay on screen, unless the chat is gone.
    const isKept = this.#store.get().isKept && !isMissing;
    this.#store.update({ phase: isKept ? 'loading' : 'failed', isKept, failure, isMissing });
  }

  async #readEnd(): Promise<void> {
    const number = ++this.#window;
    const page = await this.#readPage();
    if (number === this.#window) this.#show({ ...page, newerThan: undefined }, this.#store.get().through);
  }
}

/**
 * Query for a page on the newest path that contains the message at `index`. The page has that message and at most
 * MESSAGES_AFTER_TARGET messages after it.
 */
const around = (index: number): PageQuery => ({ before: index + MESSAGES_AFTER_TARGET + 1, through: index });

/** Returns `known` if `read` has the same branches. The same object in the state prevents a needless render. */
const latest = (known: Branches, read: Branches = []): Branches =>
  JSON.stringify(known) === JSON.stringify(read) ? known : read;
