/**
 * Searches an owner's chats. The index proposes candidates, and the stored texts decide. So an outdated entry of the
 * index, for a text that was edited or removed, does no harm.
 */
import type { Chat, MatchedMessage, SearchResult } from '#contract/entities';
import type { ChatItem } from '../../store/chats/chats.ts';
import type { Texts } from '../../store/search/read-turns-and-chats.ts';
import { toMessages } from '../chats/turns-to-messages.ts';
import { findCandidates, type IndexReader } from './find-candidates.ts';
import { type DocRef, NAME_INDEX } from './index-layout.ts';
import { excerptOf, lookupsFor, matchesIn, type Query, readQuery } from './match-text.ts';
import { withNames } from './searched-text.ts';

export interface SearchPorts {
  readonly store: IndexReader;
  readonly readTexts: (owner: string, turns: readonly DocRef[], chatIds: readonly string[]) => Promise<Texts>;
}

/** Chats and messages of a result at most. */
const CHATS_MAX = 20;
const MESSAGES_MAX = 30;
/**
 * Texts that are read in a round, newest first. At most ROUND_DOCS_OF_CHAT are of one chat, to leave room for
 * others.
 */
const ROUND_DOCS = 16;
const ROUND_DOCS_OF_CHAT = 4;
/** Rounds at most. A second round is read only if the first gave fewer than `ENOUGH` results. */
const ROUNDS_MAX = 2;
const ENOUGH = 10;

interface FoundChat {
  readonly chat: ChatItem;
  readonly messages: MatchedMessage[];
}

/** Finds the owner's chats and messages that hold all of the query's words. */
export async function searchChats(owner: string, text: string, ports: SearchPorts): Promise<SearchResult> {
  const query = readQuery(text);
  const lookups = lookupsFor(query);
  if (lookups.length === 0) return { chats: [], messages: [] };
  const candidates = await findCandidates(owner, lookups, ports.store);
  const found = new Map<string, FoundChat>();
  const chats = new Map<string, ChatItem | undefined>();
  let left: readonly DocRef[] = candidates.docs;
  for (let round = 0; round < ROUNDS_MAX && left.length > 0 && countOf(found) < ENOUGH; round++) {
    const docs = nextOf(left);
    left = left.filter((doc) => !docs.has(doc));
    await verify(owner, [...docs], { query, found, chats, ports });
  }
  return resultOf(query, found, left.length > 0 || candidates.isCut);
}

/** Picks the texts of the next round: the newest, with a limit for each chat while there are others. */
function nextOf(left: readonly DocRef[]): Set<DocRef> {
  const taken = new Map<string, number>();
  const isSpread = ({ chatId }: DocRef) => {
    const ofChat = (taken.get(chatId) ?? 0) + 1;
    taken.set(chatId, ofChat);
    return ofChat <= ROUND_DOCS_OF_CHAT;
  };
  const first = left.filter(isSpread).slice(0, ROUND_DOCS);
  return new Set([...new Set([...first, ...left])].slice(0, ROUND_DOCS));
}

interface Verification {
  readonly query: Query;
  readonly found: Map<string, FoundChat>;
  /** Chats that were read so far; undefined for a chat that does not exist. */
  readonly chats: Map<string, ChatItem | undefined>;
  readonly ports: SearchPorts;
}

/** Reads the texts, and adds those that match to `found`. */
async function verify(owner: string, docs: readonly DocRef[], to: Verification): Promise<void> {
  const { query, found, chats, ports } = to;
  const turnDocs = docs.filter(({ index }) => index !== NAME_INDEX);
  const chatIds = [...new Set(docs.map(({ chatId }) => chatId))];
  const unread = chatIds.filter((chatId) => !chats.has(chatId));
  const texts = await ports.readTexts(owner, turnDocs, unread);
  for (const chatId of unread) chats.set(chatId, texts.chats.get(chatId));
  for (const doc of docs) {
    const chat = chats.get(doc.chatId);
    if (!chat) continue;
    const messages = matchingMessages(query, doc, texts);
    if (messages.length === 0 && !matchesIn(query, chat.name)) continue;
    const known = found.get(doc.chatId) ?? { chat, messages: [] };
    known.messages.push(...messages);
    found.set(doc.chatId, known);
  }
}

/** Returns the matching messages of a turn, newest first. A message must hold the whole query by itself. */
function matchingMessages(query: Query, { chatId, index }: DocRef, texts: Texts): MatchedMessage[] {
  const turn = texts.turns.get(`${chatId}/${index}`);
  if (!turn || turn.kind !== undefined || turn.status === 'streaming') return [];
  return toMessages([turn])
    .toReversed()
    .flatMap(({ content, role, createdAt, messageIndex, files = [] }) => {
      const text = withNames(content, files);
      const ranges = matchesIn(query, text);
      if (!ranges) return [];
      return [{ chatId, messageId: String(messageIndex), role, createdAt, ...excerptOf(text, ranges) }];
    });
}

const countOf = (found: ReadonlyMap<string, FoundChat>): number =>
  [...found.values()].reduce((sum, { messages }) => sum + Math.max(1, messages.length), 0);

function resultOf(query: Query, found: ReadonlyMap<string, FoundChat>, isMore: boolean): SearchResult {
  const all = [...found.values()].toSorted((a, b) => compareNewest(a.chat, b.chat));
  const chats: SearchResult['chats'] = [];
  const messages: MatchedMessage[] = [];
  for (const { chat, messages: matched } of all.slice(0, CHATS_MAX)) {
    const newest = matched.toSorted((a, b) => Number(b.messageId) - Number(a.messageId));
    const shown = newest.slice(0, MESSAGES_MAX - messages.length);
    const { chatId, name, createdAt, archivedAt } = chat;
    const nameMatches = matchesIn(query, name) ?? [];
    if (shown.length === 0 && nameMatches.length === 0) continue;
    messages.push(...shown);
    const matchedMessages = shown.map(({ messageId }) => messageId);
    const described = { chatId, name, createdAt, ...(archivedAt !== undefined && { archivedAt }) };
    chats.push({ ...described, matchedMessages, nameMatches });
  }
  const isCut = all.length > chats.length || messages.length < countMessages(all);
  return { chats, messages, ...((isMore || isCut) && { hasMore: true }) };
}

const countMessages = (found: readonly FoundChat[]): number =>
  found.reduce((sum, { messages }) => sum + messages.length, 0);

/** Orders chats by creation, newest first; chats of the same time by id, which is ordered by time too. */
const compareNewest = (a: Chat, b: Chat): number =>
  a.createdAt === b.createdAt ? (a.chatId < b.chatId ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;
