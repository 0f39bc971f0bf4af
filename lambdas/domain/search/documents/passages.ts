/** Cuts the text of a document into passages, which search reads to decide if they match (decision 0116). */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { termsOf } from '../terms.ts';
import type { Mark, PlainText } from './separate-page-and-sheet-marks.ts';

export interface Passage {
  readonly text: string;
  /**
   * Pages or sheets in the passage, each with the position in `text` at which it begins. The position is 0 if the page
   * or sheet began in an earlier passage.
   */
  readonly marks: readonly Mark[];
  /** True for the last passage of a document, unless `isPartial` is true. */
  readonly isEnd?: true;
  /** True when only the beginning of the document is searched. */
  readonly isPartial?: true;
}

export interface CutPassage {
  readonly passage: Passage;
  readonly data: Uint8Array;
  readonly terms: ReadonlySet<string>;
}

/** Maximum UTF-16 units of a passage: about four pages of English. */
const UNITS = 12_000;
/** Maximum bytes of an encoded passage. Its row then has less than 4 KB: one read of DynamoDB. */
export const PASSAGE_MAX_BYTES = 3_800;
/** Maximum passages of a document: about 190 pages of English. Bounds the write units of their rows. */
export const PASSAGES_MAX = 48;
/** Maximum terms of a document, summed over its passages. Bounds the write units of its segment of the index. */
export const DOCUMENT_TERMS_MAX = 40_000;
/** Largest share of a passage that is left to the next one, so that the passage ends with a line or a word. */
const TAIL = 0.2;

/** Cuts a document into passages. Leaves out the text after `PASSAGES_MAX` or `DOCUMENT_TERMS_MAX`. */
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

/** Returns an end with which the encoded passage has at most PASSAGE_MAX_BYTES. */
function fittingEnd(text: string, marks: readonly Mark[], from: number): number {
  for (let units = UNITS; ; ) {
    const to = goodEnd(text, from, Math.min(text.length, from + units));
    const { length } = encodePassage({ ...passageOf(text, marks, from, to), isPartial: true, isEnd: true });
    if (length <= PASSAGE_MAX_BYTES || to - from <= 1) return to;
    units = Math.max(1, Math.floor(Math.min(units - 1, (0.95 * (to - from) * PASSAGE_MAX_BYTES) / length)));
  }
}

/**
 * Moves the end of a passage back to the place after the last line break in the passage's tail (its share `TAIL`). If
 * the tail has no line break, moves the end to the place after the tail's last space. If the tail has no space either,
 * and the end splits a surrogate pair, moves the end to the place before the pair.
 */
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

/** Level of Brotli, from 0 to 11. Higher levels save few bytes for the time that they take. */
const LEVEL = 7;

export const encodePassage = (passage: Passage): Uint8Array =>
  brotliCompressSync(JSON.stringify(passage), {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: LEVEL,
    },
  });

export const decodePassage = (data: Uint8Array): Passage =>
  JSON.parse(brotliDecompressSync(data).toString()) as Passage; // only `encodePassage` makes the data
