import { type Branches, pathTo } from '#contract/branches';
import type { Quota } from '#contract/entities';
import { AppError, type ErrorCode } from '#contract/error-codes';
import { PATH_RANGES_MAX } from '#contract/limits';
import { type AckData, toWire } from '#contract/socket';
import type { Store } from '../../../../lib/observable-store.ts';
import type { SocketClient } from '../../../../lib/socket/client.ts';
import type { SentMessage, SentMessageStorage } from '../../../../lib/unacknowledged-message-storage.ts';
import type { SignedInUser } from '../chats/signed-in-user-with-chat-list.ts';
import type { QuotaState } from '../quota-or-refusal.ts';
import { isStreaming } from '../turns/shown-message.ts';
import { findTurn, lastLoadedIndex, type Turn } from '../turns/turns.ts';
import type { ConversationStore } from './conversation-state.ts';
import { countContextTurns } from './count-context-turns.ts';

/** Fields of a frame that name its sender. The server identifies a guest by the chat's id alone. */
export type SenderFields = { readonly userEmail: string } | { readonly isGuest: true };

export interface DeliveryPorts {
  readonly socket: Pick<SocketClient, 'request'>;
  readonly senderFields: SenderFields;
  /** Absent for a guest. */
  readonly account?: SignedInUser;
  /**
   * Called once for each message that the server has accepted, even if its reply fails later. A reload before the
   * acknowledgement repeats the call. `text` is the first file's name if the message has no text. `first` is true for
   * the chat's first message.
   */
  readonly onAccepted: (chatId: string, text: string, first: boolean) => void;
  /** Called when a message is acknowledged: its reply has ended, and has not failed. */
  readonly onAnswered?: () => void;
  /** Called when a message is refused. `text` is undefined if the message was to replace another one. */
  readonly onRefused?: (code: ErrorCode, text: string | undefined) => void;
  /** Receives the quota of an acknowledgement, or `refusedAt` when a message is refused with `quota_exceeded`. */
  readonly quota: Store<QuotaState>;
  /**
   * The tab's storage of sent messages. It keeps a message until its outcome is known, and a refused message until the
   * user sends it again or discards it.
   */
  readonly sent: SentMessageStorage;
}

/** Errors after which the turn is stored with a failed reply. Any other error refuses the message. */
const TURN_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'reply_failed',
  'reply_only_thought',
  'model_unavailable',
]);
/** Errors after which a guest's message goes back into the input field, unless it was to replace another one. */
const RETURNED_TO_INPUT: ReadonlySet<ErrorCode> = new Set(['guest_quota_exceeded', 'chat_not_found']);
/**
 * Milliseconds to wait, after an acknowledgement, for the frame that ends the reply. The acknowledgement may overtake
 * that frame.
 */
const LATE_FRAME_MS = 1_000;

interface DeliveryOptions {
  readonly onFailure?: (() => void) | undefined;
  /** @default false */
  readonly wasSent?: boolean;
}

interface Waiting {
  readonly message: SentMessage;
  /**
   * False if the message replaces or is a version of a loaded message with the same text. A refusal then loses no text,
   * so the message is not kept.
   */
  readonly hasNewText: boolean;
  /**
   * Index of the last loaded message when the user sent this one, if newer messages were not loaded then. A refusal
   * sets the conversation's `newerThan` to it again. Undefined if the chat's end was loaded.
   */
  readonly newerThan: number | undefined;
  readonly onFailure: (() => void) | undefined;
}

/** Returns the path before a message as ranges of indexes, at most the last PATH_RANGES_MAX. */
function rangesBefore(
  { versionOf, continues, after }: SentMessage,
  branches: Branches,
): [number, number][] | undefined {
  if (branches.length === 0 && versionOf === undefined) return undefined;
  const end = versionOf === undefined ? (continues ?? after) : versionOf - 1;
  return pathTo(branches, versionOf ?? end)
    .map(({ from, to }): [number, number] => [from, Math.min(to, end)])
    .filter(([from, to]) => from <= to)
    .slice(-PATH_RANGES_MAX);
}

/** Sends messages, and applies the acknowledgement, failure or refusal of each to the conversation. */
export class MessageDelivery {
  readonly #store: ConversationStore;
  readonly #ports: DeliveryPorts;
  readonly #catchUp: () => Promise<void>;
  #acceptedId: string | undefined;

