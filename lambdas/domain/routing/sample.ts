/** Sample of a message: the part that is looked at, and its words. */

/** Longer messages are mostly pasted; what is asked stands at their beginning or at their end. */
const WHOLE = 3_000;
const HEAD = 500;
const TAIL = 300;

/** The part of a text that is looked at: all of it, or its beginning and its end. */
export function sampleOf(text: string): string {
  const sample = text.length <= WHOLE ? text : `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}`;
  return sample.normalize('NFKC').toLowerCase();
}

/** Words in lower case; apostrophes and changes of script separate, `c++` and `c#` are words. */
export const tokens = (lowerCase: string): readonly string[] =>
  lowerCase.match(/[\p{Script=Latin}\p{N}]+[+#]{0,2}|[\p{L}\p{M}]+/gu) ?? [];

/** Roughly the words of a text, where scripts without spaces count two characters for one. */
export function lengthInWords(text: string): number {
  const joined = text.match(/[\u3040-\u30ff\u3400-\u9fff]/g)?.length ?? 0;
  return joined / 2 + tokens(text).length;
}
