import { GUEST, type SentMessage } from '../../../lib/sent-messages.ts';
import { chatCopy } from '../copy.ts';
import type { Account } from './account.ts';
import type { ConversationStore } from './conversation-state.ts';
import { Delivery, type DeliveryPorts } from './delivery.ts';
import { inOrder, lastIndex, lastTurn, type Messages, without } from './message-list.ts';
import { tooLong } from './message-size.ts';
import { aside, unsent, type ViewMessage } from './view-message.ts';

export interface SenderPorts extends DeliveryPorts {
  /** Of who is signed in; guests have none. */
  readonly account?: Account;
  readonly now?: () => Date;
}

/** `problem` is for the person to read; without one, a text that is not sent was blank or came too soon. */
export interface SendResult {
  readonly sent: boolean;
  readonly problem?: string;
}

export interface SendOptions {
  /** The index of the chat's last message from the user, whose place this one takes. */
  readonly replaces?: number | undefined;
  /** The model that shall answer. @default the chat's, else the server chooses */
  readonly model?: string | undefined;
  /** No complete reply came of it. */
  readonly onFailure?: () => void;
}

export interface RetryOptions {
  /** Whichever model was chosen before, none is now. */
  readonly isAuto?: boolean;
  /** Takes the place of what was written. */
  readonly text?: string;
}

/** What the spec's Skip sends (spec 4). */
const SKIP = 'skip';

/** What a person may do to talk: send, change and repeat, one message at a time. */
export class Sender {
  private readonly chatId: string;
  private readonly store: ConversationStore;
  private readonly ports: SenderPorts;
  private readonly delivery: Delivery;
  private readonly sender: string;

  constructor(chatId: string, store: ConversationStore, ports: SenderPorts, catchUp: () => Promise<void>) {
    this.chatId = chatId;
    this.store = store;
    this.ports = ports;
    this.delivery = new Delivery(store, ports, catchUp);
    this.sender = 'userEmail' in ports.party ? ports.party.userEmail : GUEST;
    this.showRefused();
  }

  /** Why a text cannot be sent now; undefined where it can (spec 5). */
  refusal(input: string): SendResult | undefined {
    const text = input.trim();
    if (text === '' || this.store.get().pending) return { sent: false };
    const problem = tooLong(text, this.ports.party);
    return problem === undefined ? undefined : { sent: false, problem };
  }

  /** Sends a message (spec 4), unless it is blank or too long or a reply is pending. */
  send(input: string, { replaces, model, onFailure }: SendOptions = {}): SendResult {
    const refusal = this.refusal(input);
    if (refusal) return refusal;
    const message = this.create(input.trim(), replaces, model);
    this.ports.sent.keep(message);
    this.delivery.send(message, onFailure);
    return { sent: true };
  }

  /** Sends a message once more that was sent before the page was loaded anew; not one that was refused. */
  resume(message: SentMessage): void {
    if (message.refused === undefined) this.delivery.send(message);
  }

  /** Shows a text that could not be sent, as the chat's end is not loaded: it stands last, and can be sent again. */
  keepUnsent(text: string, error: string): void {
    const message = { ...this.create(text), after: Number.MAX_SAFE_INTEGER, refused: error };
    this.ports.sent.keep(message);
    this.store.update({ messages: [...this.store.get().messages, unsent(message)] });
  }

  /**
   * Asks the chat's last question anew, in other words or of a model if any are given: the new turn takes its place.
   */
  askAnew(input?: string, model?: string): SendResult {
    const last = lastTurn(this.store.get().messages);
    if (!last) return { sent: false };
    return this.send(input ?? last.question.content, { replaces: last.question.index, model });
  }

  /**
   * Sends again what was not taken in, or asks anew what got no complete reply. What cannot be sent stays as it is.
   */
  retry(key: string, { isAuto = false, text }: RetryOptions = {}): SendResult {
    const { messages } = this.store.get();
    const failed = messages.find((message) => message.key === key);
    if (!failed) return { sent: false };
    const last = lastTurn(messages);
    if (failed.role === 'assistant') {
      const asked = questionOf(messages, failed);
      if (!asked) return { sent: false };
      const isLast = asked === last?.question;
      return this.send(asked.content, { replaces: isLast ? asked.index : undefined });
    }
    const words = text ?? failed.content;
    const refusal = this.refusal(words);
    if (refusal) return refusal;
    this.discard(key);
    const isStillLast = failed.replaces === last?.question.index;
    const model = isAuto ? undefined : failed.model;
    return this.send(words, { replaces: isStillLast ? failed.replaces : undefined, model });
  }

  /** Takes a message away that the server did not take in. */
  discard(key: string): void {
    this.ports.sent.forget(key);
    this.store.update({ messages: without(this.store.get().messages, key) });
  }

  /** Spec 4, Skip: sends 'skip'; where that fails, the product answers itself. */
  skip(): void {
    this.send(SKIP, {
      onFailure: () => {
        const { messages } = this.store.get();
        const words = aside(chatCopy.conversation.skipFailed, this.now(), lastIndex(messages));
        this.store.update({ messages: inOrder([...messages, words]) });
      },
    });
  }

  /** Asks for the reply to end where it is. Not told to the user when it had already ended. */
  async stop(): Promise<void> {
    if (this.store.get().stopping) return;
    this.store.update({ stopping: true });
    const { chatId, ports } = this;
    await ports.socket
      .request('stopReply', { chatId, ...ports.party })
      .catch(() => this.store.update({ stopping: false }));
  }

  /** The server is at work on the reply: so the message was taken in. */
  noteAccepted(): void {
    this.delivery.noteAccepted();
  }

  private now(): string {
    return (this.ports.now?.() ?? new Date()).toISOString();
  }

  private create(text: string, replaces?: number, chosen?: string): SentMessage {
    const model = chosen ?? this.ports.account?.list.find(this.chatId)?.model;
    const { messages, olderThan } = this.store.get();
    const isFirst = !messages.some(({ role, status }) => role === 'user' && status !== 'unsent');
    return {
      requestId: crypto.randomUUID(),
      chatId: this.chatId,
      sender: this.sender,
      text,
      createdAt: this.now(),
      after: lastIndex(messages),
      first: olderThan === undefined && isFirst,
      ...(replaces !== undefined && { replaces }),
      ...(model !== undefined && { model }),
    };
  }

  /** What was refused before the page was loaded anew, or before the chat was left, can still be sent again. */
  private showRefused(): void {
    const refused = this.ports.sent
      .of(this.sender)
      .filter((message) => message.chatId === this.chatId && message.refused !== undefined)
      .map(unsent);
    if (refused.length > 0) this.store.update({ messages: refused });
  }
}

/** The message that a reply answers; not there where its frame was missed. */
function questionOf(messages: Messages, reply: ViewMessage): ViewMessage | undefined {
  const before = messages[messages.indexOf(reply) - 1];
  const isIts = reply.index === undefined || before?.index === reply.index - 1;
  return before?.role === 'user' && isIts ? before : undefined;
}
