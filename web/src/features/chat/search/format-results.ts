/** Prepares the results of a search for the popup. */
import type { MatchedMessage, MatchRanges, SearchResult } from '#contract/entities';
import { SEARCH_SNIPPET_LENGTH } from '#contract/limits';

export interface ResultGroup {
  readonly chat: SearchResult['chats'][number];
  /** The matched messages of the chat, newest first. A message comes before its documents. */
  readonly messages: readonly MatchedMessage[];
}

export interface Results {
  /** Newest chats first. */
  readonly groups: readonly ResultGroup[];
  readonly hasMore: boolean;
}

/** Returns what distinguishes a match from the others of its chat: the message, or a document of it. */
export const keyOfMatch = ({ messageId, file }: MatchedMessage): string =>
  file ? `${messageId}/${file.fileId}` : messageId;

/** Groups the matched messages by chat (docs/spec.md 7.1). Each chat, message and document occurs once. */
export function mergeResults({ chats, messages, hasMore = false }: SearchResult): Results {
  const byChat = new Map<string, Map<string, MatchedMessage>>();
  for (const { chatId } of chats) byChat.set(chatId, new Map());
  for (const message of messages) byChat.get(message.chatId)?.set(keyOfMatch(message), message);
  const unique = new Map(chats.map((chat) => [chat.chatId, chat]));
  const groups = [...unique.values()].map((chat) => ({
    chat,
    messages: [...(byChat.get(chat.chatId)?.values() ?? [])].sort(
      (a, b) =>
        Number(b.messageId) - Number(a.messageId) ||
        Number(a.file !== undefined) - Number(b.file !== undefined),
    ),
  }));
  groups.sort((a, b) => b.chat.createdAt.localeCompare(a.chat.createdAt));
  return { groups, hasMore };
}

export interface Piece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** Splits a text into the matched pieces and the pieces between them. */
export function splitAtMatches(text: string, matches: MatchRanges): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (from < to) pieces.push({ text: text.slice(from, to), isMatch });
  };
  let at = 0;
  for (const [start, end] of matches) {
    const from = Math.max(at, Math.min(start, text.length));
    const to = Math.max(from, Math.min(end, text.length));
    add(at, from, false);
    add(from, to, true);
    at = to;
  }
  add(at, text.length, false);
  return pieces;
}

const CUT = '...';

/**
 * Returns up to 80 characters of a message, with '...' where text is left out (docs/spec.md 2.6). An emoji counts as
 * one character.
 */
export function snippetOf({ content, matches, cutBefore, cutAfter }: MatchedMessage): readonly Piece[] {
  const end = endOf(content, SEARCH_SNIPPET_LENGTH);
  const pieces = splitAtMatches(content.slice(0, end), matches);
  return [
    ...(cutBefore ? [{ text: CUT, isMatch: false }] : []),
    ...pieces,
    ...(cutAfter || end < content.length ? [{ text: CUT, isMatch: false }] : []),
  ];
}

/** Returns the position after the first `count` grapheme clusters of a text, in UTF-16 units. */
function endOf(text: string, count: number): number {
  let seen = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) {
    if (seen === count) return index;
    seen += 1;
  }
  return text.length;
}
