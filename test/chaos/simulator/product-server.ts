/**
 * The product's server as the contract describes it, in memory and in simulated time: a chat has one turn at a time, a
 * request id is handled once, the ack comes with the end of the reply, pieces carry attempt and offset, history comes
 * by pages.
 */
import type { Chat, Message } from '#contract/entities';
import { ERRORS, type ErrorCode } from '#contract/error-codes';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import { type ClientFrame, clientFrame, fromWire, type ServerFrame } from '#contract/socket';
import type { HistoryPage } from '../../../web/src/features/chat/api/early-chat-calls.ts';
import { history, type StoredChat, type StoredTurn } from './product-store.ts';
import { type Reader, ReplyWorker } from './reply-worker.ts';
import type { ReplyFault } from './schedule.ts';
import { sleep } from './sleep.ts';

type Data<A extends ClientFrame['action']> = Extract<ClientFrame, { action: A }>['data'];

/** Time of a function from the arrival of an event to its first effect, in milliseconds. */
const HANDLER_MS = 20;
/** Milliseconds after which a crashed worker's event is delivered again. The lease has ended by then. */
const RETRY_MS = 25_000;

export class ProductServer {
  readonly chats = new Map<string, StoredChat>();
  readonly connections = new Set<Reader>();
  private readonly replyFaults: readonly ReplyFault[];
  private replies = 0;
  private healed = false;

  constructor(replyFaults: readonly ReplyFault[]) {
    this.replyFaults = replyFaults;
  }

  /** Applies no more faults to replies. */
  heal(): void {
    this.healed = true;
  }

  addChat(chat: Chat): void {
    const welcome: StoredTurn = {
      index: 0,
      requestId: '',
      earlierIds: [],
      text: `${chat.chatId}: welcome`,
      at: chat.createdAt,
      status: 'complete',
      attempt: 0,
      kind: 'welcome',
    };
    this.chats.set(chat.chatId, { ...chat, nextIndex: 1, turns: [welcome], replaced: new Set() });
  }

  /** Takes a frame in, and handles it a little later, concurrently with other frames. */
  async receive(from: Reader, json: string): Promise<void> {
    const frame = clientFrame.parse(JSON.parse(json));
    await sleep(HANDLER_MS);
    if (frame.action === 'ping') from.post({ type: 'pong' });
    else if (frame.action === 'chat') this.chat(from, frame.id, frame.data);
    else if (frame.action === 'likeMessage') this.like(from, frame.id, frame.data);
    else if (frame.action === 'stopReply') this.stop(from, frame.id, frame.data);
  }

  /** The newest messages before an index; or the oldest after one. */
  readHistory(
    chatId: string,
    size: number,
    range: { before?: number | undefined; after?: number | undefined } = {},
  ): HistoryPage {
    const all = history(this.chatOf(chatId));
    const { before = Number.POSITIVE_INFINITY, after } = range;
    const within = all.filter(({ messageIndex: i }) => i < before && i > (after ?? -1));
    const messages = after === undefined ? within.slice(-size) : within.slice(0, size);
    const first = messages[0]?.messageIndex ?? 0;
    const last = messages.at(-1)?.messageIndex ?? -1;
    return {
      messages,
      olderThan: all.some(({ messageIndex: i }) => i < first) ? first : undefined,
      newerThan: all.some(({ messageIndex: i }) => i > last) ? last : undefined,
    };
  }

  stored(chatId: string): readonly Message[] {
    return history(this.chatOf(chatId));
  }

  private chatOf(chatId: string): StoredChat {
    const chat = this.chats.get(chatId);
    if (!chat) throw new Error(`There is no chat ${chatId}`);
    return chat;
  }

  private announce(frames: readonly ServerFrame[], except?: Reader): void {
    for (const connection of [...this.connections])
      if (connection !== except) for (const frame of frames) connection.post(frame);
  }

  private chat(from: Reader, requestId: string, data: Data<'chat'>): void {
    const chat = this.chatOf(data.chatId);
    const earlier = chat.turns.find((turn) => [turn.requestId, ...turn.earlierIds].includes(requestId));
    if (chat.pending?.requestId === requestId) void this.work(chat, chat.pending.index, requestId);
    else if (earlier) {
      // While the turn streams, its worker sends its frames later. Only a request that the turn has replaced gets
      // its ack here.
      for (const frame of endFrames(chat.chatId, earlier, requestId))
        if (earlier.status !== 'streaming' || (frame.type === 'ack' && earlier.requestId !== requestId))
          from.post(frame);
    } else if (chat.pending) refuse(from, requestId, 'reply_pending');
    else this.begin(from, chat, requestId, data);
  }

