import { AppError, type ErrorCode } from '#contract/errors';
import type { HistoryPage } from '../api/get-chat-history.ts';
import { chatCopy } from '../copy.ts';
import type { ConversationStore } from './conversation-state.ts';
import { withHistory } from './merge-history.ts';
import type { Stretch } from './stretch.ts';
import { isStreaming } from './view-message.ts';

/** Reads one page: the newest, the one before an index, or the one after an index. */
export type ReadPage = (before?: number, after?: number) => Promise<HistoryPage>;

/** The server answers these where there is no such chat, or the address holds no chat's id. */
const MISSING: ReadonlySet<ErrorCode> = new Set(['chat_not_found', 'invalid_request']);

/** So many messages after the one that is looked for are read along with those before it. */
const AROUND = 20;

/** Reads a chat's stored messages into the conversation, by pages. */
export class HistoryReader {
  private readonly store: ConversationStore;
  private readonly readPage: ReadPage;
  private readonly stretch: Stretch;
  private lastSignAt = 0;
  /** Frames were missed, and what they told has not been read yet. */
  private missed = false;
  /** Grows with each frame that changes what is stored: a page that was asked for before may be older. */
  private changes = 0;
  private asked = 0;
  private applied = 0;
  private seeking: Promise<void> | undefined;

  constructor(store: ConversationStore, stretch: Stretch, readPage: ReadPage) {
    this.store = store;
    this.stretch = stretch;
    this.readPage = async (before, after) => {
      const { changes } = this;
      const page = await readPage(before, after);
      if (changes !== this.changes) this.missed = true;
      return page;
    };
  }

  /** Reads the newest page; `failureText` says what to tell when that fails (spec 8). */
  async load(failureText: string = chatCopy.conversation.historyFailed): Promise<void> {
    if (this.seeking) return this.seeking;
    this.store.update({ phase: 'loading', failure: undefined, isMissing: false });
    try {
      if (this.stretch.isDetached) await this.readEnd();
      else await this.refresh();
    } catch (error) {
      this.fail(error, failureText);
    }
  }

  /** Reads the newest page again, after frames may have been missed. */
  async refresh(): Promise<void> {
    const number = this.stretch.current;
    const asked = ++this.asked;
    const { messages: page, olderThan } = await this.readPage();
    // Answers may overtake each other: an older one tells nothing new.
    if (number !== this.stretch.current || asked < this.applied) return;
    this.applied = asked;
    const { phase, messages } = this.store.get();
    const reaches = messages.some(({ index }) => index === page[0]?.messageIndex);
    // Pages that no longer touch would leave a hole: the newest page starts over, with what is still unsent.
    const base =
      reaches || page.length === 0 ? messages : messages.filter(({ index }) => isAfter(index, page));
    this.store.update({
      phase: 'ready',
      messages: withHistory(base, page),
      ...((phase !== 'ready' || !reaches) && { olderThan }),
      ...(phase === 'ready' && !reaches && { stretch: this.store.get().stretch + 1 }),
    });
    await this.checkEnds(page);
  }

  /** What frames told does not join the page, or a reply before it seems to stream still: something was missed. */
  private async checkEnds(page: HistoryPage['messages']): Promise<void> {
    const { messages } = this.store.get();
    const end = page.at(-1)?.messageIndex ?? -1;
    const next = messages.find(({ index = -1 }) => index > end);
    if (next && next.index !== end + 1) this.missed = true;
    const start = page[0]?.messageIndex ?? 0;
    const open = messages.find((message) => isStreaming(message) && (message.index ?? start) < start);
    if (open?.index === undefined) return;
    const older = await this.readPage(open.index + 1);
    this.store.update({ messages: withHistory(this.store.get().messages, older.messages) });
  }

