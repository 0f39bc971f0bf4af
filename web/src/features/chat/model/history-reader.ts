import { chatTexts } from '../../../lib/chat-texts.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import type { ConversationStore } from './conversation-state.ts';
import { withHistory } from './merge-history.ts';
import type { Messages } from './message-list.ts';
import { replyKey } from './view-message.ts';

/** Reads one page: the newest, the one before an index, or the one after an index. */
export type ReadPage = (before?: number, after?: number) => Promise<HistoryPage>;

/** So many messages after the one that is looked for are read along with those before it. */
const AROUND = 20;

/**
 * Reads a chat's stored messages into the conversation, by pages. What is shown is one stretch of the chat,
 * mostly its end; around a message that was looked for it may be another, `detached` from the end.
 */
export class HistoryReader {
  private readonly store: ConversationStore;
  private readonly readPage: ReadPage;
  private lastSignAt = 0;
  /** Grows with each change to another stretch: pages that were asked for before belong to the old one. */
  private stretch = 0;
  private asked = 0;
  private applied = 0;
  /** What was written here and is not stored: it stands at the chat's end, so not in a detached stretch. */
  private aside: Messages = [];
  private seeking: Promise<void> | undefined;

  constructor(store: ConversationStore, readPage: ReadPage) {
    this.store = store;
    this.readPage = readPage;
  }

  get isDetached(): boolean {
    return this.store.get().newerThan !== undefined;
  }

  /** Reads the newest page; `failureText` says what to tell when that fails (spec 8). */
  async load(failureText: string = chatTexts.conversation.historyFailed): Promise<void> {
    if (this.seeking) return this.seeking;
    this.store.update({ phase: 'loading', failure: undefined });
    try {
      if (this.isDetached) await this.readEnd();
      else await this.refresh();
    } catch {
      this.store.update({ phase: 'failed', failure: failureText });
    }
  }

  /** Reads the newest page again, after frames may have been missed. */
  async refresh(): Promise<void> {
    const { stretch } = this;
    const asked = ++this.asked;
    const { messages: page, olderThan } = await this.readPage();
    // Answers may overtake each other: an older one tells nothing new.
    if (stretch !== this.stretch || asked < this.applied) return;
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
  }

  /** Reads the page before the oldest message shown. */
  async loadOlder(): Promise<void> {
    const { olderThan, older } = this.store.get();
    if (olderThan === undefined || older === 'loading') return;
    const { stretch } = this;
    this.store.update({ older: 'loading' });
    try {
      const page = await this.readPage(olderThan);
      if (stretch !== this.stretch) return;
      const messages = withHistory(this.store.get().messages, page.messages);
      this.store.update({ messages, olderThan: page.olderThan, older: 'idle' });
    } catch {
      if (stretch === this.stretch) this.store.update({ older: 'failed' });
    }
  }

  /** Of a detached stretch: reads the page after the newest message shown. */
  async loadNewer(): Promise<void> {
    const { newerThan, newer } = this.store.get();
    if (newerThan === undefined || newer === 'loading') return;
    const { stretch } = this;
    this.store.update({ newer: 'loading' });
    try {
      const page = await this.readPage(undefined, newerThan);
      if (stretch !== this.stretch) return;
      const base = this.store.get().messages;
      const stored = base.filter((message) => message.index !== undefined);
      const shown = page.newerThan === undefined ? [...stored, ...this.own()] : base;
      this.store.update({
        messages: withHistory(shown, page.messages),
        newerThan: page.newerThan,
        newer: 'idle',
      });
    } catch {
      if (stretch === this.stretch) this.store.update({ newer: 'failed' });
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

  /** Asks the server what became of a reply that nothing was heard of for `ms`. */
  checkStalled(ms: number): void {
    const { pending, phase } = this.store.get();
    if (phase === 'ready' && pending && Date.now() - this.lastSignAt > ms) void this.catchUp();
  }

  /** Takes in what the end of the chat has become; a stretch that does not reach it stays as it is. */
  async catchUp(): Promise<void> {
    this.noteSign();
    if (!this.isDetached && !this.seeking) await this.refresh().catch(() => undefined);
  }

  private async seek(index: number): Promise<void> {
    const stretch = ++this.stretch;
    try {
      const page = await this.readPage(index + AROUND + 1);
      if (stretch !== this.stretch) return;
      this.show(page);
      this.store.update({ target: { index, isFound: true } });
    } catch {
      const failure = chatTexts.conversation.historyFailed;
      if (stretch === this.stretch && this.store.get().phase !== 'ready')
        this.store.update({ phase: 'failed', failure });
    }
  }

  private async readEnd(): Promise<void> {
    const stretch = ++this.stretch;
    const page = await this.readPage();
    if (stretch === this.stretch) this.show({ ...page, newerThan: undefined });
  }

  /** Shows another stretch of the chat in place of the one on screen. */
  private show({ messages: page, olderThan, newerThan }: HistoryPage): void {
    const own = this.own();
    if (newerThan !== undefined) this.aside = own;
    const messages = withHistory(newerThan === undefined ? own : [], page);
    const stretch = this.store.get().stretch + 1;
    const change = { messages, olderThan, newerThan, stretch, failure: undefined };
    this.store.update({ ...change, phase: 'ready', older: 'idle', newer: 'idle', target: undefined });
  }

  /**
   * What was written here and may not be stored, and the reply that is awaited. What has been answered for while
   * it was aside is not of these: it comes with the history.
   */
  private own(): Messages {
    const { messages, unacknowledged } = this.store.get();
    const shown = messages.filter(({ index }) => index === undefined);
    const waiting = unacknowledged && [unacknowledged.requestId, replyKey(unacknowledged.requestId)];
    const kept = this.aside.filter(({ key, status, isExtra }) => {
      const isOpen = status === 'unsent' || isExtra === true || waiting?.includes(key) === true;
      return isOpen && !shown.some((message) => message.key === key);
    });
    this.aside = [];
    return [...kept, ...shown];
  }
}

const isAfter = (index: number | undefined, page: HistoryPage['messages']): boolean =>
  index === undefined || index >= (page[0]?.messageIndex ?? 0);
