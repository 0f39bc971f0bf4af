/**
 * Cuts the text of a document into passages (decision 0116). A passage is what search reads to verify a candidate and
 * to show a hit: its row takes one read of 4 KB.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Mark, PlainText } from '../../files/document-marks.ts';
import { termsOf } from '../terms.ts';

export interface Passage {
  readonly text: string;
  /** Pages or sheets that are in the passage. The first begins at 0, if the document has any. */
  readonly marks: readonly Mark[];
  /** True for the passage that ends with the document. No passage does so when `isPartial` is true. */
  readonly isEnd?: true;
  /** True when search covers the beginning of the document alone. */
  readonly isPartial?: true;
}

export interface CutPassage {
  readonly passage: Passage;
  readonly data: Uint8Array;
  readonly terms: ReadonlySet<string>;
}

/** UTF-16 units of a passage: about four pages. */
const UNITS = 12_000;
/** Bytes of an encoded passage at most. With its keys, a row then has less than 4 KB. */
export const PASSAGE_MAX_BYTES = 3_800;
/** Passages of a document at most, about 190 pages. They bound the write units of its rows. */
export const PASSAGES_MAX = 48;
/**
 * Terms of a document at most, where a term counts once for each passage. They bound the write units of its segment.
 */
export const DOCUMENT_TERMS_MAX = 40_000;
/** Share of a passage, at its end, within which its end is moved back to the end of a line or of a word. */
const TAIL = 0.2;

/** Cuts a document into passages, until one of the limits is reached. */
export function cutPassages({ text, marks, isCut }: PlainText): CutPassage[] {
  const cuts: { from: number; to: number; terms: ReadonlySet<string> }[] = [];
  let [at, terms] = [0, 0];
  while (at < text.length && cuts.length < PASSAGES_MAX) {
    const to = fittingEnd(text, marks, at);
    const ofPassage = termsOf(text.slice(at, to));
    terms += ofPassage.size;
    if (terms > DOCUMENT_TERMS_MAX && cuts.length > 0) break;
    cuts.push({ from: at, to, terms: ofPassage });
    at = to;
  }
  const isPartial = isCut || at < text.length;
  return cuts.map(({ from, to, terms: ofPassage }) => {
    const passage: Passage = {
      ...passageOf(text, marks, from, to),
      ...(isPartial && { isPartial }),
      ...(to === text.length && !isCut && { isEnd: true as const }),
    };
    return { passage, data: encodePassage(passage), terms: ofPassage };
  });
}

/** Returns the end of the passage that begins at `from`, so that its row stays small. */
function fittingEnd(text: string, marks: readonly Mark[], from: number): number {
  for (let units = UNITS; ; ) {
    const to = goodEnd(text, from, Math.min(text.length, from + units));
    const { length } = encodePassage({ ...passageOf(text, marks, from, to), isPartial: true, isEnd: true });
    if (length <= PASSAGE_MAX_BYTES || to - from <= 1) return to;
    units = Math.max(1, Math.floor(Math.min(units - 1, (0.95 * (to - from) * PASSAGE_MAX_BYTES) / length)));
  }
}

/** Moves an end back to the last end of a line, or of a word, and out of a surrogate pair. */
function goodEnd(text: string, from: number, end: number): number {
  if (end === text.length) return end;
  const earliest = end - Math.floor(TAIL * (end - from));
  const tail = text.slice(earliest, end);
  const gap = Math.max(tail.lastIndexOf('\n'), -1) + 1 || tail.search(/\s\S*$/) + 1;
  if (gap > 0) return earliest + gap;
  const isPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(end - 1, end + 1));
  return isPair && end - 1 > from ? end - 1 : end;
}

function passageOf(text: string, marks: readonly Mark[], from: number, to: number): Passage {
  const before = marks.findLast(([at]) => at <= from);
  const inside = marks.filter(([at]) => at > from && at < to);
  return {
    text: text.slice(from, to),
    marks: [...(before ? [before] : []), ...inside].map(([at, place]) => [Math.max(0, at - from), place]),
  };
}

/** Level of Brotli, which has a dictionary of many languages' words. Higher levels save little for their time. */
const LEVEL = 7;

export const encodePassage = (passage: Passage): Uint8Array =>
  brotliCompressSync(JSON.stringify(passage), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: LEVEL,
    },
  });

export const decodePassage = (data: Uint8Array): Passage =>
  JSON.parse(brotliDecompressSync(data).toString()) as Passage; // encodePassage alone writes it
