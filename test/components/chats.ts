/** A fake of the chat server in memory: the calls and frames that screens need. The test writes the replies. */
import { beforeEach } from 'vitest';
import type { Announcement } from '#contract/announcement';
import type {
  Chat,
  FileInfo,
  Message,
  MessageStatus,
  Project,
  Quota,
  Subscription,
} from '#contract/entities';
import type { ErrorCode } from '#contract/error-codes';
import type { Feedback } from '#contract/feedback-fields';
import { http } from '#contract/http-calls';
import { ALL_ERRORS } from '#contract/server-worded-errors';
import type { ClientFrame, FrameOf } from '#contract/socket';
import { TEMPORARY_CHAT_LIFE_MS, TEMPORARY_CHAT_NAME } from '#contract/temporary-chats';
import { answer, refuse } from './server.ts';
import { onFrame, push, pushText } from './socket.ts';

interface StoredChat extends Chat {
  messages: Message[];
}
export interface HandReply extends Writer {
  /** Resolves when the message has come. */
  readonly started: Promise<void>;
}
type Reply = (writer: Writer) => void;
interface Writer {
  /** Sends what the model thinks. `ms` is the time for which it has thought. */
  think(text: string, ms?: number): void;
  write(text: string): void;
  /** Ends the reply. With an error, the acknowledgement has its code. */
  end(status?: Exclude<MessageStatus, 'streaming'>, error?: ErrorCode): void;
}
interface FrameRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

const DAY_MS = 86_400_000;
const FIRST_AT = Date.UTC(2026, 0, 1, 12);
const AT = new Date(FIRST_AT).toISOString();
const PAGE = 50;
export const FREE: Subscription = { tier: 'free', active: false };
const MODELS = [
  ['geminitwofive', 'Gemini 2.5', false, 'Gemma 4 31B, by Google, on Bedrock'],
  ['deepseek', 'DeepSeek', false, undefined],
  ['claude', 'Claude', true, 'Claude Sonnet 5.5, by Anthropic, on Bedrock'],
] as const;
const THINKING: ReadonlySet<string> = new Set(['deepseek', 'claude']);
export const MODEL = 'geminitwofive';

let servers = 0;