  private begin(from: Reader, chat: StoredChat, requestId: string, data: Data<'chat'>): void {
    const last = chat.turns.findLast(({ userText }) => userText !== undefined);
    if (data.replaces !== undefined && data.replaces !== last?.index) {
      refuse(from, requestId, 'not_last_turn');
      return;
    }
    const index = data.replaces ?? chat.nextIndex;
    if (data.replaces === undefined) chat.nextIndex += 2;
    chat.pending = { requestId, index };
    const at = new Date().toISOString();
    const content = fromWire(data.message);
    const turn = { index, requestId, userText: content, text: '', at, status: 'streaming' as const };
    const before = chat.turns.find((stored) => stored.index === index);
    const earlierIds = before ? [before.requestId, ...before.earlierIds] : [];
    if (before?.userText !== undefined && before.userText !== content) chat.replaced.add(before.userText);
    chat.turns = [
      ...chat.turns.filter((stored) => stored !== before),
      { ...turn, earlierIds, attempt: before?.attempt ?? 0, leaseUntil: 0 },
    ].toSorted((a, b) => a.index - b.index);
    const told = { chatId: chat.chatId, requestId, content, createdAt: at, messageIndex: index };
    const replaces = data.replaces === undefined ? {} : { replaces: true };
    const accepted = { chatId: chat.chatId, messageIndex: index, createdAt: at };
    from.post({ type: 'accepted', id: requestId, data: accepted });
    this.announce([{ type: 'userMessage', data: { ...told, ...replaces } }], from);
    void this.work(chat, index, requestId);
  }

  /** Runs the reply's worker. Runs it again after a crash. */
  private async work(chat: StoredChat, index: number, requestId: string): Promise<void> {
    await sleep(HANDLER_MS);
    const turn = chat.turns.find((stored) => stored.index === index && stored.requestId === requestId);
    if (turn?.status !== 'streaming' || (turn.leaseUntil ?? 0) > Date.now()) return;
    const nth = turn.nth ?? this.replies++;
    const isFirst = turn.nth === undefined;
    turn.nth = nth;
    turn.attempt += 1;
    const fault = this.healed ? undefined : this.replyFaults.find((planned) => planned.nth === nth);
    const crashAfter = fault?.kind === 'crash' && isFirst ? fault.pieces : undefined;
    const failAfter = fault?.kind === 'fail' ? fault.pieces : undefined;
    const worker = new ReplyWorker(chat, turn, () => this.connections);
    const outcome = await worker.run({ crashAfter, failAfter });
    if (outcome === 'crashed') {
      await sleep(RETRY_MS);
      await this.work(chat, index, requestId);
      return;
    }
    turn.status = outcome;
    if (fault?.kind === 'bodiless') turn.bodiless = true;
    if (chat.pending?.requestId === requestId) delete chat.pending;
    this.announce(endFrames(chat.chatId, turn));
  }

  private stop(from: Reader, id: string, { chatId }: Data<'stopReply'>): void {
    const chat = this.chatOf(chatId);
    const turn = chat.turns.find(({ requestId }) => requestId === chat.pending?.requestId);
    if (!turn) {
      refuse(from, id, 'no_reply_pending');
      return;
    }
    turn.stop = true;
    from.post({ type: 'ack', id, data: { chatId } });
  }

  private like(from: Reader, id: string, { chatId, messageIndex, liked }: Data<'likeMessage'>): void {
    const chat = this.chatOf(chatId);
    const turn = chat.turns.find(
      ({ index, userText }) => (userText === undefined ? index : index + 1) === messageIndex,
    );
    if (!turn || turn.kind || turn.status === 'streaming') {
      refuse(from, id, 'message_not_found');
      return;
    }
    turn.liked = liked;
    const data = { chatId, messageIndex, liked };
    if (liked && !chat.turns.some(({ kind }) => kind === 'extra')) this.thank(chat);
    from.post({ type: 'ack', id, data });
    this.announce([{ type: 'messageLiked', data }], from);
  }

  private thank(chat: StoredChat): void {
    const extra: StoredTurn = {
      index: chat.nextIndex,
      requestId: '',
      earlierIds: [],
      text: `${chat.chatId}: thank you!`,
      at: new Date().toISOString(),
      status: 'complete',
      attempt: 0,
      kind: 'extra',
    };
    chat.nextIndex += 1;
    chat.turns = [...chat.turns, extra];
    this.announce(endFrames(chat.chatId, extra).slice(0, 1));
  }
}

/** The frames that tell how a turn ended: the message, then the acknowledgement. */
function endFrames(chatId: string, turn: StoredTurn, id: string = turn.requestId): ServerFrame[] {
  const { status, userText, index, text, at: createdAt, requestId } = turn;
  const messageIndex = userText === undefined ? index : index + 1;
  const content = turn.bodiless ? {} : { content: text };
  const origin = turn.kind === 'extra' ? { requestId: `at:${index}`, isExtra: true } : { requestId };
  const message: ServerFrame = {
    type: 'assistantMessage',
    data: { chatId, role: 'assistant', ...content, createdAt, messageIndex, status, ...origin },
  };
  if (status !== 'failed') return [message, { type: 'ack', id, data: { chatId, messageIndex, status } }];
  const error = { code: 'reply_failed', message: ERRORS.reply_failed.message } as const;
  return [message, { type: 'ack', id, error }];
}

function refuse(to: Reader, id: string, code: ErrorCode): void {
  to.post({ type: 'ack', id, error: { code, message: ALL_ERRORS[code].message } });
}
