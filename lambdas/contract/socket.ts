/**
 * Every frame on the socket (docs/spec.md 7.2), as zod unions, and the form of line breaks in frames. The client
 * chooses the `id` of its frame, and the server's `ack` repeats it. A frame that is sent again with the same `id`
 * stores no second message and starts no second reply.
 */
import * as z from 'zod/mini';
import { branch } from './branches.ts';
import { chat, effort, fileInfo, message, messageStatus, project, quota } from './entities.ts';
import { errorBody } from './errors.ts';
import { feedback } from './feedback.ts';
import { EMAIL_MAX_LENGTH, FILES_PER_MESSAGE_MAX, PATH_RANGES_MAX } from './limits.ts';
import { chatId, fileId, messageIndex, requestId } from './request-fields.ts';

const email = z.string().check(z.maxLength(EMAIL_MAX_LENGTH));

/**
 * Data of `initChat`. With `isGuest` and the `chatId` that the browser has stored, the ack returns that chat with its
 * newest messages, or a new chat if that chat no longer exists. `name` is ignored, because the server names new chats.
 * `isTemporary` asks for a temporary chat; guests have none. With `projectId`, a user's new chat is in that project, if
 * the project exists. A temporary chat is in no project.
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
 * `effort` is the effort that the user has chosen for the chat. If the user has chosen none, or an effort that the plan
 * does not include, the plan's first effort applies.
 * `replaces` is the index of the chat's last user message, which this message replaces together with its reply (edit,
 * regenerate, retry). `after` is the index of the newest message that the client knew when it first sent this message.
 * A resend repeats the same `after`, because the server looks for the turn that the first frame may have started.
 * Without `replaces`, that turn has an index greater than `after`.
 * `context` is the number of newest turns that the client expects to fit the model's context. The server reads that
 * many turns at first, but at least 4 and at most 40. It reads more, up to 40, if the model's context has room.
 * `instructions` is false when the client knows that the user has none, which spares the server a read.
 * `projectId` is the chat's project if that project has instructions or files, as far as the client knows. Null says
 * that the chat has no such project, which spares the server a read.
 * `files` are ids of the sender's registered files, in the order in which the message shows them. With files, `message`
 * may be empty. A message that replaces another names all of its files again; an empty list removes them. If `files` is
 * absent, the new message gets the files of the replaced message, because old clients do not know the field `files`.
 * `versionOf` is the index of an earlier user message. This message is a new version of that message. `continues` is
 * the index of the last message of an older path. This message continues that path. A frame has at most one of
 * `replaces`, `versionOf` and `continues`. A guest's frame has neither `versionOf` nor `continues`.
 * `path` is for a chat with branches. It names the last ranges of the path before the message, oldest first. A range is
 * a first and a last message index. The server reads these ranges while it takes the chat's lock. Afterwards it reads
 * the turns of the path that it still needs.
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
 * Fields of every client frame. `resent` is true when the client may have sent the frame before. A frame without
 * `resent` is the first with its id. If the server fails on such a frame before it has stored anything, it may
 * therefore refuse the frame for good.
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
/** Type of an action's frame. */
export type FrameOf<A extends ClientAction> = Extract<ClientFrame, { action: A }>;

const liked = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  liked: z.boolean(),
  /** Absent when false. */
  disliked: z.optional(z.boolean()),
});

/** Data of each action's successful ack. */
export const ackData = {
  initChat: z.extend(chat, { messages: z.array(message) }),
  /**
   * `response` is the reply's text, which only guests get (docs/spec.md 7.2). It is left out when the frame would
   * exceed POST_MAX_BYTES (`limits.ts`).
   */
  chat: z.object({
    chatId: z.string(),
    messageIndex: z.number(),
    status: messageStatus,
    response: z.optional(z.string()),
    /** Quota after this message. Absent for a turn that another turn has replaced. */
    quota: z.optional(quota),
  }),
  /**
   * `messages` (docs/spec.md 7.2) holds the chat's newest messages, as many as fit the frame, with the like and any
   * thank-you message. It is absent when the like was stored but the messages could not be read.
   */
  likeMessage: z.extend(liked, { messages: z.optional(z.array(message)) }),
  stopReply: z.object({ chatId: z.string() }),
} as const;
export type AckData<A extends keyof typeof ackData> = z.infer<(typeof ackData)[A]>;

/**
 * Data of `assistantMessage`. `content` is left out when the frame would exceed POST_MAX_BYTES (`limits.ts`). The
 * client then fetches the history.
 */
