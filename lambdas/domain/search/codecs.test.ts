import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold } from './fold-text.ts';
import { compareDocs, shardsOf } from './index-layout.ts';
import { decodePostings, encodePostings, shardOf, spread, uniteDocs, unitePostings } from './postings.ts';
import { lookupsOf, piecesOf, termsOf } from './terms.ts';
import { decodeDocs, decodeRecent, encodeDocs, encodeRecent } from './text-list-format.ts';

const ref = fc.record({ chatId: fc.uuid({ version: 7 }), index: fc.nat(100_000) });
const refs = fc.array(ref, { maxLength: 50 }).map((list) => uniteDocs([list]));
const passage = fc.record({
  ...{ chatId: fc.uuid({ version: 7 }), index: fc.nat(100_000) },
  passage: fc.record({ fileId: fc.uuid({ version: 4 }), part: fc.nat(47) }),
});
const passages = fc.array(passage, { maxLength: 50 }).map((list) => uniteDocs([list]));
const term = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => !text.includes('\n'));
const numbers = fc
  .uniqueArray(fc.nat(20_000), { minLength: 1, maxLength: 40 })
  .map((list) => list.sort((a, b) => a - b));
const postings = fc.array(fc.tuple(term, numbers), { maxLength: 60 }).map((entries) => new Map(entries));

const sorted = (map: ReadonlyMap<string, readonly number[]>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1));

describe('encoded data decodes to what was encoded', () => {
  it('lists of texts', () => {
    fc.assert(
      fc.property(refs, (docs) => {
        expect(decodeDocs(encodeDocs(docs))).toEqual(docs);
      }),
    );
  });

  it('lists of texts and passages, with the texts first for readers from before passages', () => {
    fc.assert(
      fc.property(refs, passages, (texts, some) => {
        const docs = uniteDocs([texts, some]);
        const bytes = encodeDocs(docs);
        expect(decodeDocs(bytes)).toEqual(docs);
        // A reader of the older format takes chats with their texts from the beginning, and stops after them.
        expect(bytes.length).toBeGreaterThanOrEqual(encodeDocs(texts).length);
        expect(docs.slice(0, texts.length)).toEqual(texts);
      }),
    );
  });

  it('postings', () => {
    fc.assert(
      fc.property(postings, (map) => {
        const parts = encodePostings(map);
        expect(parts).toHaveLength(1);
        expect(sorted(decodePostings(parts[0] ?? new Uint8Array()))).toEqual(sorted(map));
      }),
    );
  });

  it('postings too large for one item, in parts', () => {
    const map = new Map(
      Array.from({ length: 40_000 }, (_, i) => [randomBytes(12).toString('base64url'), [i % 500]]),
    );
    const parts = encodePostings(map);
    expect(parts.length).toBeGreaterThan(1);
    for (const part of parts) expect(part.length).toBeLessThan(300 * 1024);
    expect(sorted(new Map(parts.flatMap((part) => [...decodePostings(part)])))).toEqual(sorted(map));
  }, 60_000);

  it('recent rows', () => {
    fc.assert(
      fc.property(
        refs,
        fc.array(fc.array(term, { maxLength: 20 }), { minLength: 50, maxLength: 50 }),
        (list, lists) => {
          const docs = list.map((doc, i) => ({ ref: doc, terms: new Set(lists[i]) }));
          const read = decodeRecent(encodeRecent(docs));
          expect(read.map((doc) => [doc.ref, [...doc.terms].sort()])).toEqual(
            docs.toSorted((a, b) => compareDocs(a.ref, b.ref)).map((doc) => [doc.ref, [...doc.terms].sort()]),
          );
        },
      ),
    );
  });
});

describe('segments', () => {
  it('a merge is the union of its sources, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(postings, { maxLength: 5 }), (maps) => {
        const identity = Array.from({ length: 20_001 }, (_, i) => i);
        const sources = maps.map((map) => ({ postings: map, numbers: identity }));
        const united = unitePostings(sources);
        expect(sorted(unitePostings(sources.toReversed()))).toEqual(sorted(united));
        for (const [word, list] of united)
          expect(new Set(list)).toEqual(new Set(maps.flatMap((map) => map.get(word) ?? [])));
        for (const map of maps) for (const word of map.keys()) expect(united.has(word)).toBe(true);
      }),
    );
  });

  it('a shard of a tier comes from one shard of the tier below, and no term is lost', () => {
    fc.assert(
      fc.property(postings, fc.constantFrom(1, 2, 3), (map, tier) => {
        for (const [shard, held] of spread(map, tier + 1))
          for (const word of held.keys()) expect(shard % shardsOf(tier)).toBe(shardOf(word, tier));
        const all = [...spread(map, tier).values()].flatMap((held) => [...held]);
        expect(sorted(new Map(all))).toEqual(sorted(map));
      }),
    );
  });

  it('a look-up reads the shard of every term that it matches', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'B', 'é', '京', 'の', '🎉', 'ก', ' ') }),
        fc.nat(),
        fc.nat(),
        (text, a, b) => {
          const query = fold(text.slice(Math.min(a, text.length), a + b));
          for (const piece of piecesOf(query))
            for (const { term: wanted, isPrefix } of lookupsOf(query, piece))
              for (const held of termsOf(text))
                if (isPrefix ? held.startsWith(wanted) : held === wanted)
                  expect(shardOf(held, 4)).toBe(shardOf(wanted, 4));
        },
      ),
    );
  });
});
