/** Makes Word and Excel files for tests, and ZIP archives in general. */
import { crc32, deflateRawSync } from 'node:zlib';
import { bytesOf, uint } from './sample-files.ts';

/** An entry of an archive: its text, or raw deflated data, which may unpack to more than the archive says. */
export type ZipEntry = string | { readonly deflated: Uint8Array } | { readonly encrypted: Uint8Array };

/** A ZIP archive as Office writes it: deflated entries, then the central directory. */
export function zipOf(entries: Readonly<Record<string, ZipEntry>>): Uint8Array {
  const little = (...values: readonly (readonly [number, 2 | 4])[]) =>
    bytesOf(...values.map(([value, length]) => uint(value, length, 'little')));
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, entry] of Object.entries(entries)) {
    const flags = typeof entry === 'object' && 'encrypted' in entry ? 1 : 0;
    const data = packed(entry);
    const size = typeof entry === 'string' ? Buffer.byteLength(entry) : data.length;
    const crc = typeof entry === 'string' ? crc32(entry) : 0;
    const about = little(
      [20, 2],
      [flags, 2],
      [8, 2],
      [0, 4],
      [crc, 4],
      [data.length, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
    );
    const file = bytesOf('PK\x03\x04', about, name, data);
    directory.push(
      bytesOf('PK\x01\x02\x14\0', about, little([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name),
    );
    files.push(file);
    offset += file.length;
  }
  const index = bytesOf(...directory);
  const count = directory.length;
  const end = little([0, 2], [0, 2], [count, 2], [count, 2], [index.length, 4], [offset, 4], [0, 2]);
  return bytesOf(...files, index, 'PK\x05\x06', end);
}

const packed = (entry: ZipEntry): Uint8Array => {
  if (typeof entry === 'string') return new Uint8Array(deflateRawSync(Buffer.from(entry)));
  return 'deflated' in entry ? entry.deflated : entry.encrypted;
};

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
export const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';

const relationships = (targets: Readonly<Record<string, string>>): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(targets)
    .map(
      ([target, type], i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** An Office package: its main part, that part's relationships by target, and further parts. */
export const packageOf = (main: {
  readonly path: string;
  readonly contentType: string;
  /** Elements that give the main part its content type. @default the elements that Office writes */
  readonly types?: string;
  readonly related?: Readonly<Record<string, string>>;
  readonly parts: Readonly<Record<string, ZipEntry>>;
}): Uint8Array => {
  const { path, contentType, related = {}, parts } = main;
  const types = `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/${path}" ContentType="${contentType}"/>`;
  return zipOf({
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types">${main.types ?? types}</Types>`,
    '_rels/.rels': relationships({ [path]: 'officeDocument' }),
    [path.replace(/[^/]*$/, '_rels/$&.rels')]: relationships(related),
    ...parts,
  });
};

/** The body of a Word document. */
export const wordBody = (body: string): string =>
  `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>${body}</w:body></w:document>`;

/** A Word document with these paragraphs. */
export const docxOf = (
  paragraphs: readonly string[],
  contentType = WORD,
  media: Readonly<Record<string, ZipEntry>> = {},
): Uint8Array =>
  packageOf({
    path: 'word/document.xml',
    contentType,
    parts: {
      'word/document.xml': wordBody(
        paragraphs
          .map((text) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`)
          .join(''),
      ),
      ...media,
    },
  });

/** The workbook part with sheets of these names, whose relationships are `rId1` and so on. */
export const workbookXml = (names: readonly string[], properties = ''): string =>
  `${XML}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}">${properties}<sheets>${names
    .map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`)
    .join('')}</sheets></workbook>`;

/** A sheet with these rows of XML. */
export const sheetXml = (rows: string): string =>
  `${XML}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

/** A workbook: rows of cells by the name of the sheet. */
export function xlsxOf(
  sheets: Readonly<Record<string, readonly (readonly (string | number)[])[]>>,
  contentType = EXCEL,
): Uint8Array {
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
  const rows = Object.values(sheets).map((sheet) =>
    sheetXml(sheet.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')),
  );
  return packageOf({
    path: 'xl/workbook.xml',
    contentType,
    related: Object.fromEntries(rows.map((_, i) => [`worksheets/sheet${i + 1}.xml`, 'worksheet'])),
    parts: {
      'xl/workbook.xml': workbookXml(Object.keys(sheets)),
      ...Object.fromEntries(rows.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    },
  });
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
