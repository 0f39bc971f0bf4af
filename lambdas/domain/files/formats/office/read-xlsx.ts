import { boundText, CUT_NOTE } from '../bounded-text.ts';
import { TEXT_MAX_BYTES } from '../file-reading-limits.ts';
import { cellFormatsIn } from './cell-formats.ts';
import {
  type OfficeReader,
  type Relationship,
  relationshipsOf,
} from './package-relationships-and-main-part.ts';
import { attributeOf, readXml } from './read-xml.ts';
import { SheetText } from './sheet-text.ts';
import type { ZipArchive } from './zip-archive.ts';

interface Sheet {
  readonly name: string;
  readonly relationship: string;
  readonly isHidden: boolean;
}

/**
 * Reads the values of a workbook: a line such as `[Sheet Costs]`, then a line for each row, with tabs between the
 * cells. `pages` is the number of sheets.
 */
export const readXlsx: OfficeReader = async (archive, main, isLate) => {
  const parts = await relationshipsOf(archive, main);
  const { sheets, is1904 } = await workbookOf(archive, main);
  const strings = await sharedStrings(archive, parts);
  const text = new SheetText({ strings, formats: await cellFormatsIn(archive, parts), is1904 });
  const isEnough = () => text.length > TEXT_MAX_BYTES || isLate();
  let isWhole = true;
  for (const { name, relationship, isHidden } of sheets) {
    if (!isWhole) break;
    text.startSheet(isHidden ? `${name} (hidden)` : name);
    const part = parts.find(({ id }) => id === relationship);
    if (part) isWhole = await readXml(archive.read(part.target), text, isEnough);
  }
  return { pages: sheets.length, ...boundText(text.result(), isWhole ? undefined : CUT_NOTE) };
};

async function workbookOf(archive: ZipArchive, part: string): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const sheets: Sheet[] = [];
  let is1904 = false;
  await readXml(archive.read(part), {
    open: (name, attributes) => {
      const value = (key: string) => attributeOf(attributes, key) ?? '';
      if (name === 'workbookPr') is1904 = /^(?:1|true|on)$/.test(value('date1904'));
      if (name !== 'sheet') return;
      const isHidden = /hidden/i.test(value('state'));
      sheets.push({ name: value('name').replace(/\s+/g, ' '), relationship: value('id'), isHidden });
    },
  });
  return { sheets, is1904 };
}

/** Reads the texts to which cells refer by number, without the phonetic readings (`rPh`) of Japanese words. */
async function sharedStrings(archive: ZipArchive, parts: readonly Relationship[]): Promise<string[]> {
  const strings: string[] = [];
  const part = parts.find(({ type }) => type === 'sharedStrings');
  if (!part) return strings;
  let isText = false;
  let text = '';
  await readXml(archive.read(part.target), {
    open: (name, _, parent) => {
      isText = name === 't' && parent !== 'rPh';
      if (name === 'si') text = '';
    },
    text: (piece) => {
      if (isText) text += piece;
    },
    close: (name) => {
      isText = false;
      if (name === 'si') strings.push(text);
    },
  });
  return strings;
}
