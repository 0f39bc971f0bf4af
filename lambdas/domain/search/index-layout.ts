/**
 * How an owner's index is laid out (decision 0006). What is new stands in `recent` rows, one for each batch of
 * changes. RECENT_ROWS of them become a segment of tier 1, FAN_OUT segments of a tier become one of the next.
 * A segment's terms are spread over the shards of its tier, so that a word is found by reading one shard of each
 * tier. Changing a number here or a format makes stored indexes unreadable: raise VERSION in
 * `store/search/index-rows.ts`, deploy, and rebuild.
 */
import { createHash } from 'node:crypto';

/** A searchable text: a turn by the index of its first message, or a chat's name by NAME_INDEX. */
export interface DocRef {
  readonly chatId: string;
  readonly index: number;
}

/** Every chat begins with its welcome message, which is not searched for; its index stands for the name. */
export const NAME_INDEX = 0;

/** Recent rows that are merged into a segment. */
export const RECENT_ROWS = 64;
/** Segments of a tier that are merged into one of the next. */
export const FAN_OUT = 8;
/** Segments of the last tier are not merged any more. */
export const LAST_TIER = 4;
export const TIERS = [1, 2, 3, 4] as const;
/** Each divides the next, so that a merge reads a shard and writes those that come out of it. */
const SHARDS: readonly number[] = [1, 16, 64, 512, 4096];
/** Bounds the row that lists a segment's texts: 9 bytes each if every chat has one turn, else far less. */
export const SEGMENT_DOCS_MAX = 36_000;

export const shardsOf = (tier: number): number => SHARDS[tier] ?? 1;
/** Texts that a segment of a tier typically holds. */
export const capacityOf = (tier: number): number => RECENT_ROWS * FAN_OUT ** (tier - 1);

/** The tier for a new segment of so many texts: a few too many do not matter. */
export function tierFor(docs: number): number {
  return TIERS.find((tier) => docs <= 4 * capacityOf(tier)) ?? LAST_TIER;
}

export const compareDocs = (a: DocRef, b: DocRef): number =>
  a.chatId < b.chatId ? -1 : a.chatId > b.chatId ? 1 : a.index - b.index;

/** 32 well-mixed bits of a text (FNV-1a with a final mix). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** True when a change of this text is one of every `n` after which an owner's index is looked at. */
export const isOneIn = (n: number, { chatId, index }: DocRef): boolean =>
  hashOf(`${chatId}/${index}`) % n === 0;

/** Ids sort by time; the same content at the same time has the same id, so that writing it again adds nothing. */
export function idOf(at: number, ...content: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of content) hash.update(part);
  return `${String(Math.floor(at)).padStart(13, '0')}-${hash.digest('hex').slice(0, 12)}`;
}

/** The time in an id, in milliseconds. */
export const timeOf = (id: string): number => Number(id.slice(0, 13));
