import { THANK_YOU_SCROLL_DELAY_MS } from '#contract/limits';
import type { AckData } from '#contract/socket';
import type { ConversationStore } from './conversation-state.ts';
import { type Messages, replace, withLiked } from './message-list.ts';
import type { SenderPorts } from './sender.ts';

/** What the message that thanks for a like contains (spec 4). */
const THANKS = /thank you/i;

/**
 * Likes and unlikes messages (spec 4): shown at once, told to the server, taken back where that fails. Clicks
 * that come while the server is at work count in the end.
 */
export class Likes {
  private readonly chatId: string;
  private readonly store: ConversationStore;
  private readonly ports: Pick<SenderPorts, 'socket' | 'party'>;
  private readonly refresh: () => Promise<void>;
  /** What is shown of messages that the server is being told about. */
  private readonly wanted = new Map<number, boolean>();

  constructor(
    chatId: string,
    store: ConversationStore,
    ports: Pick<SenderPorts, 'socket' | 'party'>,
    refresh: () => Promise<void>,
  ) {
    this.chatId = chatId;
    this.store = store;
    this.ports = ports;
    this.refresh = refresh;
  }

  /** Flips the like of the message at `index`. */
  async toggle(index: number): Promise<void> {
    const before = this.find(index)?.liked ?? false;
    const isTelling = this.wanted.has(index);
    this.wanted.set(index, !before);
    this.change(index, (message) => ({ ...message, liked: !before, isLiking: true }));
    if (isTelling) return;
    const { liked, isTold } = await this.tell(index, before);
    this.wanted.delete(index);
    this.change(index, ({ isLiking, ...message }) => ({ ...message, liked }));
    if (!isTold) return;
    await this.refresh();
    setTimeout(() => this.goToThanks(), THANK_YOU_SCROLL_DELAY_MS);
  }

  /** A like or its end, from another tab or device. */
  receive({ messageIndex, liked }: AckData<'likeMessage'>): void {
    this.store.update({ messages: withLiked(this.store.get().messages, messageIndex, liked) });
  }

  /** Tells the server until it knows what is shown, or one telling fails; resolves with what it knows then. */
  private async tell(index: number, known: boolean): Promise<{ liked: boolean; isTold: boolean }> {
    const data = { chatId: this.chatId, messageIndex: index, ...this.ports.party };
    let liked = known;
    do {
      const wanted = this.wanted.get(index) ?? liked;
      try {
        await this.ports.socket.request('likeMessage', { ...data, liked: wanted });
        liked = wanted;
      } catch {
        return { liked, isTold: false };
      }
    } while (this.wanted.get(index) !== liked);
    return { liked, isTold: true };
  }

  private find(index: number) {
    return this.store.get().messages.find((message) => message.index === index);
  }

  private change(index: number, change: (message: Messages[number]) => Messages[number]): void {
    const known = this.find(index);
    if (known) this.store.update({ messages: replace(this.store.get().messages, known.key, change) });
  }

  private goToThanks(): void {
    const thanks = this.store.get().messages.findLast((m) => m.isExtra && THANKS.test(m.content));
    if (thanks?.index !== undefined) this.store.update({ target: { index: thanks.index, isFound: false } });
  }
}
