import type { BoundedText } from './bounded-text.ts';

/** Media types of documents that are not text. */
export type DocumentMediaType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/vnd.ms-word.document.macroEnabled.12'
  | 'application/vnd.ms-excel.sheet.macroEnabled.12';

/** The result of reading a document. */
export interface DocumentText extends BoundedText {
  readonly mediaType: DocumentMediaType;
  /** Pages of a PDF, or sheets of a workbook. Undefined for documents without either. */
  readonly pages?: number;
  /** True for a PDF whose pages are pictures. Its text is of no use. */
  readonly isScan?: true;
}

/** Returns true when a reader must stop, and return the text that it has read so far. */
export type IsLate = () => boolean;
