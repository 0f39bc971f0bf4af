/**
 * Searches an owner's chats. The index only proposes candidates, and their stored texts decide. So an outdated entry of
 * the index gives no wrong result.
 */
import type { Chat, MatchedMessage, SearchResult } from '#contract/entities';
import { findCandidates, type IndexReader } from './find-candidates.ts';
import { type DocRef, documentKey } from './index-layout.ts';
import { matchesIn } from './match-text.ts';
import { lookupsFor, type Query, readQuery } from './parse-query-and-choose-lookups.ts';
import { type Found, type FoundChat, type ReadTexts, verifyCandidates } from './verify-candidates.ts';

export interface SearchPorts {
  readonly store: IndexReader;
  readonly readTexts: ReadTexts;
}

/** Limits of a result. */
const CHATS_MAX = 20;
const MESSAGES_MAX = 30;
/**
 * Maximum cost of a round, in half read units of DynamoDB. A round reads and checks candidates. An eventually
 * consistent read of up to 4 KB takes half a unit. A text counts as 2 (turn and chat), a passage as 3. A turn over 4 KB
 * takes more than is counted.
 */
const ROUND_COST = 32;
/** Maximum texts of one chat in a round, while other chats have candidates. */
const ROUND_DOCS_OF_CHAT = 4;
/** Maximum rounds. The search ends earlier once it has at least `ENOUGH` results. */
const ROUNDS_MAX = 2;
const ENOUGH = 6;

/** Finds messages, their documents, and chats by name. Each result has all words of the query. */
export async function searchChats(owner: string, text: string, ports: SearchPorts): Promise<SearchResult> {
  const query = readQuery(text);
  const lookups = lookupsFor(query);
  if (lookups.length === 0) return { chats: [], messages: [] };
  const candidates = await findCandidates(owner, lookups, ports.store);
  const found: Found = { byChat: new Map(), chats: new Map() };
  let left: readonly DocRef[] = candidates.docs;
  for (let round = 0; round < ROUNDS_MAX && left.length > 0 && countOf(found.byChat) < ENOUGH; round++) {
    const docs = nextOf(left);
    await verifyCandidates(owner, [...docs], { query, found, readTexts: ports.readTexts });
    left = left.filter((doc) => !docs.has(doc) && !isFound(doc, found));
  }
  return resultOf(query, found.byChat, left.length > 0 || candidates.isCut);
}

/**
 * Picks the texts of the next round, the newest first, until `ROUND_COST` is reached: one passage of each document, and
 * up to `ROUND_DOCS_OF_CHAT` texts of each chat before further texts of any chat.
 */
function nextOf(left: readonly DocRef[]): Set<DocRef> {
  const taken = new Map<string, number>();
  const isFirst = (name: string, limit: number) => {
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    return count <= limit;
  };
  const first = left.filter((doc) => !doc.passage || isFirst(documentKey(doc), 1));
  const spread = first.filter(({ chatId }) => isFirst(chatId, ROUND_DOCS_OF_CHAT));
  const picked = new Set<DocRef>();
  let cost = 0;
  for (const doc of new Set([...spread, ...first])) {
    cost += doc.passage ? 3 : 2;
    if (cost > ROUND_COST) break;
    picked.add(doc);
  }
  return picked;
}

/** True for a passage if another passage of the same document was found already. */
const isFound = ({ chatId, index, passage }: DocRef, { byChat }: Found): boolean =>
  passage !== undefined &&
  (byChat
    .get(chatId)
    ?.messages.some(
      ({ messageId, file }) => messageId === String(index) && file?.fileId === passage.fileId,
    ) ??
    false);

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
    const matchedMessages = [...new Set(shown.map(({ messageId }) => messageId))];
    const described = { chatId, name, createdAt, ...(archivedAt !== undefined && { archivedAt }) };
    chats.push({ ...described, matchedMessages, nameMatches });
  }
  const isCut = all.length > chats.length || messages.length < countMessages(all);
  return { chats, messages, ...((isMore || isCut) && { hasMore: true }) };
}

const countMessages = (found: readonly FoundChat[]): number =>
  found.reduce((sum, { messages }) => sum + messages.length, 0);

const compareNewest = (a: Chat, b: Chat): number =>
  a.createdAt === b.createdAt ? (a.chatId < b.chatId ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1;
