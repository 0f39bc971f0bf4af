import { boundText, CUT_NOTE, NO_TEXT } from '../bounded-text.ts';
import { TEXT_MAX_BYTES } from '../file-reading-limits.ts';
import { type OfficeReader, relationshipsOf } from './package-relationships-and-main-part.ts';
import { attributeOf, readXml } from './read-xml.ts';
import { DASH, WordText } from './word-text.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Titles of the parts that follow the body, by the type of their relationship. */
const NOTES: Readonly<Record<string, string>> = {
  footnotes: 'Footnotes',
  endnotes: 'Endnotes',
  comments: 'Comments',
};

/**
 * Reads the body of a Word document, then the footnotes, endnotes and comments under titles such as `[Footnotes]`.
 * Leaves out headers and footers.
 */
export const readDocx: OfficeReader = async (archive, main, isLate) => {
  const parts = await relationshipsOf(archive, main);
  const styles = parts.find(({ type }) => type === 'styles');
  const text = new WordText(styles ? await marksIn(archive, styles.target) : new Map());
  const isEnough = () => text.length > TEXT_MAX_BYTES || isLate();
  let isWhole = await readXml(archive.read(main), text, isEnough);
  for (const { type, target } of parts) {
    const title = Object.hasOwn(NOTES, type) ? NOTES[type] : undefined;
    if (title === undefined || !isWhole) continue;
    text.startSection(title);
    isWhole = await readXml(archive.read(target), text, isEnough);
  }
  return boundText(text.result().trim() || NO_TEXT, isWhole ? undefined : CUT_NOTE);
};

/**
 * Returns the Markdown mark of each style of headings (such as `## `) or of list items (`- `), by the style's id. Knows
 * headings by the style's name, such as `heading 1`, because Word translates the ids but not the names. A style of
 * numbered headings gets the mark of a heading.
 */
async function marksIn(archive: ZipArchive, part: string): Promise<Map<string, string>> {
  const marks = new Map<string, string>();
  let id = '';
  await readXml(archive.read(part), {
    open: (name, attributes) => {
      if (name === 'style') id = attributeOf(attributes, 'styleId') ?? '';
      const value = attributeOf(attributes, 'val') ?? '';
      const level = /^heading ([1-6])$/i.exec(value)?.[1];
      if (name === 'name' && level !== undefined) marks.set(id, `${'#'.repeat(Number(level))} `);
      // Skips number 0, by which a style turns off the list of the style that it is based on.
      if (name === 'numId' && value !== '0' && !marks.has(id)) marks.set(id, DASH);
    },
  });
  return marks;
}