export class ChatServer {
  chats: StoredChat[] = [];
  projects: Project[] = [];
  /** The operator's announcement. */
  announcement: Announcement | undefined;
  /** Temporary chats, which no list has. */
  temporary: StoredChat[] = [];
  /** Feedback that came with dislikes. */
  readonly feedback: Feedback[] = [];
  /** Age in milliseconds that a new temporary chat is given. */
  temporaryAge = 0;
  subscription: Subscription = FREE;
  quota: Quota = { limit: 50, left: 50, resetsAt: nextMidnight() };
  /** Registered files, by id (files.ts). */
  readonly files = new Map<string, FileInfo>();
  /** Frames that the page sent, but for its pings. */
  readonly frames: ClientFrame[] = [];
  #reply: Reply = (writer) => {
    writer.write('A plain reply.');
    writer.end();
  };
  readonly #refused = new Map<ClientFrame['action'], FrameRefusal>();
  readonly #notHandedOver = new Map<ClientFrame['action'], number>();
  readonly #held = new Map<ClientFrame['action'], ClientFrame[]>();
  #stop: (() => void) | undefined;
  #made = 0;
  /** Part of the ids of its chats, so that what a late upload of another test stores is in no chat of this one. */
  readonly #number = ++servers;

  /** Adds chats named `Stored chat n`, each a minute younger than the one before. */
  givenChats(count: number): void {
    for (let n = 1; n <= count; n += 1) this.chats.unshift(this.#newChat(`Stored chat ${n}`));
  }

  /** Adds turns to the newest chat, after its welcome: `Stored question n` and `Stored answer n`. */
  givenTurns(count: number, filling = ''): void {
    const chat = this.newest();
    for (let n = 1; n <= count; n += 1) {
      chat.messages.push(message(2 * n - 1, 'user', `Stored question ${n}`));
      chat.messages.push(message(2 * n, 'assistant', `Stored answer ${n}${filling}`));
    }
  }

  newest(): StoredChat {
    this.chats[0] ??= this.#newChat('Chat 1');
    return this.chats[0];
  }

  replyWith(...chunks: readonly string[]): void {
    this.#reply = (writer) => {
      for (const chunk of chunks) writer.write(chunk);
      writer.end();
    };
  }

  failReplies(): void {
    this.#reply = (writer) => writer.end('failed');
  }

  /** Lets the test write the next reply. */
  replyByHand(): HandReply {
    const { promise: started, resolve } = Promise.withResolvers<void>();
    let writer: Writer | undefined;
    const before = this.#reply;
    this.#reply = (given) => {
      writer = given;
      this.#reply = before;
      resolve();
    };
    return {
      started,
      think: (text, ms) => writer?.think(text, ms),
      write: (text) => writer?.write(text),
      end: (status, error) => writer?.end(status, error),
    };
  }

  /** Refuses frames of a kind until `accept`, also those that are held. */
  refuseFrames(
    action: ClientFrame['action'],
    code: ErrorCode,
    words: string = ALL_ERRORS[code].message,
  ): void {
    this.#refused.set(action, { code, message: words });
    this.#release(action);
  }

  accept(action: ClientFrame['action']): void {
    this.#refused.delete(action);
    this.#release(action);
  }

  #release(action: ClientFrame['action']): void {
    const held = this.#held.get(action) ?? [];
    this.#held.delete(action);
    for (const frame of held) this.#receive(frame);
  }

  /** Answers the next `times` frames of a kind with API Gateway's own error, before any function gets them. */
  refuseAtGateway = (action: ClientFrame['action'], times: number): void =>
    void this.#notHandedOver.set(action, times);

  /** Holds frames of a kind until `accept`. */
  holdFrames = (action: ClientFrame['action']): void => void this.#held.set(action, []);

  start(): void {
    onFrame((frame) => {
      this.frames.push(frame);
      const held = this.#held.get(frame.action);
      if (held) held.push(frame);
      else this.#receive(frame);
    });
    this.#answerCalls();
  }

  #receive(frame: ClientFrame): void {
    const refusal = this.#refused.get(frame.action);
    const left = this.#notHandedOver.get(frame.action) ?? 0;
    this.#notHandedOver.set(frame.action, left - 1);
    if (left > 0) pushText('{"message":"Internal server error","connectionId":"c","requestId":"r"}');
    else if (refusal) push({ type: 'ack', id: frame.id, error: refusal });
    else if (frame.action === 'initChat') this.#initChat(frame);
    else if (frame.action === 'chat') this.#chat(frame);
    else if (frame.action === 'likeMessage') this.#like(frame);
    else if (frame.action === 'stopReply') this.#stopReply(frame);
  }

  #initChat({ id, data }: FrameOf<'initChat'>): void {
    const known = this.chats.find(({ chatId }) => chatId === data.chatId);
    const chat = known ?? this.#newChat(this.#nameOf(data), data.isGuest);
    if (data.isTemporary) {
      const createdAt = new Date(Date.now() - this.temporaryAge).toISOString();
      this.temporary.push(Object.assign(chat, { chatId: `temp-${chat.chatId}`, createdAt }));
      if (this.temporaryAge >= TEMPORARY_CHAT_LIFE_MS) this.temporary = [];
    } else if (!known) this.chats.unshift(chat);
    push({ type: 'ack', id, data: chat });
  }

  #chat({ id, data }: FrameOf<'chat'>): void {
    const chat = this.#find(data.chatId);
    if (!chat) {
      push({ type: 'ack', id, error: { code: 'chat_not_found', message: '' } });
      return;
    }
    if (data.replaces !== undefined)
      chat.messages = chat.messages.filter(({ messageIndex }) => messageIndex < (data.replaces ?? 0));
    const messageIndex = (chat.messages.at(-1)?.messageIndex ?? -1) + 1;
    const { chatId } = chat;
    const question = {
      ...message(messageIndex, 'user', data.message.replaceAll('<br>', '\n')),
      requestId: id,
      ...(data.files && { files: this.#filesOf(data.files) }),
    };
    chat.messages.push(question);
    this.quota = { ...this.quota, left: this.quota.left - 1 };
    push({ type: 'accepted', id, data: { chatId, messageIndex, createdAt: AT } });
    this.#reply(this.#writer(chat, id, messageIndex + 1, data.model));
  }

  #filesOf = (ids: readonly string[]): FileInfo[] => ids.flatMap((fileId) => this.files.get(fileId) ?? []);

  /** Streams a reply, and ends it with its whole text and the acknowledgement. */
  #writer(chat: StoredChat, requestId: string, messageIndex: number, chosen: string | undefined): Writer {
    const { chatId } = chat;
    const model = chosen ?? chat.model ?? MODEL;
    const reason = chosen ? 'You chose this model.' : 'A general question.';
    let content = '';
    let thoughts = '';
    let thoughtMs: number | undefined;
    const end = (status: Exclude<MessageStatus, 'streaming'> = 'complete', error?: ErrorCode) => {
      this.#stop = undefined;
      const thought = thoughtMs === undefined ? {} : { thoughtMs };
      const about = { requestId, status, model, reason, ...thought };
      const reply = { ...message(messageIndex, 'assistant', content), ...about };
      chat.messages.push(reply);
      push({ type: 'assistantMessage', data: { ...reply, role: 'assistant', chatId } });
      const ack = { chatId, messageIndex, status, response: content, quota: this.quota };
      if (error)
        push({ type: 'ack', id: requestId, error: { code: error, message: ALL_ERRORS[error].message } });
      else push({ type: 'ack', id: requestId, data: ack });
    };
    this.#stop = () => end('stopped');
    return {
      think: (text, ms = 0) => {
        const data = { chatId, messageIndex, requestId, attempt: 1, offset: thoughts.length, text, ms };
        thoughts += text;
        thoughtMs = ms;
        push({ type: 'thinkingDelta', data });
      },
      write: (text) => {
        const data = { chatId, messageIndex, requestId, attempt: 1, offset: content.length, text, model };
        const thought = content === '' && thoughtMs !== undefined ? { thoughtMs } : {};
        content += text;
        push({ type: 'assistantDelta', data: { ...data, ...thought } });
      },
      end,
    };
  }

  #like({ id, data }: FrameOf<'likeMessage'>): void {
    const chat = this.#find(data.chatId);
    const liked = chat?.messages.find(({ messageIndex }) => messageIndex === data.messageIndex);
    if (!chat || !liked) {
      push({ type: 'ack', id, error: { code: 'message_not_found', message: '' } });
      return;
    }
    liked.liked = data.liked;
    liked.disliked = data.disliked ?? false;
    if (data.feedback) this.feedback.push(data.feedback);
    if (data.liked) {
      const index = (chat.messages.at(-1)?.messageIndex ?? 0) + 1;
      chat.messages.push({ ...message(index, 'assistant', 'Thank you for the like!'), isExtra: true });
    }
    const { chatId, messageIndex } = data;
    const rating = { liked: data.liked, disliked: liked.disliked };
    push({ type: 'ack', id, data: { chatId, messageIndex, ...rating, messages: chat.messages } });
  }

  /** Moves a chat into a project, or out of every project. */
  move(chatId: string | undefined, projectId: string | null) {
    const chat = this.chats.find((one) => one.chatId === chatId);
    if (!chat) return refuse('chat_not_found');
    if (projectId === null) delete chat.projectId;
    else chat.projectId = projectId;
    return chat;
  }

  #stopReply({ id, data }: FrameOf<'stopReply'>): void {
    this.#stop?.();
    push({ type: 'ack', id, data: { chatId: data.chatId } });
  }

  #answerCalls(): void {
    answer('getChats', ({ input }) => {
      const isWanted = ({ archivedAt, projectId, removeAt }: Chat) =>
        (input.expiring === undefined
          ? (input.archived === 'true') === (archivedAt !== undefined)
          : removeAt !== undefined) &&
        (input.projectId === undefined || input.projectId === projectId);
      const wanted = this.chats.filter(isWanted);
      const from = 1 + wanted.findIndex(({ chatId }) => chatId === input.cursor);
      const chats = wanted.slice(from, from + PAGE);
      const nextCursor = from + PAGE < wanted.length ? chats.at(-1)?.chatId : undefined;
      return {
        chats,
        projects: this.projects,
        ...(this.announcement && { announcement: this.announcement }),
        pinned: this.chats.filter(({ pinnedAt }) => pinnedAt !== undefined),
        archivedIds: this.chats
          .filter(({ archivedAt }) => archivedAt !== undefined)
          .map(({ chatId }) => chatId),
        ...(nextCursor !== undefined && { nextCursor }),
      };
    });
    this.#answerPlaces();
    answer('getChatHistory', ({ input }) => {
      const chat = this.#find(input.chatId);
      return chat ? { ...historyPage(chat.messages, input), chat } : refuse('chat_not_found');
    });
    answer('renameChat', ({ input, body }) => {
      const chat = this.#find(input.chatId);
      if (!chat) return refuse('chat_not_found');
      chat.name = http.renameChat.body.parse(body).newName;
      return { chatId: chat.chatId, name: chat.name };
    });
    answer('setChatModel', ({ input, body }) => {
      const chat = this.#find(input.chatId);
      if (!chat) return refuse('chat_not_found');
      chat.model = http.setChatModel.body.parse(body).model ?? undefined;
      return { chatId: chat.chatId, model: chat.model };
    });
    answer('setChatEffort', ({ input, body }) => {
      const chat = this.#find(input.chatId);
      if (!chat) return refuse('chat_not_found');
      chat.effort = http.setChatEffort.body.parse(body).effort ?? undefined;
      return { chatId: chat.chatId, effort: chat.effort };
    });
    this.#answerDeletions();
    answer('getSubscriptionStatus', () => ({
      success: true,
      ...this.subscription,
      subscription: this.subscription,
    }));
    answer('getAvailableModels', () => ({
      models: MODELS.filter(([, , isPremium]) => !isPremium || this.#isPaid()).map(([id]) => id),
      details: MODELS.map(([id, displayName, isPremium, trueModel]) => ({
        ...{ id, displayName, goodAt: `What ${displayName} is good at` },
        isLocked: isPremium && !this.#isPaid(),
        ...(trueModel !== undefined && { trueModel }),
        ...(THINKING.has(id) && { thinking: 'optional' as const }),
      })),
      efforts: this.#isPaid() ? ['balanced', 'quick', 'thorough'] : ['quick', 'balanced'],
      lockedEfforts: this.#isPaid() ? [] : ['thorough'],
    }));
    answer('listDevices', () => ({
      devices: [
        {
          id: 'this',
          since: AT,
          lastUsed: AT.slice(0, 10),
          browser: 'Chrome',
          system: 'Linux',
          isThis: true,
        },
      ],
    }));
    answer('getUsage', () => ({ today: this.quota, days: [] }));
  }

  #answerPlaces(): void {
    const put = (chatId: string | undefined, place: Pick<Chat, 'pinnedAt' | 'archivedAt'>) => {
      const chat = this.#find(chatId);
      return chat ? Object.assign(chat, place) : refuse('chat_not_found');
    };
    answer('setChatPinned', ({ input, body }) => {
      const { pinned } = http.setChatPinned.body.parse(body);
      return put(input.chatId, { pinnedAt: pinned ? AT : undefined, archivedAt: undefined });
    });
    answer('setChatArchived', ({ input, body }) => {
      const { archived } = http.setChatArchived.body.parse(body);
      return put(input.chatId, { pinnedAt: undefined, archivedAt: archived ? AT : undefined });
    });
  }

  #answerDeletions(): void {
    const deleted = new Map<string, { chat: StoredChat; at: number; place: StoredChat[] }>();
    answer('deleteChat', ({ input }) => {
      const { chatId = '' } = input;
      const place = chatId.startsWith('temp-') ? this.temporary : this.chats;
      const at = place.findIndex((chat) => chat.chatId === chatId);
      const [chat] = place.splice(at, at < 0 ? 0 : 1);
      if (!chat) return refuse('chat_not_found');
      deleted.set(chatId, { chat, at, place });
      return { chatId, restorableUntil: '2031-01-01T00:00:00.000Z' };
    });
    answer('restoreChat', ({ input }) => {
      const found = deleted.get(input.chatId ?? '');
      if (!found) return refuse('chat_not_found');
      found.place.splice(found.at, 0, found.chat);
      return found.chat;
    });
  }

  #isPaid = (): boolean => this.subscription.tier === 'paid';
  #find = (wanted: string | undefined): StoredChat | undefined =>
    [...this.chats, ...this.temporary].find(({ chatId }) => chatId === wanted);
  #nameOf = ({ isTemporary }: FrameOf<'initChat'>['data']): string =>
    isTemporary ? TEMPORARY_CHAT_NAME : `Chat ${this.chats.length + 1}`;

  /** Returns a new chat. Its id is a UUID of version 7, by which lists are sorted. A guest's id is 32 hex digits. */
  #newChat(name: string, isGuest = false): StoredChat {
    const n = ++this.#made;
    const at = FIRST_AT + n * 60_000;
    const time = at.toString(16).padStart(12, '0');
    const own = this.#number.toString(16).padStart(3, '0');
    const id = `${time.slice(0, 8)}-${time.slice(8)}-7${own}-8000-${n.toString(16).padStart(12, '0')}`;
    return {
      chatId: isGuest ? id.replaceAll('-', '') : id,
      name,
      createdAt: new Date(at).toISOString(),
      messages: [{ ...message(0, 'assistant', 'Hello! How can I help?'), isWelcome: true }],
    };
  }
}

