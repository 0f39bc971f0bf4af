/**
 * Every frame on the socket (docs/spec.md 7.2), as zod discriminated unions.
 * A client frame carries `id`, chosen by the client; the server's `ack` repeats it. Sending the same `id`
 * again never stores or answers twice.
 */
import * as z from 'zod/mini';
import { chat, chatId, message, messageIndex, messageStatus, requestId } from './entities.ts';
import { errorBody } from './errors.ts';
import { quota } from './usage.ts';

const email = z.string().check(z.maxLength(254));

/** initChat: with `isGuest` and a stored `chatId`, the ack returns that chat with its newest messages. */
export const initChatData = z.object({
  isGuest: z.optional(z.boolean()),
  userEmail: z.optional(email),
  name: z.optional(z.string().check(z.maxLength(200))),
  chatId: z.optional(z.string().check(z.maxLength(64))),
});
export type InitChatData = z.infer<typeof initChatData>;

/**
 * chat: `message` has its line breaks as `<br>` (docs/spec.md 5); `model` overrides the automatic choice. `replaces` is
 * the index of the chat's last user message: this one, and a new reply, take the place of that one and its reply
 * (edit, regenerate, retry). `after` is the index of the newest message of the chat that the client knew when it first
 * sent this one, and stays the same however often it is sent again: the server looks for an earlier answer after it.
 * `context` is how many of the newest turns the client expects to fit what a model is given: the server reads so many
 * at first.
 */
export const chatData = z.object({
  chatId,
  message: z.string(),
  userEmail: z.optional(email),
  isGuest: z.optional(z.boolean()),
  model: z.optional(z.string().check(z.maxLength(64))),
  replaces: z.optional(messageIndex),
  after: z.optional(messageIndex),
  context: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
});
export type ChatData = z.infer<typeof chatData>;

export const likeMessageData = z.object({
  chatId,
  messageIndex,
  liked: z.boolean(),
  userEmail: z.optional(email),
});
export const stopReplyData = z.object({
  chatId,
  userEmail: z.optional(email),
  isGuest: z.optional(z.boolean()),
});

export const clientFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('initChat'), id: requestId, data: initChatData }),
  z.object({ action: z.literal('chat'), id: requestId, data: chatData }),
  z.object({ action: z.literal('likeMessage'), id: requestId, data: likeMessageData }),
  z.object({ action: z.literal('stopReply'), id: requestId, data: stopReplyData }),
  z.object({ action: z.literal('ping'), id: requestId, data: z.optional(z.object({})) }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;
export type ClientAction = ClientFrame['action'];
/** The frame of one action. */
export type FrameOf<A extends ClientAction> = Extract<ClientFrame, { action: A }>;

const liked = z.object({ chatId: z.string(), messageIndex: z.number(), liked: z.boolean() });

/** Data of each action's successful ack. */
export const ackData = {
  initChat: z.extend(chat, { messages: z.array(message) }),
  /** `response` is the reply's text, for guests (docs/spec.md 7.2). */
  chat: z.object({
    chatId: z.string(),
    messageIndex: z.number(),
    status: messageStatus,
    response: z.optional(z.string()),
    /** Messages left of the day, this one counted. */
    quota: z.optional(quota),
  }),
  /**
   * `messages` (docs/spec.md 7.2): the chat's newest, as many as fit the frame, with the like and its thanks. Absent where the
   * like was stored and they could not be read.
   */
  likeMessage: z.extend(liked, { messages: z.optional(z.array(message)) }),
  stopReply: z.object({ chatId: z.string() }),
} as const;
export type AckData<A extends keyof typeof ackData> = z.infer<(typeof ackData)[A]>;

/** `content` is left out when it exceeds POST_MAX_BYTES; the client then fetches the history. */
export const assistantMessageData = z.object({
  chatId: z.string(),
  role: z.literal('assistant'),
  content: z.optional(z.string()),
  createdAt: z.string(),
  messageIndex: z.number(),
  /** The identity of the turn, as in the history. */
  requestId: z.string(),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  status: messageStatus,
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
});
export type AssistantMessageData = z.infer<typeof assistantMessageData>;

/**
 * A piece of a streaming reply. `offset` is the position of `text` in the reply in UTF-16 units: append where
 * it equals what is there, drop what is there already, wait for the missing part on a gap (the server sends a
 * reply from 0 to a connection that joins late). `attempt` grows when a crashed worker's run is taken over
 * and when a reply is replaced: a higher one starts the reply from 0, a lower one is dropped.
 */
export const assistantDeltaData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  /** The identity of the turn, as in the history. */
  requestId: z.string(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
  model: z.optional(z.string()),
});
export type AssistantDeltaData = z.infer<typeof assistantDeltaData>;

/**
 * A user message sent from another tab or device of the same user. `requestId` is the sending frame's id. With
 * `replaces` it takes the place of the message at `messageIndex`, and the reply that stood there is gone.
 */
export const userMessageData = z.object({
  chatId: z.string(),
  requestId: z.string(),
  content: z.string(),
  createdAt: z.string(),
  messageIndex: z.number(),
  replaces: z.optional(z.boolean()),
});
export type UserMessageData = z.infer<typeof userMessageData>;

/**
 * `chat`'s message was handed to a worker: `messageIndex` is its place and `createdAt` its time in the chat. Sent to the
 * connection that sent the message, long before its ack, and again for a resend. It may be lost.
 */
const acceptedData = z.object({ chatId: z.string(), messageIndex: z.number(), createdAt: z.string() });
export type AcceptedData = z.infer<typeof acceptedData>;

/** Parses an error with missing or unknown fields too, so that every request gets its answer. */
const ackError = z.object({
  code: z.catch(errorBody.shape.code, 'internal'),
  message: z.catch(z.string(), ''),
});

/** `unknown` data of an ack is parsed by the sender of the frame with `ackData[action]`. */
export const serverFrame = z.union([
  z.object({ type: z.literal('ack'), id: z.string(), error: ackError }),
  z.object({ type: z.literal('ack'), id: z.string(), data: z.optional(z.unknown()) }),
  z.object({ type: z.literal('accepted'), id: z.string(), data: acceptedData }),
  z.object({ type: z.literal('assistantMessage'), data: assistantMessageData }),
  z.object({ type: z.literal('assistantDelta'), data: assistantDeltaData }),
  z.object({ type: z.literal('userMessage'), data: userMessageData }),
  z.object({ type: z.literal('chatCreated'), data: chat }),
  /** `model`: as in `setChatModel`. */
  z.object({
    type: z.literal('chatModelSet'),
    data: z.object({ chatId: z.string(), model: z.optional(z.string()) }),
  }),
  z.object({ type: z.literal('chatRenamed'), data: z.object({ chatId: z.string(), name: z.string() }) }),
  z.object({ type: z.literal('chatDeleted'), data: z.object({ chatId: z.string() }) }),
  z.object({ type: z.literal('messageLiked'), data: liked }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** Line breaks travel as `<br>` (docs/spec.md 5). */
export const toWire = (text: string): string => text.replace(/\r\n|\r|\n/g, '<br>');
export const fromWire = (text: string): string => text.replaceAll('<br>', '\n');
