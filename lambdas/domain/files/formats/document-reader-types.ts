import type { BoundedText } from './bounded-text.ts';

export type DocumentMediaType =
  | 'application/pdf'
  | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  | 'application/vnd.ms-word.document.macroEnabled.12'
  | 'application/vnd.ms-excel.sheet.macroEnabled.12';

export interface DocumentText extends BoundedText {
  readonly mediaType: DocumentMediaType;
  /** Number of pages of a PDF, or of sheets of a workbook. Undefined for other documents. */
  readonly pages?: number;
  /** True for a PDF with hardly any text, such as a scan. Its text is not stored. */
  readonly isScan?: true;
}

/** Returns true when a reader has used up its time. The reader then stops, and returns the text that it has read. */
export type IsLate = () => boolean;
