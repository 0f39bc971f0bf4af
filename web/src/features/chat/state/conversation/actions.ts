import { THANK_YOU_SCROLL_DELAY_MS } from '#contract/limits';
import { GUEST, type SentMessage } from '../../../../lib/sent-messages.ts';
import { chatCopy } from '../../copy.ts';
import type { Account } from '../chats/chat-list.ts';
import { lastIndex, lastTurn, questionOf } from '../turns/message-lookup.ts';
import type { ConversationStore } from './conversation-state.ts';
import { Delivery, type DeliveryPorts } from './delivery.ts';
import type { HistoryReader } from './history-reader.ts';
import { type MessageSize, sizeOf, tooLong } from './message-size.ts';

export interface ActionPorts extends DeliveryPorts {
  /** The signed-in user; guests have none. */
  readonly account?: Account;
  readonly now?: () => Date;
}

/** `problem` is for the user to read. A text that is not sent has none if it was blank, or a reply was pending. */
export interface SendResult {
  readonly sent: boolean;
  readonly problem?: string;
}

interface SendOptions {
  /** The index of the chat's last message from the user, whose place this one takes. */
  readonly replaces?: number | undefined;
  /** The model that shall answer. @default the chat's, else the server chooses */
  readonly model?: string | undefined;
}

export interface RetryOptions {
  /** Leaves the choice of the model to the server, whichever was chosen before. */
  readonly isAuto?: boolean;
  /** Replaces what was written. */
  readonly text?: string;
}

/** Text that Skip sends (docs/spec.md 4.8). */
const SKIP = 'skip';
/** Words of the message that thanks for a like (docs/spec.md 4.7). */
const THANKS = /thank you/i;

/** Actions of the user in a conversation: send, change and repeat, one message at a time; stop, and like. */
export class Actions {
  readonly #chatId: string;
  readonly #store: ConversationStore;
  readonly #ports: ActionPorts;
  readonly #history: HistoryReader;
  readonly #delivery: Delivery;
  readonly #sender: string;
  /** Likes as the screen shows them, by index, while a request about them is on its way. */
  readonly #likes = new Map<number, boolean>();
  #isReturning = false;

  constructor(chatId: string, store: ConversationStore, ports: ActionPorts, history: HistoryReader) {
    this.#chatId = chatId;
    this.#store = store;
    this.#ports = ports;
    this.#history = history;
    this.#delivery = new Delivery(store, ports, () => history.catchUp());
    this.#sender = 'userEmail' in ports.party ? ports.party.userEmail : GUEST;
    this.#showRefused();
  }

