/**
 * Calls that import chats from another product, or from this product's own export. The client reads the file, and sends
 * each chat under an id that it derives from the source, so that a repeated import stores nothing twice. A long chat
 * travels in several parts. It is in no list before its last part has arrived.
 */
import * as z from 'zod/mini';
import { CHAT_NAME_MAX_LENGTH, IMPORT, REPLY_MAX_BYTES } from './limits.ts';

const text = z.string().check(z.maxLength(REPLY_MAX_BYTES));
const at = z.iso.datetime();

/**
 * A user's message and its reply. A turn without `userText` is a message of the assistant alone. A turn of our own
 * export may have all fields. A turn from another product has only three of the fields after `replyAt`: `model`,
 * `status` if the reply is missing, and `kind` if the turn is the welcome that says where the chat is from.
 */
const importedTurn = z.object({
  userText: z.optional(text),
  userAt: z.optional(at),
  text,
  replyAt: at,
  /** Name of the model in the source, such as `gpt-4o`. */
  model: z.optional(z.string().check(z.minLength(1), z.maxLength(IMPORT.modelMaxLength))),
  /** @default complete */
  status: z.optional(z.enum(['complete', 'stopped', 'filtered', 'truncated', 'failed'])),
  requestId: z.optional(z.uuid()),
  reason: z.optional(z.string().check(z.maxLength(200))),
  liked: z.optional(z.boolean()),
  disliked: z.optional(z.boolean()),
  thoughtMs: z.optional(z.int().check(z.gte(0))),
  kind: z.optional(z.enum(['welcome', 'extra'])),
});
export type ImportedTurn = z.infer<typeof importedTurn>;

/** Part of a chat: consecutive turns. The first one is at the message index `from`. */
const importedPart = z.object({
  /** UUID whose first 48 bits are the chat's time of creation, because lists of chats are sorted by their ids. */
  chatId: z.uuid(),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
  createdAt: at,
  isArchived: z.optional(z.boolean()),
  from: z.int().check(z.gte(0), z.lte(IMPORT.messagesOfChatMax)),
  turns: z.array(importedTurn).check(z.minLength(1), z.maxLength(IMPORT.turnsMax)),
  isLast: z.boolean(),
});
export type ImportedPart = z.infer<typeof importedPart>;

/**
 * True when the chat's first message, and no other, is a welcome. The search index uses index 0 for the chat's name, so
 * another message at index 0 could not be found. For a chat of another product, the welcome says where it is from. Also
 * requires that welcome and thank-you messages have no user text.
 */
const beginsWithNotice = ({ from, turns }: ImportedPart): boolean =>
  turns.every(
    ({ kind, userText }, n) =>
      (kind === 'welcome') === (from === 0 && n === 0) && (kind === undefined || userText === undefined),
  );

/** Number of messages that a turn has. */
export const messagesOf = ({ userText }: Pick<ImportedTurn, 'userText'>): number =>
  userText === undefined ? 1 : 2;

const encoder = new TextEncoder();
const bytesOf = (value: string | undefined): number =>
  value === undefined ? 0 : encoder.encode(value).length;

/** Bytes of a turn's texts. */
export const bytesOfTurn = ({ userText, text: reply }: Pick<ImportedTurn, 'userText' | 'text'>): number =>
  bytesOf(userText) + bytesOf(reply);

const countOf = (value: string | undefined): number =>
  value === undefined ? 0 : Math.max(1, Math.ceil(bytesOf(value) / IMPORT.countedBytes));

/**
 * Number of messages that a turn counts as in the day's limit. A message counts once for every 4 KB of its text
 * (`IMPORT.countedBytes`), rounded up, and at least once. A welcome counts once less, so that a short one does not
 * count.
 */
export const countedMessagesOf = (turn: Pick<ImportedTurn, 'userText' | 'text' | 'kind'>): number =>
  countOf(turn.userText) + countOf(turn.text) - (turn.kind === 'welcome' ? 1 : 0);

const fitsItem = ({ turns }: ImportedPart): boolean =>
  turns.every((turn) => bytesOfTurn(turn) <= IMPORT.turnMaxBytes);
const fitsRequest = (parts: readonly ImportedPart[]): boolean => {
  const turns = parts.flatMap((part) => part.turns);
  return (
    turns.length <= IMPORT.turnsMax &&
    turns.reduce((sum, turn) => sum + bytesOfTurn(turn), 0) <= IMPORT.requestMaxBytes
  );
};

/**
 * `imported`: the chat is there now, with this last part. `started`: further parts are missing. `there`: the chat was
 * there before, and stays as it is. `restored`: it was deleted less than a day ago, and is there again. `leaving`: it
 * is being removed for good now, because it was deleted earlier, or because its import was not finished within a day.
 */
const importOutcome = z.enum(['imported', 'started', 'there', 'restored', 'leaving']);
export type ImportOutcome = z.infer<typeof importOutcome>;

/**
 * Stores chats, or parts of them. Safe to repeat. Fails with `import_limit_reached`, and stores nothing, when the user
 * has reached the day's limit. Fails with `import_part_missing` when an earlier part of a chat is not there. In this
 * case, other chats of the request may have been stored.
 */
export const importChats = {
  method: 'POST',
  path: '/api/import/chats',
  body: z.object({
    chats: z.array(importedPart).check(
      z.minLength(1),
      z.maxLength(IMPORT.chatsMax),
      z.refine((parts) => new Set(parts.map(({ chatId }) => chatId)).size === parts.length),
      z.refine((parts) => parts.every(beginsWithNotice)),
      z.refine((parts) => parts.every(fitsItem)),
      z.refine(fitsRequest),
    ),
  }),
  response: z.object({
    chats: z.array(z.object({ chatId: z.string(), outcome: importOutcome })),
  }),
} as const;

/** Tells which chats are there already, and how many messages the user may import on the present UTC day. */
export const checkImport = {
  method: 'POST',
  path: '/api/import/check',
  body: z.object({ chatIds: z.array(z.uuid()).check(z.maxLength(IMPORT.checkedMax)) }),
  response: z.object({
    /** The ids in `chatIds` whose chats are stored completely and are not deleted. */
    there: z.array(z.string()),
    /** Messages that the plan lets the user import on a UTC day. 0 in a plan without imports. */
    perDay: z.number(),
    left: z.number(),
  }),
} as const;
