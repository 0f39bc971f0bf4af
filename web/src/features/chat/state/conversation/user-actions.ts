import { BRANCHES_MAX } from '#contract/branches';
import type { FileInfo } from '#contract/entities';
import type { Feedback } from '#contract/feedback-fields';
import { draftStorage } from '../../../../lib/draft-storage.ts';
import { GUEST, type SentMessage } from '../../../../lib/unacknowledged-message-storage.ts';
import { chatCopy } from '../../copy.ts';
import { lastIndex, lastTurn, questionOf } from '../turns/find-in-shown-messages.ts';
import type { ViewMessage } from '../turns/shown-message.ts';
import { findTurn, isUnacknowledged } from '../turns/turns.ts';
import type { ConversationStore } from './conversation-state.ts';
import type { HistoryReader } from './history-reader.ts';
import { type DeliveryPorts, MessageDelivery } from './message-delivery.ts';
import { type MessageSize, sizeOf, tooLong } from './message-length-limit.ts';

/** Delay before the scroll to the thank-you message after a like (docs/spec.md 4.7). */
const THANK_YOU_SCROLL_DELAY_MS = 100;

export interface ActionPorts extends DeliveryPorts {
  readonly now?: () => Date;
}

/**
 * `sent` is also true if the message waits until the chat's end is shown. `problem` is the error text for a message
 * that is too long.
 */
interface SendResult {
  readonly sent: boolean;
  readonly problem?: string;
}

interface SendOptions {
  /** Index of the user's last message in the chat, if the new message shall replace it. */
  readonly replaces?: number | undefined;
  /** Index of an earlier message of the user, if the new message shall be a version of it. */
  readonly versionOf?: number | undefined;
  /** Model that shall answer. @default the chat's model, or the server's choice if the chat has none */
  readonly model?: string | undefined;
  /** Registered files of the message. @default none */
  readonly files?: readonly FileInfo[] | undefined;
}

interface RetryOptions {
  /** Drops the model chosen for the message, so that the chat's model or the server's choice applies. */
  readonly isAuto?: boolean;
  /** New text in place of the refused one. */
  readonly text?: string;
  /** Ids of files of the refused message that are not sent again. @default none */
  readonly without?: readonly string[];
}

const keptFiles = (message: ViewMessage | undefined): readonly FileInfo[] =>
  (message?.files ?? []).filter(({ isRemoved }) => !isRemoved);

/** Text that the Skip button sends (docs/spec.md 4.8). */
const SKIP = 'skip';
/** Pattern that recognises the thank-you message after a like (docs/spec.md 4.7). */
const THANK_YOU = /thank you/i;

type Rating = 'liked' | 'disliked' | 'none';
const ratingOf = ({ liked, disliked }: Pick<ViewMessage, 'liked' | 'disliked'> = {}): Rating =>
  liked ? 'liked' : disliked ? 'disliked' : 'none';
const fieldsOf = (rating: Rating) => ({
  liked: rating === 'liked',
  ...(rating === 'disliked' && { disliked: true }),
});

export class UserActions {
  readonly #chatId: string;
  readonly #store: ConversationStore;
  readonly #ports: ActionPorts;
  readonly #history: HistoryReader;
  readonly #delivery: MessageDelivery;
  readonly #sender: string;
  /** Likes and dislikes as shown on screen, by message index, while their request is pending. */
  readonly #ratings = new Map<number, Rating>();
  /**
   * Models that the user chose for messages, by request id, since the page was loaded. A message that is sent again
   * keeps its model. Messages from the server do not tell which model the user chose.
   */
  readonly #chosen = new Map<string, string>();
  /** Resolves after the newest request that rates a reply. */
  #rated: Promise<unknown> | undefined;
  /** True while the chat's end is read before a message is sent. */
  #isShowingEnd = false;

  constructor(chatId: string, store: ConversationStore, ports: ActionPorts, history: HistoryReader) {
    this.#chatId = chatId;
    this.#store = store;
    this.#ports = ports;
    this.#history = history;
    this.#delivery = new MessageDelivery(store, ports, () => history.catchUp());
    this.#sender = 'userEmail' in ports.senderFields ? ports.senderFields.userEmail : GUEST;
    store.update({ nextModel: draftStorage.get(`model:${chatId}`) || undefined });
    this.#showRefused();
  }