  /** Reads the page before the oldest message shown. */
  async loadOlder(): Promise<void> {
    const { olderThan, older } = this.store.get();
    if (olderThan === undefined || older === 'loading') return;
    const number = this.stretch.current;
    this.store.update({ older: 'loading' });
    try {
      const page = await this.readPage(olderThan);
      if (number !== this.stretch.current) return;
      const messages = withHistory(this.store.get().messages, page.messages);
      this.store.update({ messages, olderThan: page.olderThan, older: 'idle' });
    } catch {
      if (number === this.stretch.current) this.store.update({ older: 'failed' });
    }
  }

  /** Of a detached stretch: reads the page after the newest message shown. */
  async loadNewer(): Promise<void> {
    const { newerThan, newer } = this.store.get();
    if (newerThan === undefined || newer === 'loading') return;
    const number = this.stretch.current;
    this.store.update({ newer: 'loading' });
    try {
      const page = await this.readPage(undefined, newerThan);
      if (number !== this.stretch.current) return;
      const base = this.store.get().messages;
      const stored = base.filter((message) => message.index !== undefined);
      const shown = page.newerThan === undefined ? [...stored, ...this.stretch.own()] : base;
      this.store.update({
        messages: withHistory(shown, page.messages),
        newerThan: page.newerThan,
        newer: 'idle',
      });
    } catch {
      if (number === this.stretch.current) this.store.update({ newer: 'failed' });
    }
  }

  /** Brings the message at `index` into view, and reads the stretch of the chat around it where it must. */
  showAround(index: number): Promise<void> {
    const { phase, messages } = this.store.get();
    const isShown = phase === 'ready' && messages.some((message) => message.index === index);
    if (isShown) {
      this.store.update({ target: { index, isFound: true } });
      return Promise.resolve();
    }
    const seeking = this.seek(index).finally(() => {
      if (this.seeking === seeking) this.seeking = undefined;
    });
    this.seeking = seeking;
    return seeking;
  }

  /** Shows the chat's end again. Resolves with whether it could be read. */
  async jumpToLatest(): Promise<boolean> {
    return this.readEnd().then(
      () => true,
      () => false,
    );
  }

  /** A frame about this chat has come. */
  noteSign(): void {
    this.lastSignAt = Date.now();
  }

  /** A frame has told of a message that is stored. */
  noteChange(): void {
    this.changes += 1;
  }

  /** Asks the server what became of a reply that nothing was heard of for `ms`. */
  checkStalled(ms: number): void {
    const { pending, phase } = this.store.get();
    const isStalled = pending && Date.now() - this.lastSignAt > ms;
    if (phase === 'ready' && (this.missed || isStalled)) void this.catchUp();
  }

  /** Takes in what the end of the chat has become; a stretch that does not reach it stays as it is. */
  async catchUp(): Promise<void> {
    this.noteSign();
    if (this.stretch.isDetached) return;
    // A page that is on its way may be older than what was missed.
    this.missed = this.store.get().phase === 'loading' || this.seeking !== undefined;
    if (this.missed) return;
    await this.refresh().catch(() => {
      this.missed = true;
    });
  }

  private async seek(index: number): Promise<void> {
    const number = this.stretch.begin();
    try {
      const page = await this.readPage(index + AROUND + 1);
      if (number !== this.stretch.current) return;
      this.stretch.show(page);
      this.store.update({ target: { index, isFound: true } });
    } catch (error) {
      if (number === this.stretch.current && this.store.get().phase !== 'ready') this.fail(error);
    }
  }

  private fail(error: unknown, failureText: string = chatCopy.conversation.historyFailed): void {
    const isMissing = error instanceof AppError && MISSING.has(error.code);
    const failure = isMissing ? chatCopy.conversation.missing : failureText;
    this.store.update({ phase: 'failed', failure, isMissing });
  }

  private async readEnd(): Promise<void> {
    const number = this.stretch.begin();
    const page = await this.readPage();
    if (number === this.stretch.current) this.stretch.show({ ...page, newerThan: undefined });
  }
}

const isAfter = (index: number | undefined, page: HistoryPage['messages']): boolean =>
  index === undefined || index >= (page[0]?.messageIndex ?? 0);
