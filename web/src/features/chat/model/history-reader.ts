import { chatTexts } from '../../../lib/chat-texts.ts';
import type { HistoryPage } from '../api/get-chat-history.ts';
import type { ConversationStore } from './conversation-state.ts';
import { withHistory } from './message-list.ts';

/** Reads a chat's stored messages into the conversation, by pages. */
export class HistoryReader {
  private readonly store: ConversationStore;
  private readonly readPage: (before?: number) => Promise<HistoryPage>;
  private lastSignAt = 0;

  constructor(store: ConversationStore, readPage: (before?: number) => Promise<HistoryPage>) {
    this.store = store;
    this.readPage = readPage;
  }

  /** Reads the newest page; `failureText` says what to tell when that fails (spec 8). */
  async load(failureText: string = chatTexts.conversation.historyFailed): Promise<void> {
    this.store.update({ phase: 'loading', failure: undefined });
    try {
      await this.refresh();
    } catch {
      this.store.update({ phase: 'failed', failure: failureText });
    }
  }

  /** Reads the newest page again, after frames may have been missed. */
  async refresh(): Promise<void> {
    const { messages: page, olderThan } = await this.readPage();
    const { phase, messages } = this.store.get();
    const reaches = messages.some(({ index }) => index === page[0]?.messageIndex);
    // Pages that no longer touch would leave a hole: the newest page starts over, with what is still unsent.
    const base =
      reaches || page.length === 0 ? messages : messages.filter(({ index }) => isAfter(index, page));
    this.store.update({
      phase: 'ready',
      messages: withHistory(base, page),
      ...((phase !== 'ready' || !reaches) && { olderThan }),
    });
  }

  /** Reads the page before the oldest message shown. */
  async loadOlder(): Promise<void> {
    const { olderThan, older } = this.store.get();
    if (olderThan === undefined || older === 'loading') return;
    this.store.update({ older: 'loading' });
    try {
      const page = await this.readPage(olderThan);
      const messages = withHistory(this.store.get().messages, page.messages);
      this.store.update({ messages, olderThan: page.olderThan, older: 'idle' });
    } catch {
      this.store.update({ older: 'failed' });
    }
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

  async catchUp(): Promise<void> {
    this.noteSign();
    await this.refresh().catch(() => undefined);
  }
}

const isAfter = (index: number | undefined, page: HistoryPage['messages']): boolean =>
  index === undefined || index >= (page[0]?.messageIndex ?? 0);
