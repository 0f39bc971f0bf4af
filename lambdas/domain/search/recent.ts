/** Recent rows: a few texts, each with its terms, as a batch of changes brought them. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ByteReader, ByteWriter } from './bytes.ts';
import { readDocs, writeDocs } from './docs.ts';
import { compareDocs, type DocRef } from './layout.ts';
import { termsOf } from './terms.ts';

export interface IndexedDoc {
  readonly ref: DocRef;
  readonly terms: ReadonlySet<string>;
}

/** A turn's text, or a chat's name. */
export interface TextDoc {
  readonly ref: DocRef;
  readonly text: string;
}

export const indexed = ({ ref, text }: TextDoc): IndexedDoc => ({ ref, terms: termsOf(text) });

/** @param docs none twice */
export function encodeRecent(docs: readonly IndexedDoc[]): Uint8Array {
  const sorted = docs.toSorted((a, b) => compareDocs(a.ref, b.ref));
  const writer = new ByteWriter();
  writeDocs(
    writer,
    sorted.map(({ ref }) => ref),
  );
  // No term holds a line break. Brotli knows the words of many languages, which halves such short texts.
  writer.bytes(Buffer.from(sorted.map(({ terms }) => [...terms].sort().join('\n')).join('\n\n')));
  return brotliCompressSync(writer.done(), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  });
}

export function decodeRecent(bytes: Uint8Array): IndexedDoc[] {
  const plain = brotliDecompressSync(bytes);
  const reader = new ByteReader(plain);
  const refs = readDocs(reader);
  const blocks = Buffer.from(reader.rest()).toString().split('\n\n');
  return refs.map((ref, i) => ({ ref, terms: new Set(blocks[i]?.split('\n').filter(Boolean)) }));
}
