/**
 * Calls that import chats from another product, or from this product's own export. The client derives each chat's id
 * from its source, so that a repeated import stores nothing twice. A long chat is sent in parts, and is in no list
 * before its last part has arrived.
 */
import * as z from 'zod/mini';
import { CHAT_NAME_MAX_LENGTH, IMPORT, REPLY_MAX_BYTES } from './limits.ts';
import { wellFormed } from './request-fields.ts';

const encoder = new TextEncoder();
const bytesOf = (value: string | undefined): number =>
  value === undefined ? 0 : encoder.encode(value).length;

const text = z.string().check(
  wellFormed,
  z.refine((value) => bytesOf(value) <= REPLY_MAX_BYTES),
);
const at = z.iso.datetime();

/**
 * A user's message and its reply; without `userText`, a message of the assistant alone. Of the fields after `replyAt`,
 * turns from another product have only `model`, `status` and `kind`.
 */
const importedTurn = z.object({
  userText: z.optional(text),
  userAt: z.optional(at),
  text,
  replyAt: at,
  /** Name of the model in the source, such as `gpt-4o`. */
  model: z.optional(z.string().check(wellFormed, z.minLength(1), z.maxLength(IMPORT.modelMaxLength))),
  /** @default complete */
  status: z.optional(z.enum(['complete', 'stopped', 'filtered', 'truncated', 'failed'])),
  requestId: z.optional(z.uuid()),
  reason: z.optional(z.string().check(wellFormed, z.maxLength(IMPORT.reasonMaxLength))),
  liked: z.optional(z.boolean()),
  disliked: z.optional(z.boolean()),
  thoughtMs: z.optional(z.int().check(z.gte(0))),
  kind: z.optional(z.enum(['welcome', 'extra'])),
});
export type ImportedTurn = z.infer<typeof importedTurn>;

/** Part of a chat: consecutive turns, from the message index `from` on. */
const importedPart = z.object({
  /** UUID whose first 48 bits are the chat's time of creation, because lists of chats are sorted by their ids. */
  chatId: z.uuid(),
  name: z.string().check(wellFormed, z.trim(), z.minLength(1), z.maxLength(CHAT_NAME_MAX_LENGTH)),
  createdAt: at,
  isArchived: z.optional(z.boolean()),
  from: z.int().check(z.gte(0), z.lte(IMPORT.messagesOfChatMax)),
  turns: z.array(importedTurn).check(z.minLength(1), z.maxLength(IMPORT.turnsMax)),
  isLast: z.boolean(),
});
export type ImportedPart = z.infer<typeof importedPart>;

/**
 * True when the chat's first message is a welcome, no other message is a welcome, and no welcome or thank-you has a
 * user text. Search uses message index 0 for the chat's name, so search could not find a user message or a reply there.
 */
const beginsWithNotice = ({ from, turns }: ImportedPart): boolean =>
  turns.every(
    ({ kind, userText }, n) =>
      (kind === 'welcome') === (from === 0 && n === 0) && (kind === undefined || userText === undefined),
  );

/** Number of messages that a turn has. */
export const messagesOf = ({ userText }: Pick<ImportedTurn, 'userText'>): number =>
  userText === undefined ? 1 : 2;

export const bytesOfTurn = ({ userText, text: reply }: Pick<ImportedTurn, 'userText' | 'text'>): number =>
  bytesOf(userText) + bytesOf(reply);

const countOf = (value: string | undefined): number =>
  value === undefined ? 0 : Math.max(1, Math.ceil(bytesOf(value) / IMPORT.countedBytes));

/**
 * Returns the number of messages that a turn adds to the user's daily count of imported messages. Each text counts one
 * per 4 KB, rounded up; an empty text counts one. A welcome counts one less, so that a short welcome is free.
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
 * `imported`: the chat is complete now. `started`: further parts are missing. `there`: the chat existed before, and
 * stays as it is. `restored`: the user deleted the chat less than a day ago, and the import has restored it. `leaving`:
 * the chat is being removed for good, because the user deleted it more than a day ago, or because an earlier import of
 * the chat was not finished within a day.
 */
const importOutcome = z.enum(['imported', 'started', 'there', 'restored', 'leaving']);
export type ImportOutcome = z.infer<typeof importOutcome>;

/**
 * Stores chats or parts of chats. Safe to repeat. Fails with `import_limit_reached` at the day's limit, and stores
 * nothing. Fails with `import_part_missing` when an earlier part of a chat is missing; other chats may be stored then.
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
    /** Ids of the chats that are stored completely and not deleted. */
    there: z.array(z.string()),
    /** Messages per UTC day; 0 in a plan without imports. */
    perDay: z.number(),
    left: z.number(),
  }),
} as const;
