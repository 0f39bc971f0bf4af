const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Splits text into grapheme clusters: a letter with its marks, a flag, or a family of emoji is one cluster. */
export function clustersOf(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return [...text];
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}
