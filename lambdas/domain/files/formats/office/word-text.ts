import { attributeOf, type XmlAttributes, type XmlHandler } from './read-xml.ts';

/**
 * Elements whose text Word does not show (properties, deleted text, moved text at its old place), and `Fallback`, which
 * repeats the text of a text box in an older form.
 */
const SKIPPED: ReadonlySet<string> = new Set([
  'rPr',
  'pPrChange',
  'sectPr',
  'tblPr',
  'del',
  'moveFrom',
  'Fallback',
]);
/** Mark of a list item. */
export const DASH = '- ';
/** Elements of a run (`r`) that stand for characters. */
const CHARACTERS: Readonly<Record<string, string>> = { br: '\n', cr: '\n', tab: '\t', noBreakHyphen: '-' };

/**
 * Collects the text of WordprocessingML (ECMA-376-1, 17): headings as in Markdown, list items with a dash, each row of
 * a table in one line, and text boxes above the paragraph that holds them. Marks footnotes with `[^id]` and endnotes
 * with `[^eid]`, because Word numbers them separately.
 */
export class WordText implements XmlHandler {
  readonly #marks: ReadonlyMap<string, string>;
  readonly #lines: string[] = [];
  /** Unfinished lines of the paragraphs around the current text box, the innermost one last. */
  readonly #around: string[] = [];
  #line = '';
  #title: string | undefined;
  #cells = 0;
  #skipped = 0;
  #isText = false;
  #length = 0;

  /** @param marks mark of each style that has one, for a heading or a list item, by the style's id */
  constructor(marks: ReadonlyMap<string, string>) {
    this.#marks = marks;
  }

  get length(): number {
    return this.#length;
  }

  /** Puts `[title]` above the section's first line with text, if there is one. */
  startSection(title: string): void {
    this.#title = title;
  }

  result(): string {
    return [...this.#lines, this.#line, ...this.#around.toReversed()].join('\n');
  }

  open(name: string, attributes: XmlAttributes, parent: string): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped += 1;
      return;
    }
    this.#isText = name === 't';
    if (name === 'tc') this.#cells += 1;
    else if (name === 'txbxContent') this.#startBox();
    else if (name === 'numId') this.#dropDash(attributes);
    else if (parent === 'r' && Object.hasOwn(CHARACTERS, name)) this.#addCharacter(CHARACTERS[name] ?? '');
    else this.#add(this.#markOf(name, attributes));
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#isText = false;
    if (name === 'tc') this.#endCell();
    else if (name === 'txbxContent') this.#endBox();
    else if (name === 'p' && this.#cells > 0) this.#add(' ');
    else if ((name === 'p' || name === 'tr') && this.#cells === 0) this.#endLine();
  }

  text(text: string): void {
    if (this.#isText && this.#skipped === 0) this.#add(text);
  }

  #markOf(name: string, attributes: XmlAttributes): string {
    const ofStyle = name === 'pStyle' ? this.#marks.get(attributeOf(attributes, 'val') ?? '') : undefined;
    const mark = name === 'numPr' ? DASH : ofStyle;
    if (mark !== undefined) return mark === DASH && this.#line !== '' ? '' : mark;
    if (name === 'footnoteReference' || name === 'endnoteReference') return noteMark(name, attributes);
    // Word also stores the separator lines above the notes as notes, with a type other than `normal`, the default.
    const isNote =
      (name === 'footnote' || name === 'endnote') &&
      (attributeOf(attributes, 'type') ?? 'normal') === 'normal';
    return isNote ? noteMark(name, attributes) : '';
  }

  #add(text: string): void {
    this.#line += text;
    this.#length += text.length;
  }

  /** Adds a space for a line break in a cell, because a row is one line. */
  #addCharacter(character: string): void {
    this.#add(character === '\n' && this.#cells > 0 ? ' ' : character);
  }

  /** Removes the dash of a paragraph whose `numId` is 0. This number turns off the list of the paragraph's style. */
  #dropDash(attributes: XmlAttributes): void {
    if (this.#line === DASH && attributeOf(attributes, 'val') === '0') this.#line = '';
  }

  /**
   * Sets aside the unfinished line of the paragraph that holds the text box. In a cell, the text of the box stays in
   * the line of the row.
   */
  #startBox(): void {
    if (this.#cells > 0) return;
    this.#around.push(this.#line);
    this.#line = '';
  }

  #endBox(): void {
    if (this.#cells > 0) return;
    if (this.#line !== '') this.#endLine();
    this.#line = this.#around.pop() ?? '';
  }

  #endCell(): void {
    this.#cells -= 1;
    this.#line = this.#line.trimEnd();
    this.#add(' | ');
  }

  #endLine(): void {
    const line = this.#line.endsWith(' | ') ? this.#line.slice(0, -3) : this.#line;
    this.#line = '';
    this.#length += 1;
    if (this.#title !== undefined) {
      // Skips empty lines before the section's first text, such as those of Word's separator notes.
      if (line.trim() === '') return;
      this.#lines.push('', `[${this.#title}]`);
      this.#title = undefined;
    }
    this.#lines.push(line);
  }
}

const noteMark = (name: string, attributes: XmlAttributes): string =>
  `[^${name.startsWith('endnote') ? 'e' : ''}${attributeOf(attributes, 'id') ?? ''}]`;
