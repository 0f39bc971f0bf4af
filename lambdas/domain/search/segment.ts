/** Segments in memory: the texts they list and what their shards hold. */
import { compareDocs, type DocRef, hashOf, shardsOf } from './layout.ts';
import type { Postings } from './postings.ts';
import type { IndexedDoc } from './recent.ts';
import { groupOf } from './terms.ts';

/** The shard that holds a term: all terms of a group are together. */
export const shardOf = (term: string, tier: number): number => hashOf(groupOf(term)) % shardsOf(tier);

/** Different texts, in order. */
export function uniteDocs(lists: readonly (readonly DocRef[])[]): DocRef[] {
  const sorted = lists.flat().sort(compareDocs);
  return sorted.filter((doc, i) => {
    const before = sorted[i - 1];
    return before === undefined || compareDocs(before, doc) !== 0;
  });
}

/** Postings under the numbers of a part of the texts, and what these numbers become; -1 drops a text. */
export interface Renumbered {
  readonly postings: Postings;
  readonly numbers: readonly number[];
}

/** Numbers that each of `docs` gets in the list `target`; -1 where it is not listed. */
export function numbersIn(target: readonly DocRef[], docs: readonly DocRef[]): number[] {
  const positions = new Map(target.map(({ chatId, index }, i) => [`${chatId}/${index}`, i]));
  return docs.map(({ chatId, index }) => positions.get(`${chatId}/${index}`) ?? -1);
}

/** The union of postings. */
export function unitePostings(sources: readonly Renumbered[]): Map<string, number[]> {
  const sets = new Map<string, Set<number>>();
  for (const { postings, numbers } of sources)
    for (const [term, docs] of postings) {
      const set = sets.get(term) ?? new Set();
      for (const doc of docs) {
        const number = numbers[doc] ?? -1;
        if (number >= 0) set.add(number);
      }
      if (set.size > 0) sets.set(term, set);
    }
  return new Map([...sets].map(([term, set]) => [term, [...set].sort((a, b) => a - b)]));
}

/** Postings of texts, numbered as in `target`; texts that it does not list are left out. */
export function postingsOf(docs: readonly IndexedDoc[], target: readonly DocRef[]): Map<string, number[]> {
  const numbers = numbersIn(
    target,
    docs.map(({ ref }) => ref),
  );
  return unitePostings(
    docs.map(({ terms }, i) => ({
      postings: new Map([...terms].map((term) => [term, [0]])),
      numbers: [numbers[i] ?? -1],
    })),
  );
}

/** Postings by shard of a tier; only shards that hold something. */
export function spread(postings: Postings, tier: number): Map<number, Map<string, readonly number[]>> {
  const shards = new Map<number, Map<string, readonly number[]>>();
  for (const [term, docs] of postings) {
    const shard = shardOf(term, tier);
    const held = shards.get(shard) ?? new Map<string, readonly number[]>();
    held.set(term, docs);
    shards.set(shard, held);
  }
  return shards;
}