  constructor(store: ConversationStore, ports: DeliveryPorts, catchUp: () => Promise<void>) {
    this.#store = store;
    this.#ports = ports;
    this.#catchUp = catchUp;
    // The frame `accepted` may be lost, so a message also counts as accepted once its turn has an index, from another
    // frame or from the history.
    store.subscribe(() => {
      const { turns, unacknowledged } = store.get();
      if (!unacknowledged) return;
      const { index } = findTurn(turns, unacknowledged.requestId) ?? {};
      if (index !== undefined) this.#accepted(unacknowledged, index);
    });
  }

  /**
   * Shows the message with a pending reply, and sends it. `wasSent` is true if the message was sent before a reload of
   * the page.
   */
  send(message: SentMessage, { onFailure, wasSent = false }: DeliveryOptions = {}): void {
    const { requestId, chatId, text, replaces, versionOf, continues, model, effort, files } = message;
    const { turns, messages, branches, newerThan } = this.#store.get();
    const other = replaces ?? versionOf;
    const before = turns.find(({ index }) => other !== undefined && index === other);
    const waiting = { message, hasNewText: before?.question?.content !== text, newerThan, onFailure };
    this.#ports.sent.keep(message);
    // A new version is the last message of its path, so no newer page is left to read.
    const end = versionOf === undefined ? newerThan : undefined;
    this.#store.dispatch({ type: 'messageSent', message }, { stopping: false, newerThan: end });
    // Without a list, the server would keep the files of the replaced message.
    const named = files ?? (before?.question?.files && []);
    const known = { after: Math.max(0, message.after), context: countContextTurns(messages) };
    const data = {
      chatId,
      message: toWire(text),
      replaces,
      versionOf,
      continues,
      path: rangesBefore(message, branches),
      model,
      effort,
      ...(named && { files: named.map(({ fileId }) => fileId) }),
      ...known,
      instructions: this.#ports.account?.list.instructions.exist,
      projectId: this.#ports.account?.list.instructedProject(chatId),
      ...this.#ports.senderFields,
    };
    this.#ports.socket.request('chat', data, requestId, wasSent).then(
      (ack) => this.#acknowledged(message, ack),
      (error: unknown) => this.#refused(waiting, error),
    );
  }

  /** Shows the branch that an accepted message begins, if any, and calls `onAccepted`. */
  #accepted(message: SentMessage, index: number | undefined): void {
    const { requestId, chatId, text, first, files } = message;
    if (this.#acceptedId === requestId) return;
    this.#acceptedId = requestId;
    if (index !== undefined) this.#showBranch(message, index);
    this.#ports.onAccepted(chatId, text || (files?.[0]?.name ?? ''), first);
  }

  /** Adds the branch that a message begins at index `from`, and shows the newest path, which contains the branch. */
  #showBranch({ versionOf, continues }: SentMessage, from: number): void {
    if ((versionOf ?? continues) === undefined) return;
    const { branches } = this.#store.get();
    const isKnown = branches.some((branch) => branch.from === from);
    const known = isKnown ? branches : [...branches, { from, versionOf, continues }];
    this.#store.update({ branches: known, through: undefined });
  }

  #turnOf({ requestId }: SentMessage): Turn | undefined {
    return findTurn(this.#store.get().turns, requestId);
  }

  /** True if a later day's quota is already known. A reply that runs over midnight brings the earlier day's quota. */
  #isOfEarlierDay({ resetsAt }: Quota): boolean {
    const known = this.#ports.quota.get();
    return known !== undefined && 'resetsAt' in known && known.resetsAt > resetsAt;
  }

  #acknowledged(message: SentMessage, ack: AckData<'chat'>): void {
    const { requestId } = message;
    const { messageIndex, quota } = ack;
    if (quota && !this.#isOfEarlierDay(quota)) this.#ports.quota.set(quota);
    this.#ports.onAnswered?.();
    this.#accepted(message, messageIndex - 1);
    this.#ports.sent.forget(requestId);
    this.#store.dispatch({ type: 'requestAcknowledged', requestId, messageIndex }, { stopping: false });
    this.#completeReply(message, ack);
    // If the turn is gone, another device has replaced it before this acknowledgement. Read the replacement.
    if (!this.#turnOf(message)) void this.#catchUp();
    if (this.#isReplyOpen()) setTimeout(() => this.#fetchIfStillOpen(), LATE_FRAME_MS);
  }

  /**
   * Completes a reply that still streams on screen, because its last frames are late or lost. The whole text is in
   * `response`, which only a guest's acknowledgement has.
   */
  #completeReply(message: SentMessage, { response, messageIndex, status }: AckData<'chat'>): void {
    const turn = this.#turnOf(message);
    if (response === undefined || !turn?.reply || !isStreaming(turn.reply)) return;
    const createdAt = new Date(turn.latestAt || Date.now()).toISOString();
    const { requestId } = message;
    const data = {
      role: 'assistant',
      requestId,
      content: response,
      createdAt,
      messageIndex,
      status,
    } as const;
    this.#store.dispatch({ type: 'replyEnded', data });
  }

  #fetchIfStillOpen(): void {
    if (!this.#store.get().unacknowledged && this.#isReplyOpen()) void this.#catchUp();
  }

  #isReplyOpen(): boolean {
    return this.#store.get().messages.some(isStreaming);
  }

  #refused(waiting: Waiting, cause: unknown): void {
    const { message, onFailure } = waiting;
    const error = cause instanceof AppError ? cause : new AppError('internal', { cause });
    const { reply } = this.#turnOf(message) ?? {};
    if (TURN_ERRORS.has(error.code)) this.#failed(message, error.message);
    else if (reply?.index !== undefined && !isStreaming(reply)) this.#refusedAfterEnd(message, reply.index);
    else {
      const { code } = error;
      console.warn(`The message was refused: ${code}`);
      this.#ports.onRefused?.(code, message.replaces === undefined ? message.text : undefined);
      if (code === 'quota_exceeded') this.#ports.quota.set({ refusedAt: Date.now() });
      this.#showRefused(waiting, error);
      if ((message.replaces ?? message.versionOf) !== undefined) void this.#catchUp();
    }
    onFailure?.();
  }

  /**
   * Shows a refused message, or only the reason if the message has no new text. The user may have edited an earlier
   * message while newer messages were not loaded. If the same messages are still on screen, sets `newerThan` again, so
   * that the newer messages can be loaded. If other messages are on screen, shows the refused message below them,
   * because its place may not be loaded.
   */
  #showRefused({ message, hasNewText, newerThan }: Waiting, { message: reason, code }: AppError): void {
    const { phase, turns } = this.#store.get();
    const isSameWindow = phase === 'ready' && newerThan === lastLoadedIndex(turns);
    const isElsewhere = newerThan !== undefined && !isSameWindow;
    const after = isElsewhere ? Number.MAX_SAFE_INTEGER : message.after;
    const refused = { ...message, after, refused: reason, code };
    this.#keep(refused, code, hasNewText);
    this.#store.dispatch(
      { type: 'messageRefused', message: refused, isKept: hasNewText },
      { stopping: false, ...(isSameWindow && { newerThan }) },
    );
  }

  /**
   * Keeps the turn of a message if its reply has already ended when the server refuses the message. For example: the
   * acknowledgement is lost, another device deletes the chat, and then the client sends the message again.
   */
  #refusedAfterEnd({ requestId }: SentMessage, messageIndex: number): void {
    this.#ports.sent.forget(requestId);
    this.#store.dispatch({ type: 'requestAcknowledged', requestId, messageIndex }, { stopping: false });
  }

  /**
   * Shows a failed reply. Reads the history, because the last chunks may be lost, and a retry needs the turn's index.
   */
  #failed(message: SentMessage, error: string): void {
    const { requestId } = message;
    this.#accepted(message, undefined);
    this.#ports.sent.forget(requestId);
    const streamed = this.#turnOf(message)?.reply?.live?.text() ?? '';
    const hasBranch = (message.versionOf ?? message.continues) !== undefined;
    const change = { stopping: false, ...(hasBranch && { through: undefined }) };
    this.#store.dispatch({ type: 'replyFailed', requestId, error, streamed }, change);
    void this.#catchUp();
  }

  /**
   * Keeps a refused message in the tab's storage. Removes the message from the storage in two cases: it has no new
   * text, or its text goes back into the guest's input field.
   */
  #keep(message: SentMessage, code: ErrorCode, hasNewText: boolean): void {
    const isReturned =
      'isGuest' in this.#ports.senderFields && message.replaces === undefined && RETURNED_TO_INPUT.has(code);
    if (hasNewText && !isReturned) this.#ports.sent.keep(message);
    else this.#ports.sent.forget(message.requestId);
  }
}
