/**
 * Frames on the socket (docs/spec.md 7.2). The client chooses the `id` of its frame, and the server's `ack` repeats it.
 * A frame that is sent again with the same `id` stores no second message and starts no second reply.
 */
import * as z from 'zod/mini';
import { branch } from './branches.ts';
import { chat, effort, fileInfo, message, messageStatus, project, quota } from './entities.ts';
import { errorBody } from './error-codes.ts';
import { feedback } from './feedback-fields.ts';
import { EMAIL_MAX_LENGTH, FILES_PER_MESSAGE_MAX, PATH_RANGES_MAX } from './limits.ts';
import { chatId, fileId, messageIndex, requestId } from './request-fields.ts';

const email = z.string().check(z.maxLength(EMAIL_MAX_LENGTH));

/**
 * Data of `initChat`. With the `chatId` that a guest's browser has stored, the ack returns that chat with its newest
 * messages, or a new chat if that chat is gone. `name` is ignored, because the server names new chats. Guests have no
 * temporary chats. A temporary chat is in no project, and an unknown `projectId` is ignored.
 */
const initChatData = z.object({
  isGuest: z.optional(z.boolean()),
  userEmail: z.optional(email),
  name: z.optional(z.string().check(z.maxLength(200))),
  chatId: z.optional(z.string().check(z.maxLength(64))),
  isTemporary: z.optional(z.boolean()),
  projectId: z.optional(z.uuid()),
});

/**
 * Data of `chat`. `message` has its line breaks as `<br>` (docs/spec.md 5). `model` overrides the automatic choice.
 * If `effort` is absent or not part of the plan, the plan's first effort applies.
 * `replaces` is the index of the chat's last user message, which this message replaces together with its reply (edit,
 * regenerate, retry). `versionOf` is the index of an earlier user message, of which this message is a new version.
 * `continues` is the index of the last message of an older path, which this message continues. A frame has at most one
 * of these three fields, and a guest's frame only `replaces`.
 * `after` is the index of the newest message that the client knew when it first sent this message. A resent frame has
 * the same `after`. The first frame may already have started the turn. The server searches for that turn from the
 * chat's newest turn back to index `after`, or back to index `replaces` if the frame has `replaces`.
 * `context` is the number of newest turns that the client expects to fit the model's context. The server first reads
 * that many turns, but at least 4 and at most 40.
 * `instructions` is false when the client knows that the user has no instructions. `projectId` is the chat's project if
 * the project has instructions or files, and null when the client knows that the project has neither. False and null
 * spare the server a read. If `instructions` is absent, the server reads the user's instructions. If `projectId` is
 * absent and the chat is in a project, the server reads the project's instructions and files.
 * `files` are ids of the sender's registered files, in the order in which the message shows them. With files, `message`
 * may be empty. If a message replaces another, `files` lists all files of the new message, including files that the
 * replaced message already had. If `files` is absent, the new message gets the files of the replaced message, because
 * old clients do not know the field.
 * `path` is for a chat with branches, where the indexes on the message's path have gaps. A range is the first and the
 * last message index of a part without a gap. The field lists the last ranges of the path before the message, oldest
 * first.
 */
const chatData = z.object({
  chatId,
  message: z.string(),
  userEmail: z.optional(email),
  isGuest: z.optional(z.boolean()),
  model: z.optional(z.string().check(z.maxLength(64))),
  effort: z.optional(effort),
  replaces: z.optional(messageIndex),
  versionOf: z.optional(messageIndex),
  continues: z.optional(messageIndex),
  path: z.optional(z.array(z.tuple([messageIndex, messageIndex])).check(z.maxLength(PATH_RANGES_MAX))),
  after: z.optional(messageIndex),
  context: z.optional(z.int().check(z.minimum(1), z.maximum(1_000))),
  files: z.optional(z.array(fileId).check(z.maxLength(FILES_PER_MESSAGE_MAX))),
  instructions: z.optional(z.boolean()),
  projectId: z.optional(z.nullable(z.uuid())),
});
export type ChatData = z.infer<typeof chatData>;

