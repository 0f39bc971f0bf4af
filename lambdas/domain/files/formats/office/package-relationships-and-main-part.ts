import { posix } from 'node:path';
import { fileError } from '../../file-error.ts';
import type { DocumentText, IsLate } from '../document-reader-types.ts';
import { readXml } from './read-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/**
 * Reads the text of an Office file. `main` is the archive path of the part with Word's text or Excel's list of sheets.
 */
export type OfficeReader = (
  archive: ZipArchive,
  main: string,
  isLate: IsLate,
) => Promise<Omit<DocumentText, 'mediaType'>>;

/** A relationship from one part of a package (the ZIP archive of an Office file) to another. */
export interface Relationship {
  readonly id: string;
  /** Last segment of the type's URI, such as `styles`; the rest differs between Strict and Transitional files. */
  readonly type: string;
  /** Path of the other part in the archive. */
  readonly target: string;
}

/** Reads the relationships of a part ('' for the whole package). Leaves out targets outside the archive. */
export async function relationshipsOf(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const folder = posix.dirname(part);
  const path = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const found: Relationship[] = [];
  if (!archive.has(path)) return found;
  await readXml(archive.read(path), {
    open: (name, { Id = '', Type = '', Target = '', TargetMode }) => {
      if (name !== 'Relationship' || TargetMode === 'External') return;
      const target = posix.resolve('/', folder, Target).slice(1);
      found.push({ id: Id, type: posix.basename(Type), target });
    },
  });
  return found;
}

/**
 * Finds the main part of a package and its content type, which is '' if the package names none.
 * @throws AppError `file_type_unknown` for an archive that is no package, `file_damaged` for a package that names no
 * main part
 */
export async function mainPartOf(archive: ZipArchive): Promise<{ path: string; contentType: string }> {
  if (!archive.has('[Content_Types].xml')) throw fileError('file_type_unknown');
  const main = (await relationshipsOf(archive, '')).find(({ type }) => type === 'officeDocument');
  if (!main) throw fileError('file_damaged');
  const extension = posix.extname(main.target).slice(1).toLowerCase();
  let ofExtension = '';
  let ofPart: string | undefined;
  await readXml(archive.read('[Content_Types].xml'), {
    open: (name, { Extension, PartName, ContentType = '' }) => {
      if (name === 'Default' && Extension?.toLowerCase() === extension) ofExtension = ContentType;
      if (name === 'Override' && PartName?.toLowerCase() === `/${main.target}`.toLowerCase())
        ofPart = ContentType;
    },
  });
  return { path: main.target, contentType: ofPart ?? ofExtension };
}
