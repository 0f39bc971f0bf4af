import { fileError } from '../../file-error.ts';
import type { DocumentMediaType, DocumentText, IsLate } from '../document-reader-types.ts';
import { mainPartOf, type OfficeReader } from './package-relationships-and-main-part.ts';
import { readDocx } from './read-docx.ts';
import { readXlsx } from './read-xlsx.ts';
import { ZipArchive } from './zip-archive.ts';

/**
 * Readers by the content type of an Office file's main part. Files with macros are accepted, because only their text is
 * read and sent to models, never a macro.
 */
const FORMATS: Readonly<Record<string, { mediaType: DocumentMediaType; read: OfficeReader }>> = {
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml': {
    mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    read: readDocx,
  },
  'application/vnd.ms-word.document.macroEnabled.main+xml': {
    mediaType: 'application/vnd.ms-word.document.macroEnabled.12',
    read: readDocx,
  },
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml': {
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    read: readXlsx,
  },
  'application/vnd.ms-excel.sheet.macroEnabled.main+xml': {
    mediaType: 'application/vnd.ms-excel.sheet.macroEnabled.12',
    read: readXlsx,
  },
};

/**
 * Reads the text of a Word or Excel file.
 * @throws AppError `file_type_unknown` for any other archive, `file_damaged`, `file_encrypted`, `file_too_complex`
 */
export async function readOffice(bytes: Uint8Array, isLate: IsLate): Promise<DocumentText> {
  const archive = new ZipArchive(bytes);
  const { path, contentType } = await mainPartOf(archive);
  const format = Object.hasOwn(FORMATS, contentType) ? FORMATS[contentType] : undefined;
  if (!format) throw fileError('file_type_unknown');
  return { mediaType: format.mediaType, ...(await format.read(archive, path, isLate)) };
}