  /**
   * Sends a message, unless it is blank or too long or a reply is pending. Where another window of the chat is on
   * screen, its end is shown first. The model that was chosen for the next message is for that one alone.
   */
  send(input: string): SendResult {
    const refusal = this.#isReturning ? { sent: false } : this.#refusal(input);
    if (refusal) return refusal;
    if (this.#history.isDetached) void this.#sendAtEnd(input.trim());
    else {
      this.#delivery.send(this.#create(input, { model: this.#store.get().nextModel }));
      this.chooseNext(undefined);
    }
    return { sent: true };
  }

  /** Sends a message once more that was sent before a reload of the page; not one that was refused. */
  resume(message: SentMessage): void {
    if (message.refused === undefined) this.#delivery.send(message);
  }

  /** Chooses the model that answers the next message; undefined leaves it to the chat's, or the server. */
  chooseNext(nextModel: string | undefined): void {
    this.#store.update({ nextModel });
  }

  /** How near a text is to the longest that can be sent; undefined where it is far from it. */
  sizeOf(text: string): MessageSize | undefined {
    return sizeOf(text, this.#ports.party);
  }

  /** Asks for another reply to the last message, of `model` if it is given; with `text`, to that in its place. */
  replaceLast(text?: string, model?: string): SendResult {
    const last = lastTurn(this.#store.get().messages);
    if (!last) return { sent: false };
    return this.#trySend(text ?? last.question.content, { replaces: last.question.index, model });
  }

  /**
   * Sends again what was not taken in, or replaces a turn whose reply is not complete. What cannot be sent stays as it is. Where
   * another window of the chat is on screen, its end is shown first.
   */
  retry(key: string, options: RetryOptions = {}): SendResult {
    if (!this.#history.isDetached) return this.#retryNow(key, options);
    void this.#history.showLatest().then((isAtEnd) => isAtEnd && this.#retryNow(key, options));
    return { sent: false };
  }

  /** Takes a message away that the server did not take in. */
  discard(requestId: string): void {
    this.#ports.sent.forget(requestId);
    this.#store.dispatch({ type: 'messageDiscarded', requestId });
  }

  /** Skip (docs/spec.md 4.8): sends 'skip'; where that fails, the product answers itself. */
  skip(): void {
    const text = chatCopy.conversation.skipFailed;
    this.#trySend(SKIP, {}, () =>
      this.#store.dispatch({
        type: 'localReplyAdded',
        requestId: `local:${crypto.randomUUID()}`,
        text,
        createdAt: this.#now(),
      }),
    );
  }

  /** Asks for the reply to end where it is. Not told to the user when it had already ended. */
  async stop(): Promise<void> {
    if (this.#store.get().stopping) return;
    this.#store.update({ stopping: true });
    await this.#ports.socket
      .request('stopReply', { chatId: this.#chatId, ...this.#ports.party })
      .catch(() => this.#store.update({ stopping: false }));
  }

  /**
   * Likes the reply at `messageIndex`, or takes the like back. The screen shows it at once, and the old state again
   * where the request fails. Clicks during a request are sent after it, as one.
   */
  async toggleLike(messageIndex: number): Promise<void> {
    const { liked: before = false } =
      this.#store.get().messages.find(({ index }) => index === messageIndex) ?? {};
    const isTelling = this.#likes.has(messageIndex);
    this.#likes.set(messageIndex, !before);
    this.#store.dispatch({ type: 'likeChanged', messageIndex, liked: !before, by: 'click' });
    if (isTelling) return;
    const { liked, isTold } = await this.#tellLike(messageIndex, before);
    this.#likes.delete(messageIndex);
    this.#store.dispatch({ type: 'likeChanged', messageIndex, liked, by: 'answer' });
    if (!isTold) return;
    await this.#history.catchUp();
    setTimeout(() => this.#goToThanks(), THANK_YOU_SCROLL_DELAY_MS);
  }

  /** Why a text cannot be sent now; undefined where it can. */
  #refusal(input: string): SendResult | undefined {
    const text = input.trim();
    if (text === '' || this.#store.get().pending) return { sent: false };
    const problem = tooLong(text, this.#ports.party);
    return problem === undefined ? undefined : { sent: false, problem };
  }

  #trySend(input: string, options: SendOptions, onFailure?: () => void): SendResult {
    const refusal = this.#refusal(input);
    if (!refusal) this.#delivery.send(this.#create(input, options), onFailure);
    return refusal ?? { sent: true };
  }

  /** Where the chat's end cannot be read, the text is shown as unsent: it stands last, and can be sent again. */
  async #sendAtEnd(text: string): Promise<void> {
    this.#isReturning = true;
    const isAtEnd = await this.#history.showLatest();
    this.#isReturning = false;
    if (isAtEnd && this.send(text).sent) return;
    const refused = chatCopy.conversation.notSentAway;
    const message = { ...this.#create(text), after: Number.MAX_SAFE_INTEGER, refused };
    this.#ports.sent.keep(message);
    this.#store.dispatch({ type: 'messageRefused', message, isKept: true });
  }

  #retryNow(key: string, { isAuto = false, text }: RetryOptions): SendResult {
    const { messages } = this.#store.get();
    const failed = messages.find((message) => message.key === key);
    const last = lastTurn(messages);
    if (failed?.role === 'assistant') {
      const asked = questionOf(messages, failed);
      if (!asked) return { sent: false };
      return this.#trySend(asked.content, { replaces: asked === last?.question ? asked.index : undefined });
    }
    const words = text ?? failed?.content ?? '';
    const refusal = this.#refusal(words);
    if (refusal) return refusal;
    const { replaces } = this.#store.get().turns.find(({ requestId }) => requestId === key)?.sent ?? {};
    this.discard(key);
    const isStillLast = replaces === last?.question.index;
    const model = isAuto ? undefined : failed?.model;
    this.#delivery.send(this.#create(words, { replaces: isStillLast ? replaces : undefined, model }));
    return { sent: true };
  }

  /** Sends the like until the server has the one on screen, or a request fails. Resolves with the one it has then. */
  async #tellLike(index: number, known: boolean): Promise<{ liked: boolean; isTold: boolean }> {
    const data = { chatId: this.#chatId, messageIndex: index, ...this.#ports.party };
    let liked = known;
    do {
      const wanted = this.#likes.get(index) ?? liked;
      try {
        await this.#ports.socket.request('likeMessage', { ...data, liked: wanted });
        liked = wanted;
      } catch {
        return { liked, isTold: false };
      }
    } while (this.#likes.get(index) !== liked);
    return { liked, isTold: true };
  }

  #goToThanks(): void {
    const thanks = this.#store.get().messages.findLast((m) => m.isExtra && THANKS.test(m.content));
    if (thanks?.index !== undefined) this.#store.update({ target: { index: thanks.index, isFound: false } });
  }

  #now(): string {
    return (this.#ports.now?.() ?? new Date()).toISOString();
  }

  #create(input: string, { replaces, model: chosen }: SendOptions = {}): SentMessage {
    const model = chosen ?? this.#ports.account?.list.find(this.#chatId)?.model;
    const { messages, olderThan } = this.#store.get();
    const isFirst = !messages.some(({ role, status }) => role === 'user' && status !== 'unsent');
    return {
      requestId: crypto.randomUUID(),
      chatId: this.#chatId,
      sender: this.#sender,
      text: input.trim(),
      createdAt: this.#now(),
      after: lastIndex(messages),
      first: olderThan === undefined && isFirst,
      ...(replaces !== undefined && { replaces }),
      ...(model !== undefined && { model }),
    };
  }

  /** Shows what was refused before a reload, or before the chat was left: it can still be sent again. */
  #showRefused(): void {
    for (const message of this.#ports.sent.of(this.#sender))
      if (message.chatId === this.#chatId && message.refused !== undefined)
        this.#store.dispatch({ type: 'messageRefused', message, isKept: true });
  }
}
