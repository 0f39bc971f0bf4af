/**
 * Encodes the lists of texts in a search index (`index-layout.ts`). The list of a segment gives each text a number, by
 * position. A recent row lists texts that are in no segment yet, and the texts' terms.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { ByteReader, ByteWriter, deflate, inflate, readGaps, writeGaps } from './byte-codec.ts';
import { compareDocs, type DocRef } from './index-layout.ts';
import { termsOf } from './terms.ts';

const ID_BYTES = 16;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * True if an id is a UUID, which the index stores as 16 bytes. The ids of guests' chats and of temporary chats are not
 * UUIDs.
 */
export const isIndexable = (id: string): boolean => UUID.test(id);

const idBytes = (id: string): Uint8Array => Buffer.from(id.replaceAll('-', ''), 'hex');
const readId = (reader: ByteReader): string =>
  Buffer.from(reader.bytes(ID_BYTES))
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Writes turns and names of chats: for each chat, its id and the indexes of its turns. The index `NAME_INDEX` stands
 * for the chat's name.
 * @param docs sorted by `compareDocs`, without duplicates
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
    writer.bytes(idBytes(chatId)).number(indexes.length);
    writeGaps(writer, indexes);
  }
}

function readDocs(reader: ByteReader): DocRef[] {
  const docs: DocRef[] = [];
  for (let chats = reader.number(); chats > 0; chats--) {
    const chatId = readId(reader);
    for (const index of readGaps(reader, reader.number())) docs.push({ chatId, index });
  }
  return docs;
}

/**
 * Encodes the list of a segment's texts. Writes turns and chats' names before passages, because an earlier version of
 * `decodeDocs` reads the turns and names, and ignores the bytes after them.
 * @param docs sorted by `compareDocs`, without duplicates
 */
export function encodeDocs(docs: readonly DocRef[]): Uint8Array {
  const writer = new ByteWriter();
  writeDocs(
    writer,
    docs.filter(({ passage }) => !passage),
  );
  writeDocuments(writer, documentsIn(docs));
  return deflate(writer.done());
}

export function decodeDocs(bytes: Uint8Array): DocRef[] {
  const reader = new ByteReader(inflate(bytes));
  const docs = readDocs(reader);
  return reader.isAtEnd ? docs : [...docs, ...readDocuments(reader)];
}

interface ListedDocument {
  readonly chatId: string;
  readonly index: number;
  readonly fileId: string;
  readonly parts: number[];
}

function documentsIn(docs: readonly DocRef[]): ListedDocument[] {
  const documents: ListedDocument[] = [];
  for (const { chatId, index, passage } of docs) {
    if (!passage) continue;
    const { fileId, part } = passage;
    const open = documents.at(-1);
    if (open?.chatId === chatId && open.index === index && open.fileId === fileId) open.parts.push(part);
    else documents.push({ chatId, index, fileId, parts: [part] });
  }
  return documents;
}

/** Writes documents. Each begins with 1 and its chat's id, or with 0 if it is in the chat of the document before. */
function writeDocuments(writer: ByteWriter, documents: readonly ListedDocument[]): void {
  let last = '';
  for (const { chatId, index, fileId, parts } of documents) {
    writer.number(chatId === last ? 0 : 1);
    if (chatId !== last) writer.bytes(idBytes(chatId));
    writer.bytes(idBytes(fileId)).number(index).number(parts.length);
    writeGaps(writer, parts);
    last = chatId;
  }
}

function readDocuments(reader: ByteReader): DocRef[] {
  const docs: DocRef[] = [];
  let chatId = '';
  while (!reader.isAtEnd) {
    if (reader.number() === 1) chatId = readId(reader);
    const fileId = readId(reader);
    const index = reader.number();
    for (const part of readGaps(reader, reader.number()))
      docs.push({ chatId, index, passage: { fileId, part } });
  }
  return docs;
}

export interface IndexedDoc {
  readonly ref: DocRef;
  readonly terms: ReadonlySet<string>;
}

/** Text to index: a chat's name, or both messages of a turn with the names of its files. */
export interface TextDoc {
  readonly ref: DocRef;
  readonly text: string;
}

export const indexed = ({ ref, text }: TextDoc): IndexedDoc => ({ ref, terms: termsOf(text) });

/** Encodes a recent row. `docs` has no duplicates. */
export function encodeRecent(docs: readonly IndexedDoc[]): Uint8Array {
  const sorted = docs.toSorted((a, b) => compareDocs(a.ref, b.ref));
  const writer = new ByteWriter();
  writeDocs(
    writer,
    sorted.map(({ ref }) => ref),
  );
  // Separates the terms of a text by a line break, and texts by an empty line.
  writer.bytes(Buffer.from(sorted.map(({ terms }) => [...terms].sort().join('\n')).join('\n\n')));
  // Uses Brotli instead of `deflate`, because Brotli's built-in dictionary makes short texts smaller.
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
