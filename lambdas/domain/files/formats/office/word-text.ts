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
/** Elements of a run (`r`) that stand for characters. */
const CHARACTERS: Readonly<Record<string, string>> = { br: '\n', cr: '\n', tab: '\t', noBreakHyphen: '-' };

/**
 * Collects the text of WordprocessingML (ECMA-376-1, 17): headings as in Markdown, list items with a dash, and each row
 * of a table in one line. Marks footnotes with `[^id]` and endnotes with `[^eid]`, because Word numbers them
 * separately.
 */
export class WordText implements XmlHandler {
  readonly #headings: ReadonlyMap<string, number>;
  readonly #lines: string[] = [];
  #line = '';
  #title: string | undefined;
  #cells = 0;
  #skipped = 0;
  #isText = false;
  #length = 0;

  /** @param headings level of each heading style, by the style's id */
  constructor(headings: ReadonlyMap<string, number>) {
    this.#headings = headings;
  }

  get length(): number {
    return this.#length;
  }

  /** Puts `[title]` above the section's first line with text, if there is one. */
  startSection(title: string): void {
    this.#title = title;
  }

  result(): string {
    return [...this.#lines, this.#line].join('\n');
  }

  open(name: string, attributes: XmlAttributes, parent: string): void {
    if (this.#skipped > 0 || SKIPPED.has(name)) {
      this.#skipped += 1;
      return;
    }
    this.#isText = name === 't';
    if (name === 'tc') this.#cells += 1;
    else if (parent === 'r' && Object.hasOwn(CHARACTERS, name)) this.#add(CHARACTERS[name] ?? '');
    else this.#add(this.#markOf(name, attributes));
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    this.#isText = false;
    if (name === 'tc') this.#endCell();
    else if (name === 'p' && this.#cells > 0) this.#add(' ');
    else if ((name === 'p' || name === 'tr') && this.#cells === 0) this.#endLine();
  }

  text(text: string): void {
    if (this.#isText && this.#skipped === 0) this.#add(text);
  }

  #markOf(name: string, attributes: XmlAttributes): string {
    const level = name === 'pStyle' && this.#headings.get(attributeOf(attributes, 'val') ?? '');
    if (level) return `${'#'.repeat(level)} `;
    if (name === 'numPr' && this.#line === '') return '- ';
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
