const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Splits text into grapheme clusters, such as a letter with its combining marks, a flag, or the emoji of a family. */
export function clustersOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