/** A dislike has `liked: false` and `disliked: true`. A frame without `disliked` takes a dislike back. */
const likeMessageData = z
  .object({
    chatId,
    messageIndex,
    liked: z.boolean(),
    disliked: z.optional(z.boolean()),
    /** Feedback to store with the dislike. @default earlier feedback on the reply stays */
    feedback: z.optional(feedback),
    userEmail: z.optional(email),
  })
  .check(
    z.refine(({ liked, disliked }) => !(liked && disliked), { path: ['disliked'] }),
    z.refine(({ disliked, feedback }) => disliked === true || feedback === undefined, { path: ['feedback'] }),
  );
const stopReplyData = z.object({
  chatId,
  userEmail: z.optional(email),
  isGuest: z.optional(z.boolean()),
});

/**
 * Fields of every client frame. `resent` is true when the client may have sent the frame before. If the server
 * cannot read its database, it does not know if the first frame has started a reply. It then sends no ack to a resent
 * `chat` frame, so that the client sends the frame again.
 */
const envelope = { id: requestId, resent: z.optional(z.boolean()) };

export const clientFrame = z.discriminatedUnion('action', [
  z.object({ action: z.literal('initChat'), ...envelope, data: initChatData }),
  z.object({ action: z.literal('chat'), ...envelope, data: chatData }),
  z.object({ action: z.literal('likeMessage'), ...envelope, data: likeMessageData }),
  z.object({ action: z.literal('stopReply'), ...envelope, data: stopReplyData }),
  z.object({ action: z.literal('ping'), ...envelope, data: z.optional(z.object({})) }),
]);
export type ClientFrame = z.infer<typeof clientFrame>;
export type ClientAction = ClientFrame['action'];
export type FrameOf<A extends ClientAction> = Extract<ClientFrame, { action: A }>;

const liked = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  liked: z.boolean(),
  disliked: z.optional(z.boolean()),
});

export const ackData = {
  initChat: z.extend(chat, { messages: z.array(message) }),
  /**
   * `response` is the reply's text, for guests only (docs/spec.md 7.2). Absent when the frame would exceed
   * POST_MAX_BYTES (`limits.ts`).
   */
  chat: z.object({
    chatId: z.string(),
    messageIndex: z.number(),
    status: messageStatus,
    response: z.optional(z.string()),
    /** Absent for a turn that another turn has replaced. */
    quota: z.optional(quota),
  }),
  /**
   * `messages` (docs/spec.md 7.2) holds as many of the newest messages as fit the frame. A thank-you message that the
   * like has added is among them. `messages` is absent when the like was stored but the messages could not be read.
   */
  likeMessage: z.extend(liked, { messages: z.optional(z.array(message)) }),
  stopReply: z.object({ chatId: z.string() }),
} as const;
export type AckData<A extends keyof typeof ackData> = z.infer<(typeof ackData)[A]>;

/**
 * `content` is absent when the frame would exceed POST_MAX_BYTES (`limits.ts`). The client then fetches the history.
 */
const assistantMessageData = z.object({
  chatId: z.string(),
  role: z.literal('assistant'),
  content: z.optional(z.string()),
  createdAt: z.string(),
  messageIndex: z.number(),
  requestId: z.string(),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  status: messageStatus,
  thoughtMs: z.optional(z.number()),
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
});
export type AssistantMessageData = z.infer<typeof assistantMessageData>;

/**
 * Chunk of a streaming reply. `offset` is the position of `text` in the reply, in UTF-16 units. The client keeps a
 * chunk until it has the text before `offset`. A connection that joins late gets the reply from offset 0.
 * `attempt` grows when a worker takes over from a crashed one, and when a reply is replaced. A higher `attempt` starts
 * the reply from 0; chunks of a lower one are dropped.
 */
export const assistantDeltaData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  requestId: z.string(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
  /** Only in the chunk at offset 0. Absent when the model did not think. */
  thoughtMs: z.optional(z.number()),
});
export type AssistantDeltaData = z.infer<typeof assistantDeltaData>;

/**
 * Chunk of what a model thinks before its reply. `offset` counts the thoughts alone. `text` is empty when the provider
 * hides the thoughts. `ms` is the time for which the model has thought so far.
 * Thoughts have a frame of their own, because a page of an earlier deployment would append them to the reply.
 */
export const thinkingDeltaData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  requestId: z.string(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
  ms: z.number(),
});
export type ThinkingDeltaData = z.infer<typeof thinkingDeltaData>;

