/** Writes the passages of documents and adds them to the index (decision 0116). Every step may be repeated. */
import type { IndexStore } from '../../../store/search/index-rows.ts';
import type { PassageRow } from '../../../store/search/passage-rows.ts';
import type { TurnItem } from '../../../store/turns/turns.ts';
import { type DocRef, docKey } from '../index-layout.ts';
import { termsOf } from '../terms.ts';
import { type IndexedDoc, isIndexable } from '../text-list-format.ts';
import { writeSegment } from '../write-segment.ts';
import { cutPassages } from './passages.ts';
import { plainText } from './separate-page-and-sheet-marks.ts';

type TurnFile = NonNullable<TurnItem['files']>[number];

export interface DocumentPorts {
  readonly store: Pick<IndexStore, 'putHead' | 'writeShards'>;
  /** Returns the extracted text; undefined when the file was removed. */
  readonly readText: (owner: string, fileId: string) => Promise<string | undefined>;
  readonly writePassages: (owner: string, rows: readonly PassageRow[]) => Promise<void>;
  readonly deletePassages: (owner: string, fileId: string) => Promise<void>;
  readonly fileExists: (owner: string, fileId: string) => Promise<boolean>;
}

/**
 * Returns the searchable documents of a turn. A turn that is still streaming, or that expires (in a temporary chat),
 * has none.
 */
export function documentsOf(turn: Partial<TurnItem> & { readonly ttl?: unknown }): TurnFile[] {
  if (turn.kind !== undefined || turn.status === 'streaming' || turn.ttl !== undefined) return [];
  return (turn.files ?? []).filter(
    ({ kind, textBytes = 0, fileId }) =>
      kind === 'document' && textBytes > 0 && isIndexable(fileId) && !turn.removedFiles?.has(fileId),
  );
}

/** Document, and the turn with which it was sent. */
export interface SentDocument {
  readonly ref: DocRef;
  readonly file: TurnFile;
}

interface CutDocument {
  readonly fileId: string;
  readonly rows: readonly PassageRow[];
  readonly docs: readonly IndexedDoc[];
}

/**
 * A segment is written when the waiting passages, or the sum of their terms, reach a limit. The limits bound the
 * segment's size and the memory that a run needs.
 */
const BATCH_PASSAGES = 128;
const BATCH_TERMS = 100_000;

/** Indexes one owner's documents. Small ones share a segment. */
export class DocumentIndexer {
  readonly #owner: string;
  readonly #ports: DocumentPorts;
  readonly #at: number;
  #waiting: CutDocument[] = [];
  #count = 0;
  readonly segments = new Set<string>();

  /**
   * @param at Unix milliseconds, a part of the segments' ids. A repeated run with the same documents and the same `at`
   * writes no duplicates.
   */
  constructor(owner: string, ports: DocumentPorts, at: number) {
    this.#owner = owner;
    this.#ports = ports;
    this.#at = at;
  }

  /** Number of documents that were indexed completely, and existed afterwards. */
  get count(): number {
    return this.#count;
  }

  /**
   * Adds a document to the next batch, and writes the batch when it is full. If the document has no text or its file
   * was removed, deletes its stored passages instead.
   */
  async add({ ref, file }: SentDocument): Promise<void> {
    const { fileId, name, pages } = file;
    const text = await this.#ports.readText(this.#owner, fileId);
    const cuts = text === undefined ? [] : cutPassages(plainText(text, pages !== undefined));
    if (cuts.length === 0) return await this.#ports.deletePassages(this.#owner, fileId);
    // A query may combine words of the document's name with words of its text, so each passage gets the name's terms.
    const ofName = termsOf(name);
    const docs = cuts.map(({ terms }, part) => ({
      ref: { ...ref, passage: { fileId, part } },
      terms: new Set([...terms, ...ofName]),
    }));
    const rows = cuts.map(({ data }, part) => ({
      fileId,
      part,
      data,
      ...(part === 0 && { turn: docKey(ref) }),
    }));
    this.#waiting.push({ fileId, rows, docs });
    const all = this.#waiting.flatMap((document) => document.docs);
    const terms = all.reduce((sum, doc) => sum + doc.terms.size, 0);
    if (all.length >= BATCH_PASSAGES || terms >= BATCH_TERMS) await this.flush();
  }

  /**
   * Writes the waiting documents. Writes the first passage of each document last, because that passage marks the
   * document as indexed. The user may remove a file after `add` has read its text. The removal may then delete the
   * file's passages before `flush` writes them. So after its writes, `flush` deletes the passages of removed files.
   */
  async flush(): Promise<void> {
    const documents = this.#waiting;
    if (documents.length === 0) return;
    this.#waiting = [];
    const { store, writePassages } = this.#ports;
    const docs = documents.flatMap((document) => document.docs);
    await writePassages(
      this.#owner,
      documents.flatMap(({ rows }) => rows.slice(1)),
    );
    this.segments.add(await writeSegment(this.#owner, store, docs, this.#at));
    await writePassages(
      this.#owner,
      documents.flatMap(({ rows }) => rows.slice(0, 1)),
    );
    for (const { fileId } of documents) await this.#confirm(fileId);
  }

  async #confirm(fileId: string): Promise<void> {
    if (await this.#ports.fileExists(this.#owner, fileId)) this.#count += 1;
    else await this.#ports.deletePassages(this.#owner, fileId);
  }
}
