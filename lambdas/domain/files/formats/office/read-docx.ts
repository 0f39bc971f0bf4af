import { boundText, CUT_NOTE, NO_TEXT } from '../bounded-text.ts';
import { TEXT_MAX_BYTES } from '../inspect-limits.ts';
import { type OfficeReader, relationshipsOf } from './package-relationships.ts';
import { attributeOf, readXml } from './read-xml.ts';
import { WordText } from './word-text.ts';
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
  const text = new WordText(styles ? await headingsIn(archive, styles.target) : new Map());
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
 * Returns the level of each heading style, by the style's id. Takes it from the style's name, such as `heading 1`,
 * because Word translates the ids but not the names.
 */
async function headingsIn(archive: ZipArchive, part: string): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let id = '';
  await readXml(archive.read(part), {
    open: (name, attributes) => {
      if (name === 'style') id = attributeOf(attributes, 'styleId') ?? '';
      const level = /^heading ([1-6])$/i.exec(attributeOf(attributes, 'val') ?? '')?.[1];
      if (name === 'name' && level !== undefined) levels.set(id, Number(level));
    },
  });
  return levels;
}