/** Returns the next midnight in UTC, when the count of the day's messages starts at zero. */
const nextMidnight = (): string => new Date(Math.ceil(Date.now() / DAY_MS) * DAY_MS).toISOString();

const message = (messageIndex: number, role: Message['role'], content: string): Message => ({
  requestId: `at:${Math.ceil(messageIndex / 2)}`,
  ...{ role, content, createdAt: AT, messageIndex, status: 'complete' },
  ...(role === 'assistant' && messageIndex > 0 && { model: MODEL }),
});

function historyPage(messages: readonly Message[], { before, after }: Readonly<Record<string, string>>) {
  const size = 100;
  const from = messages.filter(({ messageIndex }) => messageIndex <= Number(after ?? -1)).length;
  const rest = messages.filter(({ messageIndex }) => messageIndex < Number(before ?? Infinity));
  const page = after === undefined ? rest.slice(-size) : messages.slice(from, from + size);
  const first = page[0]?.messageIndex ?? 0;
  const last = page.at(-1)?.messageIndex ?? 0;
  return {
    messages: { messages: [...page] },
    ...(first > 0 && { nextCursor: String(first) }),
    ...(last < (messages.at(-1)?.messageIndex ?? 0) && { newerCursor: String(last) }),
  };
}

export let server: ChatServer;

/** Gives each test of a file a new chat server with one chat. */
export function startChats(): void {
  beforeEach(() => {
    server = new ChatServer();
    server.newest();
    server.start();
  });
}