/**
 * User message sent from another tab or device of the same user. `requestId` is the `id` of the sending frame. With
 * `replaces`, the message replaces the earlier message at `messageIndex` and the reply to that message. If the message
 * begins a branch, `branches` lists all branches of the chat. Otherwise, `branches` is absent.
 */
const userMessageData = z.object({
  chatId: z.string(),
  requestId: z.string(),
  content: z.string(),
  createdAt: z.string(),
  messageIndex: z.number(),
  replaces: z.optional(z.boolean()),
  branches: z.optional(z.array(branch)),
  files: z.optional(z.array(fileInfo)),
});
export type UserMessageData = z.infer<typeof userMessageData>;

/**
 * Data of `accepted`. The server sends this frame after it has handed the message of a `chat` frame over to a worker.
 * The server also sends `accepted` when the hand-over was not confirmed, because a worker may have the message. The
 * `accepted` frame may be lost. If the client resends the `chat` frame before the reply has ended, the server sends
 * `accepted` again. If the message begins a branch, `branches` lists all branches of the chat. After a resend,
 * `branches` may be absent.
 */
const acceptedData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  createdAt: z.string(),
  branches: z.optional(z.array(branch)),
});
export type AcceptedData = z.infer<typeof acceptedData>;

/**
 * Replaces a missing or malformed field by a default. Otherwise, the ack would be taken for one without an error. A
 * code that only a newer server knows is kept.
 */
const ackError = z.object({
  code: z.catch(errorBody.shape.code, 'internal'),
  message: z.catch(z.string(), ''),
});

export const serverFrame = z.union([
  z.object({ type: z.literal('ack'), id: z.string(), error: ackError }),
  z.object({ type: z.literal('ack'), id: z.string(), data: z.optional(z.unknown()) }),
  z.object({ type: z.literal('accepted'), id: z.string(), data: acceptedData }),
  z.object({ type: z.literal('assistantMessage'), data: assistantMessageData }),
  z.object({ type: z.literal('assistantDelta'), data: assistantDeltaData }),
  z.object({ type: z.literal('thinkingDelta'), data: thinkingDeltaData }),
  z.object({ type: z.literal('userMessage'), data: userMessageData }),
  z.object({ type: z.literal('chatCreated'), data: chat }),
  /** `model` is absent when the server chooses one for each message. */
  z.object({
    type: z.literal('chatModelSet'),
    data: z.object({ chatId: z.string(), model: z.optional(z.string()) }),
  }),
  /** `effort` is absent when the plan's first effort applies. */
  z.object({
    type: z.literal('chatEffortSet'),
    data: z.object({ chatId: z.string(), effort: z.optional(effort) }),
  }),
  z.object({ type: z.literal('chatRenamed'), data: z.object({ chatId: z.string(), name: z.string() }) }),
  z.object({ type: z.literal('chatChanged'), data: chat }),
  z.object({ type: z.literal('chatDeleted'), data: z.object({ chatId: z.string() }) }),
  z.object({ type: z.literal('messageLiked'), data: liked }),
  z.object({
    type: z.literal('fileRemoved'),
    data: z.object({ chatId: z.string(), messageIndex: z.number(), fileId: z.string() }),
  }),
  /**
   * Tells the client that the server closes this connection, because the owner has opened too many other connections.
   * The client does not connect again at once. Otherwise, its new connection would displace the connection of another
   * page. The other page would connect again too, and the two pages would displace each other for ever.
   */
  z.object({ type: z.literal('displaced') }),
  z.object({ type: z.literal('signedOut') }),
  /** A project was created or changed. */
  z.object({ type: z.literal('projectChanged'), data: project }),
  z.object({ type: z.literal('projectDeleted'), data: z.object({ projectId: z.string() }) }),
  /** Order of the user's projects. Projects that are not in `projectIds` come before them, newest first. */
  z.object({ type: z.literal('projectsOrdered'), data: z.object({ projectIds: z.array(z.string()) }) }),
  /** The user's instructions for all chats. */
  z.object({ type: z.literal('instructionsChanged') }),
  z.object({ type: z.literal('chatsImported') }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** Converts line breaks to `<br>`, their form in frames (docs/spec.md 5). */
export const toWire = (text: string): string => text.replace(/\r\n|\r|\n/g, '<br>');
export const fromWire = (text: string): string => text.replaceAll('<br>', '\n');
