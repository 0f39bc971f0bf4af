import { hasRightToLeft, isRightToLeft, levelsOf } from './bidi.ts';
import { clustersOf } from './grapheme-clusters.ts';
import { mayBreakBetween, mustNotBreakBetween, splitUnspacedText } from './line-break-opportunities.ts';
import type { Run, TextStyle } from './text-style-and-colors.ts';

/** Measures text in the embedded fonts or as a picture. Widths are in points. */
export interface TextMeasure {
  has(character: string, style: TextStyle): boolean;
  widthOf(text: string, style: TextStyle): number;
  pictureWidthOf(text: string, style: TextStyle): number;
}

/**
 * Text of one style, level and kind, with its width in points. A `picture` is text that the embedded fonts cannot show
 * correctly.
 */
export interface Piece {
  readonly kind: 'text' | 'picture' | 'space';
  readonly text: string;
  readonly style: TextStyle;
  readonly width: number;
  /** Embedding level (UAX #9). An odd level runs from right to left. */
  readonly level: number;
}

/** Text that stays on one line if it fits there, and the spaces after it. */
export interface Word {
  readonly pieces: Piece[];
  readonly spaces: Piece[];
  /** True when the paragraph's text has a line break after the word. */
  ends: boolean;
}

export interface Paragraph {
  readonly words: readonly Word[];
  readonly rightToLeft: boolean;
}

/** Splits the text of a paragraph into words. */
export function paragraphOf(runs: readonly Run[], measure: TextMeasure): Paragraph {
  const clean = runs.map((run) => ({ ...run, text: cleaned(run.text) }));
  const text = clean.map((run) => run.text).join('');
  const builder = new WordBuilder(measure);
  for (const { level, ...run } of withLevels(clean, text)) builder.add(run, level);
  return { words: builder.words, rightToLeft: isRightToLeft(text) };
}

function withLevels(runs: readonly Run[], text: string): readonly (Run & { readonly level: number })[] {
  if (!hasRightToLeft(text)) return runs.map((run) => ({ ...run, level: 0 }));
  const levels = levelsOf(text);
  const parts: (Run & { level: number })[] = [];
  let at = 0;
  for (const { text: runText, style } of runs) {
    let from = 0;
    for (let i = 1; i <= runText.length; i += 1) {
      const level = levels[at + from] ?? 0;
      if (i < runText.length && levels[at + i] === level) continue;
      parts.push({ text: runText.slice(from, i), style, level });
      from = i;
    }
    at += runText.length;
  }
  return parts;
}

/** Matches a character that an embedded font shows correctly with a single glyph, if it has that glyph. */
const PLAIN =
  /^(?![\p{M}\p{C}\p{Emoji_Presentation}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]$/u;

/**
 * Matches a line end, spaces, ASCII characters, or other characters. An ASCII character before a combining mark or a
 * zero-width joiner counts as one of the other characters.
 */
const TOKEN = /\n| +|[\x21-\x7e]+(?![\p{M}\u200d])|(?:[\x21-\x7e](?=[\p{M}\u200d])|[^\n\x20-\x7e])+/gu;

class WordBuilder {
  readonly words: Word[] = [{ pieces: [], spaces: [], ends: false }];
  readonly #measure: TextMeasure;

  constructor(measure: TextMeasure) {
    this.#measure = measure;
  }

  add({ text, style }: Run, level: number): void {
    for (const [token] of text.matchAll(TOKEN)) {
      if (token === '\n') this.#endLine();
      else if (token.startsWith(' ')) this.#addSpace(token, style, level);
      else if (level % 2 === 0 && /^[\x21-\x7e]+$/.test(token)) this.#addPlain(token, style, level);
      else this.#addOther(token, style, level);
    }
  }

  get #last(): Word {
    const word = this.words.at(-1);
    if (!word) throw new Error('The paragraph has no word.');
    return word;
  }

  #endLine(): void {
    this.#last.ends = true;
    this.#begin();
  }

  #begin(): void {
    this.words.push({ pieces: [], spaces: [], ends: false });
  }

  #addSpace(text: string, style: TextStyle, level: number): void {
    const width = this.#measure.widthOf(text, style);
    this.#last.spaces.push({ kind: 'space', text, style, width, level });
  }

  /** Adds ASCII text. A line may end after a hyphen between two letters or digits. */
  #addPlain(token: string, style: TextStyle, level: number): void {
    for (const [i, part] of token.split(/(?<=\w-)(?=\w)/).entries())
      this.#append('text', part, style, level, i > 0);
  }

  #addOther(token: string, style: TextStyle, level: number): void {
    for (const part of splitUnspacedText(token)) {
      let beginsWord = part !== token;
      for (const cluster of clustersOf(part)) {
        const isText = level % 2 === 0 && PLAIN.test(cluster) && this.#measure.has(cluster, style);
        this.#append(isText ? 'text' : 'picture', cluster, style, level, beginsWord);
        beginsWord = false;
      }
    }
  }

  /**
   * Adds text to the last piece if kind, style and level are the same. Begins a new word after spaces, and where a
   * line may break before the text.
   * @param begins true if the text follows a hyphen, or begins a word in a script without spaces, such as Thai
   */
  #append(kind: 'text' | 'picture', text: string, style: TextStyle, level: number, begins: boolean): void {
    const previous = this.#last.pieces.at(-1);
    const breaks =
      previous !== undefined &&
      (begins ? !mustNotBreakBetween(previous.text, text) : mayBreakBetween(previous.text, text));
    if (this.#last.spaces.length > 0 || breaks) this.#begin();
    const { pieces } = this.#last;
    const before = pieces.at(-1);
    const isSame = before?.kind === kind && before.style === style && before.level === level;
    const whole = isSame ? before.text + text : text;
    if (isSame) pieces.pop();
    const width =
      kind === 'text' ? this.#measure.widthOf(whole, style) : this.#measure.pictureWidthOf(whole, style);
    pieces.push({ kind, text: whole, style, width, level });
  }
}

function cleaned(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/\t/g, '    ')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
      .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
  );
}
