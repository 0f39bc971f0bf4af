import type { MatchedMessage, MatchRanges } from '#contract/entities';
import type { ChatItem } from '../../store/chats/chats.ts';
import type { Texts, WantedTexts } from '../../store/search/read-items-found-in-index.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { toMessages } from '../chats/turns-to-messages.ts';
import { decodePassage, type Passage } from './documents/passages.ts';
import { excerptOf } from './excerpt.ts';
import { type DocRef, NAME_INDEX, type PassageRef } from './index-layout.ts';
import { matchesIn } from './match-text.ts';
import { withFileNames } from './message-text-with-file-names.ts';
import type { Query } from './parse-query-and-choose-lookups.ts';

export type ReadTexts = (owner: string, wanted: WantedTexts) => Promise<Texts>;

export interface FoundChat {
  readonly chat: ChatItem;
  readonly messages: MatchedMessage[];
}

/** Results of a search so far. */
export interface Found {
  readonly byChat: Map<string, FoundChat>;
  /** Chats that were read so far; undefined for a chat that is missing, deleted, claimed or expired. */
  readonly chats: Map<string, ChatItem | undefined>;
}

/** Reads the candidates that the index found. Adds to `found` the chats whose name or texts match. */
export async function verifyCandidates(
  owner: string,
  docs: readonly DocRef[],
  { query, found, readTexts }: { query: Query; found: Found; readTexts: ReadTexts },
): Promise<void> {
  const turns = docs.filter(({ index }) => index !== NAME_INDEX);
  const chatIds = [...new Set(docs.map(({ chatId }) => chatId))];
  const unread = chatIds.filter((chatId) => !found.chats.has(chatId));
  const passages = docs.flatMap(({ passage }) => passage ?? []);
  const texts = await readTexts(owner, { turns, chatIds: unread, passages });
  for (const chatId of unread) found.chats.set(chatId, texts.chats.get(chatId));
  for (const doc of docs) {
    const chat = found.chats.get(doc.chatId);
    if (!chat) continue;
    const messages = doc.passage
      ? matchingDocument(query, doc, doc.passage, texts)
      : matchingMessages(query, doc, texts);
    if (messages.length === 0 && !matchesIn(query, chat.name)) continue;
    const known = found.byChat.get(doc.chatId) ?? { chat, messages: [] };
    known.messages.push(...messages);
    found.byChat.set(doc.chatId, known);
  }
}

/** Returns undefined for a missing turn, a welcome, a thank-you, and a turn whose reply is still streaming. */
function turnAt({ chatId, index }: DocRef, { turns }: Texts): TurnItem | undefined {
  const turn = turns.get(`${chatId}/${index}`);
  return turn && turn.kind === undefined && turn.status !== 'streaming' ? turn : undefined;
}

/** Finds the messages that hold the whole query by themselves, newest first. */
function matchingMessages(query: Query, doc: DocRef, texts: Texts): MatchedMessage[] {
  const turn = turnAt(doc, texts);
  if (!turn) return [];
  return toMessages([turn])
    .toReversed()
    .flatMap(({ content, role, createdAt, messageIndex, files = [] }) => {
      const text = withFileNames(content, files);
      const ranges = matchesIn(query, text);
      if (!ranges) return [];
      const message = { chatId: doc.chatId, messageId: String(messageIndex), role, createdAt };
      return [{ ...message, ...excerptOf(text, ranges) }];
    });
}

/**
 * Returns the message of a document, with an excerpt of one passage. The passage and the document's name must together
 * hold the whole query, and the passage must hold a part of it. Passages of a removed document may still exist, so a
 * document that the message no longer has is left out.
 */
function matchingDocument(query: Query, doc: DocRef, ref: PassageRef, texts: Texts): MatchedMessage[] {
  const turn = turnAt(doc, texts);
  const data = texts.passages.get(`${ref.fileId}/${ref.part}`);
  const [message] = turn ? toMessages([turn]) : [];
  const file = message?.files?.find(({ fileId, isRemoved }) => fileId === ref.fileId && !isRemoved);
  if (!data || !message || !file) return [];
  const passage = decodePassage(data);
  const { text } = passage;
  const ranges = matchesIn(query, `${text}\n${file.name}`)?.filter(([, to]) => to <= text.length);
  if (!ranges?.length) return [];
  const { role, createdAt, messageIndex } = message;
  const { cutBefore = ref.part > 0, cutAfter = !passage.isEnd, ...excerpt } = excerptOf(text, ranges);
  return [
    {
      ...{ chatId: doc.chatId, messageId: String(messageIndex), role, createdAt, ...excerpt },
      ...(cutBefore && { cutBefore }),
      ...(cutAfter && { cutAfter }),
      file: {
        ...{ fileId: file.fileId, name: file.name },
        ...placeOf(passage, ranges),
        ...(passage.isPartial && { isPartial: true }),
      },
    },
  ];
}

function placeOf({ marks }: Passage, [first]: MatchRanges): { page?: number; sheet?: string } {
  const [, place] = marks.findLast(([at]) => at <= (first?.[0] ?? 0)) ?? [];
  if (place === undefined) return {};
  return typeof place === 'number' ? { page: place } : { sheet: place };
}