const assistantMessageData = z.object({
  chatId: z.string(),
  role: z.literal('assistant'),
  content: z.optional(z.string()),
  createdAt: z.string(),
  messageIndex: z.number(),
  /** Id of the turn, as in the history. */
  requestId: z.string(),
  model: z.optional(z.string()),
  reason: z.optional(z.string()),
  status: messageStatus,
  /** Milliseconds for which the model thought, as in the history. */
  thoughtMs: z.optional(z.number()),
  isWelcome: z.optional(z.boolean()),
  isExtra: z.optional(z.boolean()),
});
export type AssistantMessageData = z.infer<typeof assistantMessageData>;

/**
 * Chunk of a streaming reply. `offset` is the position of `text` in the reply, in UTF-16 units. The client appends the
 * part of `text` that it does not have yet. If the client lacks text before `offset`, it keeps the chunk until that
 * text arrives. A connection that joins late gets the reply from offset 0. `attempt` grows when a worker takes over
 * from a crashed one, and when a reply is replaced. A higher `attempt` starts the reply from 0; chunks of a lower one
 * are dropped.
 */
export const assistantDeltaData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  /** Id of the turn, as in the history. */
  requestId: z.string(),
  attempt: z.number(),
  offset: z.number(),
  text: z.string(),
  /** In the chunk at offset 0: milliseconds for which the model has thought. Absent when it did not think. */
  thoughtMs: z.optional(z.number()),
});
export type AssistantDeltaData = z.infer<typeof assistantDeltaData>;

/**
 * Chunk of what a model thinks before its reply. `offset` and `attempt` mean the same as for a chunk of the reply, but
 * `offset` counts the thoughts alone. `text` is empty when the provider keeps the thoughts to itself. `ms` is the time
 * for which the model has thought so far. Thoughts have a frame of their own, because a page of an earlier deployment
 * would append them to the reply.
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
 * `replaces`, this message replaces the one at `messageIndex`, and the reply to that one is removed. `branches` are the
 * chat's branches when this message begins one. They tell the other pages after which turn to show it.
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
 * Data of `accepted`, which says that the message of a `chat` frame was handed over to a worker. It is also sent when
 * the hand-over was not confirmed, because a worker may have the message all the same. `messageIndex` and `createdAt`
 * are the message's index and time in the chat. The frame goes to the sending connection, long before the ack, and is
 * sent again after a resend. It may be lost. If the message begins a branch, `branches` are the chat's branches. The
 * frame after a resend may lack them.
 */
const acceptedData = z.object({
  chatId: z.string(),
  messageIndex: z.number(),
  createdAt: z.string(),
  branches: z.optional(z.array(branch)),
});
export type AcceptedData = z.infer<typeof acceptedData>;

/**
 * Accepts any error, so that every request gets a result: a code that is no string becomes `internal`, and a message
 * that is no string becomes empty. A code that only a newer server knows is kept.
 */
const ackError = z.object({
  code: z.catch(errorBody.shape.code, 'internal'),
  message: z.catch(z.string(), ''),
});

/** Any frame of the server. The schema of an ack's `data` depends on the action that the ack answers: see `ackData`. */
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
  /** The chat was pinned, unpinned, archived, restored from the archive, or moved into or out of a project. */
  z.object({ type: z.literal('chatChanged'), data: chat }),
  z.object({ type: z.literal('chatDeleted'), data: z.object({ chatId: z.string() }) }),
  z.object({ type: z.literal('messageLiked'), data: liked }),
  /** A file was removed from the user message at `messageIndex`. */
  z.object({
    type: z.literal('fileRemoved'),
    data: z.object({ chatId: z.string(), messageIndex: z.number(), fileId: z.string() }),
  }),
  /**
   * Tells a connection that it is closed because its owner has opened too many others. The client connects again only
   * when the user comes back to the page or sends something, or when the network returns. If it connected at once, two
   * open pages would displace each other for ever.
   */
  z.object({ type: z.literal('displaced') }),
  /** Tells a connection that it is closed because the user has ended this device's sign-in from another device. */
  z.object({ type: z.literal('signedOut') }),
  /** A project was created or changed. */
  z.object({ type: z.literal('projectChanged'), data: project }),
  z.object({ type: z.literal('projectDeleted'), data: z.object({ projectId: z.string() }) }),
  /** The projects were put into another order. `projectIds` means the same as in the call `orderProjects`. */
  z.object({ type: z.literal('projectsOrdered'), data: z.object({ projectIds: z.array(z.string()) }) }),
  /** The user's instructions for all chats were changed. */
  z.object({ type: z.literal('instructionsChanged') }),
  /** Chats were imported. They may stand anywhere in the list, so the client reads the list again. */
  z.object({ type: z.literal('chatsImported') }),
  z.object({ type: z.literal('pong') }),
]);
export type ServerFrame = z.infer<typeof serverFrame>;

/** Converts line breaks to `<br>`, their form in frames (docs/spec.md 5). */
export const toWire = (text: string): string => text.replace(/\r\n|\r|\n/g, '<br>');
export const fromWire = (text: string): string => text.replaceAll('<br>', '\n');
