/**
 * Encodes and decodes lists of texts (terms: `index-layout.ts`). A segment's list gives each of its texts a number, by
 * position. A recent row lists a few texts together with their terms.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ByteReader, ByteWriter, deflate, inflate, readGaps, writeGaps } from './byte-codec.ts';
import { compareDocs, type DocRef } from './index-layout.ts';
import { termsOf } from './terms.ts';

const ID_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True when a chat can be indexed: only users' chats have UUIDs. */
export const isIndexable = (chatId: string): boolean => UUID.test(chatId);

/**
 * Writes a list of texts.
 * @param docs sorted, without duplicates
 */
function writeDocs(writer: ByteWriter, docs: readonly DocRef[]): void {
  const byChat = new Map<string, number[]>();
  for (const { chatId, index } of docs) {
    const indexes = byChat.get(chatId);
    if (indexes) indexes.push(index);
    else byChat.set(chatId, [index]);
  }
  writer.number(byChat.size);
  for (const [chatId, indexes] of byChat) {
    writer.bytes(Buffer.from(chatId.replaceAll('-', ''), 'hex')).number(indexes.length);
    writeGaps(writer, indexes);
  }
}

function readDocs(reader: ByteReader): DocRef[] {
  const docs: DocRef[] = [];
  for (let chats = reader.number(); chats > 0; chats--) {
    const hex = Buffer.from(reader.bytes(ID_BYTES)).toString('hex');
    const chatId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    for (const index of readGaps(reader, reader.number())) docs.push({ chatId, index });
  }
  return docs;
}

/** Encodes a segment's list. */
export function encodeDocs(docs: readonly DocRef[]): Uint8Array {
  const writer = new ByteWriter();
  writeDocs(writer, docs);
  return deflate(writer.done());
}

export const decodeDocs = (bytes: Uint8Array): DocRef[] => readDocs(new ByteReader(inflate(bytes)));

export interface IndexedDoc {
  readonly ref: DocRef;
  readonly terms: ReadonlySet<string>;
}

/** Text to index: both messages of a turn, or a chat's name. */
export interface TextDoc {
  readonly ref: DocRef;
  readonly text: string;
}

export const indexed = ({ ref, text }: TextDoc): IndexedDoc => ({ ref, terms: termsOf(text) });

/**
 * Encodes a recent row.
 * @param docs without duplicates
 */
export function encodeRecent(docs: readonly IndexedDoc[]): Uint8Array {
  const sorted = docs.toSorted((a, b) => compareDocs(a.ref, b.ref));
  const writer = new ByteWriter();
  writeDocs(
    writer,
    sorted.map(({ ref }) => ref),
  );
  // No term contains a line break. Brotli has a dictionary of many languages' words, which halves such short texts.
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
