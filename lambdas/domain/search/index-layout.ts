/**
 * Layout of an owner's search index (decision 0006). Each batch of changes adds recent rows to the index's head. A
 * merge turns RECENT_ROWS recent rows, or up to FAN_OUT segments of a tier, into one segment of a higher tier. The head
 * lists the texts of each segment. The terms of a segment are spread over the shards of its tier, so a search for a
 * word reads one shard of each tier.
 * A change of `NAME_INDEX`, `SHARDS`, `compareDocs`, `hashOf`, of the terms (`terms.ts`, `fold-text.ts`), or of a row's
 * format makes stored indexes useless: raise VERSION in `lambdas/store/search/index-rows.ts`, deploy, and rebuild.
 */
import { createHash } from 'node:crypto';

/**
 * Searchable text: a turn, a chat's name, or a passage of a document that was sent with a turn. `index` is the index of
 * the turn's first message, or NAME_INDEX for a chat's name.
 */
export interface DocRef {
  readonly chatId: string;
  readonly index: number;
  readonly passage?: PassageRef;
}

/** `part` counts from 0. */
export interface PassageRef {
  readonly fileId: string;
  readonly part: number;
}

export const docKey = ({ chatId, index, passage }: DocRef): string =>
  `${chatId}/${index}${passage ? `/${passage.fileId}/${passage.part}` : ''}`;

/** Stands for a chat's name. The message at this index is the welcome, which is not searched. */
export const NAME_INDEX = 0;

export const RECENT_ROWS = 64;
export const FAN_OUT = 8;
/** Last tier. Its segments are not merged. */
export const LAST_TIER = 4;
export const TIERS = [1, 2, 3, 4] as const;
/**
 * Number of shards by tier. Tier 0 are the recent rows. Each number divides the next. So all terms of a shard of a
 * higher tier come from one shard of the lower tier, and a merge reads one shard at a time.
 */
const SHARDS: readonly number[] = [1, 16, 64, 512, 4096];
/**
 * Maximum texts of a merged segment. If FAN_OUT segments have more, a merge takes fewer of them, but at least two. The
 * maximum bounds the size of the row that lists the texts. A turn or a name takes up to 9 bytes of this row, and a
 * passage up to 32, so a passage counts as PASSAGE_WEIGHT texts.
 */
export const SEGMENT_DOCS_MAX = 36_000;
export const PASSAGE_WEIGHT = 3;

export const shardsOf = (tier: number): number => SHARDS[tier] ?? 1;
/** Returns the typical number of texts in a segment of a tier. */
export const capacityOf = (tier: number): number => RECENT_ROWS * FAN_OUT ** (tier - 1);

/** Returns the tier of a new segment, which may hold up to four times the typical number of texts. */
export function tierFor(docs: number): number {
  return TIERS.find((tier) => docs <= 4 * capacityOf(tier)) ?? LAST_TIER;
}

/**
 * Orders texts as a segment numbers them: turns and names before passages, so that code of an earlier deployment, which
 * knows no passages, still reads the turns and names.
 */
export function compareDocs(a: DocRef, b: DocRef): number {
  if (!a.passage || !b.passage) return rankOf(a) - rankOf(b) || comparePlaces(a, b);
  return comparePlaces(a, b) || comparePassages(a.passage, b.passage);
}

const rankOf = ({ passage }: DocRef): number => (passage ? 1 : 0);

/** Orders texts by chat, the oldest first, then by the turn's index. */
export const comparePlaces = (a: DocRef, b: DocRef): number =>
  a.chatId < b.chatId ? -1 : a.chatId > b.chatId ? 1 : a.index - b.index;

export const comparePassages = (a: PassageRef, b: PassageRef): number =>
  a.fileId < b.fileId ? -1 : a.fileId > b.fileId ? 1 : a.part - b.part;

/** Returns the key of a passage's document. It names the turn too: a file may be sent with two turns. */
export const documentKey = ({ chatId, index, passage }: DocRef): string =>
  `${chatId}/${index}/${passage?.fileId}`;

/** Hashes a text to 32 well-mixed bits (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** True for about one in `n` texts, by a hash of chat and index. */
export const isOneIn = (n: number, { chatId, index }: DocRef): boolean =>
  hashOf(`${chatId}/${index}`) % n === 0;

/**
 * Builds the id of a recent row or a segment. Ids sort by time. The same content at the same time gets the same id, so
 * that a repeated write adds nothing.
 * @param at Unix milliseconds
 */
export function idOf(at: number, ...content: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of content) hash.update(part);
  return `${String(Math.floor(at)).padStart(13, '0')}-${hash.digest('hex').slice(0, 12)}`;
}

/** Returns the time in an id, in milliseconds. */
export const timeOf = (id: string): number => Number(id.slice(0, 13));