  /**
   * Sends a message with the model chosen for the next message, and clears that choice. If an older window (range of
   * messages) of the chat is on screen, shows the chat's end first.
   */
  send(input: string, files: readonly FileInfo[] = []): SendResult {
    const refusal = this.#isShowingEnd ? { sent: false } : this.#refusal(input, files);
    if (refusal) return refusal;
    const options = { model: this.#store.get().nextModel, files };
    this.#setNext(undefined);
    if (this.#history.isDetached) void this.#sendAtEnd(input, options);
    else this.#delivery.send(this.#create(input, options));
    return { sent: true };
  }

  /** Resends a message after a reload of the page, unless it was refused. */
  resume(message: SentMessage): void {
    if (message.refused === undefined) this.#delivery.send(message, { wasSent: true });
  }

  /**
   * Sets the model for the next message. With undefined, the chat's model answers, or else the server chooses a model.
   * Sent messages then lose the models that the user chose for them. Unsent messages keep theirs.
   */
  chooseNext(nextModel: string | undefined): void {
    if (nextModel === undefined) this.#chosen.clear();
    this.#setNext(nextModel);
  }

  sizeOf(text: string, files = 0): MessageSize | undefined {
    return sizeOf(text, this.#ports.senderFields, files);
  }

  /**
   * Sends the user's message at `index` again with its files and a new `text`, as a new version. If the message is the
   * user's last message on the newest path, replaces it instead in two cases: its reply has failed, or the chat can
   * have no more versions. A guest's chat can have no versions.
   */
  edit(index: number, text: string): SendResult {
    const { messages, branches } = this.#store.get();
    const asked = messages.find((message) => message.role === 'user' && message.index === index);
    if (!asked) return { sent: false };
    const last = lastTurn(messages);
    const hasVersions = this.#ports.account !== undefined && branches.length < BRANCHES_MAX;
    const isReplaced = last?.question === asked && (!hasVersions || last.reply?.status === 'failed');
    const place = isReplaced ? this.#inPlaceOf(index) : { versionOf: index };
    return this.#trySend(text, { ...place, model: this.#chosen.get(asked.key), files: keptFiles(asked) });
  }

  /**
   * Sends the last message again with its files, in the place of the last turn. Without a `model`, keeps the model
   * that the user chose for the message.
   */
  replaceLast(text?: string, model?: string): SendResult {
    const last = lastTurn(this.#store.get().messages);
    if (!last) return { sent: false };
    const { index, key, content } = last.question;
    const files = keptFiles(last.question);
    // If the server refuses the new message, the old reply shows the error and a Retry button. That retry looks up the
    // model by the key of the old message.
    if (model !== undefined) this.#chosen.set(key, model);
    return this.#trySend(text ?? content, { ...this.#inPlaceOf(index), model: this.#chosen.get(key), files });
  }

  /**
   * Sends a refused message again, or asks again for a failed reply. `key` is the key of that message or reply. If an
   * older window of the chat is on screen, returns `sent: false`, shows the chat's end, and then retries. A refused
   * version of a message in that window is sent again at once.
   */
  retry(key: string, options: RetryOptions = {}): SendResult {
    if (!this.#history.isDetached || this.#versionOf(key) !== undefined) return this.#retryNow(key, options);
    void this.#showEnd().then((isAtEnd) => isAtEnd && this.#retryNow(key, options));
    return { sent: false };
  }

  discard(requestId: string): void {
    this.#ports.sent.forget(requestId);
    this.#store.dispatch({ type: 'messageDiscarded', requestId });
  }

  /** Sends 'skip' (docs/spec.md 4.8). If that fails, adds a reply with an error text, which only this client has. */
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

  /**
   * Waits until the server has begun the reply, because the server refuses an earlier request to stop. Then asks the
   * server to stop the reply. Shows no error if the request fails, because usually the reply has ended.
   */
  async stop(): Promise<void> {
    if (this.#store.get().stopping) return;
    this.#store.update({ stopping: true });
    await this.#whenBegun();
    if (!this.#store.get().stopping) return;
    await this.#ports.socket
      .request('stopReply', { chatId: this.#chatId, ...this.#ports.senderFields })
      .catch(() => this.#store.update({ stopping: false }));
  }

  /**
   * Toggles the like of a reply optimistically. Combines clicks during a request into one request after it. Then
   * scrolls to the thank-you message, if there is one (docs/spec.md 4.7) and the user has sent nothing meanwhile.
   */
  async toggleLike(messageIndex: number): Promise<void> {
    const asked = this.#lastAsked();
    if ((await this.#toggle(messageIndex, 'liked')) === undefined) return;
    await this.#history.catchUp();
    // Does not scroll if the user has sent a message meanwhile, because that message and its reply must stay in view.
    setTimeout(() => {
      if (this.#lastAsked() === asked) this.#scrollToThankYou();
    }, THANK_YOU_SCROLL_DELAY_MS);
  }

  /** Resolves with true if a dislike was saved. */
  async toggleDislike(messageIndex: number): Promise<boolean> {
    return (await this.#toggle(messageIndex, 'disliked')) === 'disliked';
  }

  /** Rejects if the server refuses the feedback. */
  async sendFeedback(messageIndex: number, feedback: Feedback): Promise<void> {
    await this.#rate(messageIndex, 'disliked', feedback);
    // If the user clicked during the request, the screen already shows the newer rating, which is saved next.
    if (!this.#ratings.has(messageIndex)) this.#showRating(messageIndex, 'disliked', 'answer');
  }

  /**
   * Toggles a rating of a reply. Resolves with the rating that was saved; undefined when saving failed, or when the
   * call for an earlier click is still saving and saves this rating too.
   */
  async #toggle(messageIndex: number, rating: Exclude<Rating, 'none'>): Promise<Rating | undefined> {
    const before = ratingOf(this.#store.get().messages.find(({ index }) => index === messageIndex));
    const wanted = before === rating ? 'none' : rating;
    const isRequesting = this.#ratings.has(messageIndex);
    this.#ratings.set(messageIndex, wanted);
    this.#showRating(messageIndex, wanted, 'click');
    if (isRequesting) return undefined;
    const { saved, isSaved } = await this.#saveRating(messageIndex, before);
    this.#ratings.delete(messageIndex);
    this.#showRating(messageIndex, saved, 'answer');
    return isSaved ? saved : undefined;
  }

  /**
   * Returns the result for a text that cannot be sent now. Nothing is sent while kept messages are shown, because the
   * server may have newer ones.
   */
  #refusal(input: string, files: readonly FileInfo[] = []): SendResult | undefined {
    const text = input.trim();
    const { pending, isKept } = this.#store.get();
    if ((text === '' && files.length === 0) || pending || isKept) return { sent: false };
    const problem = tooLong(text, this.#ports.senderFields, files.length);
    return problem === undefined ? undefined : { sent: false, problem };
  }

  #trySend(input: string, options: SendOptions, onFailure?: () => void): SendResult {
    const refusal = this.#refusal(input, options.files);
    if (!refusal) this.#delivery.send(this.#create(input, options), { onFailure });
    return refusal ?? { sent: true };
  }

  /** Keeps the model for the next message in the tab, like the draft. */
  #setNext(nextModel: string | undefined): void {
    draftStorage.set(`model:${this.#chatId}`, nextModel ?? '');
    this.#store.update({ nextModel });
  }

  /**
   * Shows the chat's end. If the user jumps to another message meanwhile, shows the end again. Resolves with false if
   * the end cannot be read.
   */
  async #showEnd(): Promise<boolean> {
    while (this.#history.isDetached) if (!(await this.#history.showLatest())) return false;
    return true;
  }

  /** Shows the chat's end and then sends the text. If either fails, keeps the text as an unsent message at the end. */
  async #sendAtEnd(text: string, options: SendOptions): Promise<void> {
    this.#isShowingEnd = true;
    const isAtEnd = await this.#showEnd();
    this.#isShowingEnd = false;
    if (isAtEnd && this.#trySend(text, options).sent) return;
    const refused = chatCopy.conversation.notSentAway;
    const message = { ...this.#create(text, options), after: Number.MAX_SAFE_INTEGER, refused };
    this.#ports.sent.keep(message);
    this.#store.dispatch({ type: 'messageRefused', message, isKept: true });
  }

  /**
   * Returns the options that send a message in the place of the last turn. On an older path the message becomes a
   * version, because the server replaces only the last turn of the newest path.
   */
  #inPlaceOf(index: number | undefined): Pick<SendOptions, 'replaces' | 'versionOf'> {
    return this.#store.get().through === undefined ? { replaces: index } : { versionOf: index };
  }

  /**
   * Returns the `versionOf` of the unsent message with this key: the index of the earlier version. Returns undefined if
   * the earlier version is not on screen.
   */
  #versionOf(key: string): number | undefined {
    const { messages, turns } = this.#store.get();
    const versionOf = findTurn(turns, key)?.sent?.versionOf;
    return messages.some(({ index }) => index === versionOf) ? versionOf : undefined;
  }

  #retryNow(key: string, { isAuto = false, text, without = [] }: RetryOptions): SendResult {
    const { messages } = this.#store.get();
    const failed = messages.find((message) => message.key === key);
    const last = lastTurn(messages);
    if (failed?.role === 'assistant') {
      const asked = questionOf(messages, failed);
      if (!asked) return { sent: false };
      const place = asked === last?.question ? this.#inPlaceOf(asked.index) : {};
      if (isAuto) this.#chosen.delete(asked.key);
      const model = this.#chosen.get(asked.key);
      return this.#trySend(asked.content, { ...place, model, files: keptFiles(asked) });
    }
    const words = text ?? failed?.content ?? '';
    const files = keptFiles(failed).filter(({ fileId }) => !without.includes(fileId));
    const refusal = this.#refusal(words, files);
    if (refusal) return refusal;
    const replaces = findTurn(this.#store.get().turns, key)?.sent?.replaces;
    const isOfLast = replaces !== undefined && replaces === last?.question.index;
    const place = isOfLast ? this.#inPlaceOf(replaces) : { versionOf: this.#versionOf(key) };
    this.discard(key);
    const model = isAuto ? undefined : failed?.model;
    this.#delivery.send(this.#create(words, { ...place, model, files }));
    return { sent: true };
  }

  /**
   * Sends the rating on screen, and again if a click has changed the rating during the request. Resolves with the last
   * rating that the server is known to have. `isSaved` is false after a failure.
   */
  async #saveRating(index: number, known: Rating): Promise<{ saved: Rating; isSaved: boolean }> {
    let saved = known;
    do {
      const wanted = this.#ratings.get(index) ?? saved;
      try {
        await this.#rate(index, wanted);
        saved = wanted;
      } catch {
        return { saved, isSaved: false };
      }
    } while (this.#ratings.get(index) !== saved);
    return { saved, isSaved: true };
  }

  /**
   * Sends a rating after the earlier requests have ended. Otherwise the server could process two ratings in the wrong
   * order. For example, the user sends feedback and then takes the dislike back. If the server processed the feedback
   * last, the dislike would be stored again.
   */
  #rate(messageIndex: number, rating: Rating, feedback?: Feedback): Promise<unknown> {
    const data = { chatId: this.#chatId, messageIndex, ...this.#ports.senderFields, ...fieldsOf(rating) };
    const send = () => this.#ports.socket.request('likeMessage', { ...data, feedback });
    const sent = this.#rated ? this.#rated.then(send) : send();
    this.#rated = sent.catch(() => undefined);
    return sent;
  }

  #showRating(messageIndex: number, rating: Rating, by: 'click' | 'answer'): void {
    this.#history.noteChange();
    this.#store.dispatch({ type: 'likeChanged', messageIndex, ...fieldsOf(rating), by });
  }

  /** Marks a file as removed, by this device or another. */
  fileRemoved(fileId: string): void {
    this.#history.noteChange();
    this.#store.dispatch({ type: 'fileRemoved', fileId });
  }

  /** Resolves once the server has begun the reply that shall stop, or the reply has ended. */
  #whenBegun(): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        const { stopping, turns } = this.#store.get();
        if (stopping && turns.some((turn) => isUnacknowledged(turn) && turn.index === undefined)) return;
        unsubscribe();
        resolve();
      };
      const unsubscribe = this.#store.subscribe(check);
      check();
    });
  }

  #lastAsked = (): string | undefined =>
    this.#store.get().messages.findLast(({ role }) => role === 'user')?.key;

  #scrollToThankYou(): void {
    const thankYou = this.#store.get().messages.findLast((m) => m.isExtra && THANK_YOU.test(m.content));
    if (thankYou?.index !== undefined)
      this.#store.update({ target: { index: thankYou.index, isFound: false } });
  }

  #now(): string {
    return (this.#ports.now?.() ?? new Date()).toISOString();
  }

  #create(input: string, { replaces, versionOf, model: chosen, files = [] }: SendOptions = {}): SentMessage {
    const chat = this.#ports.account?.list.find(this.#chatId);
    const model = chosen ?? chat?.model;
    const { messages, olderThan, through } = this.#store.get();
    const after = lastIndex(messages);
    const isFirst = !messages.some(({ role, status }) => role === 'user' && status !== 'unsent');
    const requestId = crypto.randomUUID();
    if (chosen !== undefined) this.#chosen.set(requestId, chosen);
    return {
      requestId,
      chatId: this.#chatId,
      sender: this.#sender,
      text: input.trim(),
      createdAt: this.#now(),
      after,
      first: olderThan === undefined && isFirst,
      ...(replaces !== undefined && { replaces }),
      ...(versionOf !== undefined && { versionOf }),
      ...(through !== undefined && versionOf === undefined && { continues: after }),
      ...(model !== undefined && { model }),
      ...(chat?.effort !== undefined && { effort: chat.effort }),
      ...(files.length > 0 && { files }),
    };
  }

  /** Shows the messages that were refused before a reload or before a switch to another chat. */
  #showRefused(): void {
    for (const message of this.#ports.sent.of(this.#sender))
      if (message.chatId === this.#chatId && message.refused !== undefined)
        this.#store.dispatch({ type: 'messageRefused', message, isKept: true });
  }
}
