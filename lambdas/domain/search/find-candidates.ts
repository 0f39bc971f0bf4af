import { log } from '../../runtime/log.ts';
import type { HeadRow, IndexStore, ShardRow } from '../../store/search/index-rows.ts';
import { comparePassages, comparePlaces, type DocRef, documentKey, TIERS } from './index-layout.ts';
import { covers } from './parse-query-and-choose-lookups.ts';
import { decodePostings, shardOf, uniteDocs } from './postings.ts';
import { partsOf } from './shard-rows.ts';
import type { Lookup } from './terms.ts';
import { decodeDocs, decodeRecent } from './text-list-format.ts';

/**
 * Maximum matches that a search takes from each segment and from each recent row (`index-layout.ts`). The search leaves
 * out older matches. Turns and chats' names are counted together, passages separately.
 */
const NEWEST = 300;
/**
 * Maximum passages of one document that a search takes from each segment or recent row. A search shows one passage of a
 * document. If the text of the first passage does not match, the search tries the next passage.
 */
const PASSAGES_OF_FILE = 3;
/** Maximum reads of the index by a search, which reads again while a merge changes the index. */
const READS_MAX = 3;

export type IndexReader = Pick<IndexStore, 'readHead' | 'readShard'>;

export interface Candidates {
  /** Newest chats first, and newest texts first within a chat. */
  readonly docs: readonly DocRef[];
  /** True when older candidates were left out because of `NEWEST`. */
  readonly isCut: boolean;
  /** True when a segment was left out, because a merge was deleting its shards. */
  readonly isTorn: boolean;
}

/**
 * Finds the texts that match every look-up of a query (`terms.ts`). Reads only the index, not the texts, so some may
 * have been edited or removed since they were indexed.
 */
export async function findCandidates(
  owner: string,
  lookups: readonly Lookup[],
  store: IndexReader,
): Promise<Candidates> {
  for (let read = 1; ; read++) {
    const consistent = read > 1;
    const [head, shards] = await Promise.all([
      store.readHead(owner, { consistent }),
      readShards(owner, lookups, store, consistent),
    ]);
    const found = combine(head, lookups, shards);
    if (!found.isTorn) return found;
    if (read === READS_MAX) {
      log('WARN', 'search index incomplete', { attempt: read });
      return found;
    }
  }
}

type Shards = ReadonlyMap<string, readonly ShardRow[]>;

async function readShards(
  owner: string,
  lookups: readonly Lookup[],
  store: IndexReader,
  consistent: boolean,
): Promise<Shards> {
  const wanted = new Map(
    TIERS.flatMap((tier) =>
      lookups.map(({ term }) => [`${tier}/${shardOf(term, tier)}`, [tier, shardOf(term, tier)] as const]),
    ),
  );
  const read = [...wanted].map(
    async ([name, [tier, shard]]) =>
      [name, await store.readShard(owner, tier, shard, { consistent })] as const,
  );
  return new Map(await Promise.all(read));
}

function combine(head: readonly HeadRow[], lookups: readonly Lookup[], shards: Shards): Candidates {
  const lists = head.map((row) =>
    row.tier === 0 ? inRecent(row, lookups) : inSegment(row, lookups, shards),
  );
  const found = lists.filter((docs) => docs !== undefined).map(byKind);
  return {
    docs: newestFirst(uniteDocs(found.flatMap((docs) => docs.map((some) => some.slice(-NEWEST))))),
    isCut: found.some((docs) => docs.some((some) => some.length > NEWEST)),
    isTorn: found.length < lists.length,
  };
}

const inRecent = ({ data }: HeadRow, lookups: readonly Lookup[]): DocRef[] =>
  decodeRecent(data)
    .filter(({ terms }) => lookups.every((lookup) => [...terms].some((term) => covers(lookup, term))))
    .map(({ ref }) => ref);

/** Finds the matching texts of a segment; undefined when some of its shards are missing. */
function inSegment(
  { tier, id, data }: HeadRow,
  lookups: readonly Lookup[],
  shards: Shards,
): DocRef[] | undefined {
  let common: Set<number> | undefined;
  for (const lookup of lookups) {
    const parts = partsOf(id, shards.get(`${tier}/${shardOf(lookup.term, tier)}`) ?? []);
    if (!parts) return undefined;
    const found = new Set<number>();
    for (const part of parts)
      for (const [term, numbers] of decodePostings(part.data))
        if (covers(lookup, term)) for (const number of numbers) found.add(number);
    common = common === undefined ? found : inBoth(common, found);
  }
  if (!common || common.size === 0) return [];
  const docs = decodeDocs(data);
  return [...common].sort((a, b) => a - b).flatMap((number) => docs[number] ?? []);
}

/** Separates turns and names from passages. Keeps the first `PASSAGES_OF_FILE` passages of each document. */
function byKind(docs: readonly DocRef[]): readonly [DocRef[], DocRef[]] {
  const ofFile = new Map<string, number>();
  const isKept = (doc: DocRef) => {
    if (!doc.passage) return false;
    const count = (ofFile.get(documentKey(doc)) ?? 0) + 1;
    ofFile.set(documentKey(doc), count);
    return count <= PASSAGES_OF_FILE;
  };
  return [docs.filter(({ passage }) => !passage), docs.filter(isKept)];
}

const inBoth = (a: ReadonlySet<number>, b: ReadonlySet<number>): Set<number> =>
  new Set([...a].filter((number) => b.has(number)));

/**
 * Sorts by chat and place, the newest first (chats' ids sort by time). A turn comes before its documents, and the
 * passages of a document keep their order.
 */
const newestFirst = (docs: readonly DocRef[]): DocRef[] =>
  docs.toSorted((a, b) => {
    const order = comparePlaces(b, a);
    if (order !== 0 || !a.passage || !b.passage) return order || (a.passage ? 1 : -1);
    return comparePassages(a.passage, b.passage);
  });
