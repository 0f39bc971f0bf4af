import { estimateTokens } from '../../models/estimate-tokens.ts';
import { PAGE_TOKENS } from '../../models/files-as-bytes-or-text.ts';
import { fileError } from './file-error.ts';
import { type BoundedText, boundText } from './formats/bounded-text.ts';
import { decodeText } from './formats/decode-text.ts';
import type { DocumentMediaType } from './formats/document-reader-types.ts';
import { PIXELS_MAX } from './formats/file-reading-limits.ts';
import { type FileType, fileTypeOf } from './formats/file-type.ts';
import { imageSizeOf } from './formats/image-size.ts';
import { readDocument } from './formats/read-document-within-limits.ts';
import { type TextMediaType, textMediaType } from './formats/text-media-type.ts';

export interface InspectedImage {
  readonly kind: 'image';
  readonly mediaType: (typeof IMAGE_TYPES)[keyof typeof IMAGE_TYPES];
  readonly width: number;
  readonly height: number;
  /** Estimated tokens for a model that takes pictures. */
  readonly tokens: number;
}

export interface InspectedDocument extends BoundedText {
  readonly kind: 'document';
  readonly mediaType: TextMediaType | DocumentMediaType;
  /** Pages of a PDF, or sheets of a workbook. */
  readonly pages?: number;
  /** True for a PDF whose pages have almost no text, for example because they were scanned. */
  readonly isScan?: true;
  /** Estimated tokens of the text, or of the pages of a scan. */
  readonly tokens: number;
}

export type InspectedFile = InspectedImage | InspectedDocument;

const IMAGE_TYPES = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;

const isImage = (type: FileType): type is keyof typeof IMAGE_TYPES => Object.hasOwn(IMAGE_TYPES, type);

/**
 * Inspects an uploaded file, whose bytes are not trusted. Its content decides the type. The name only chooses among
 * types of text.
 * @throws AppError with a code of `WORDED_ERRORS` (`contract/server-worded-errors.ts`)
 */
export async function inspectFile(bytes: Uint8Array, name: string): Promise<InspectedFile> {
  if (bytes.length === 0) throw fileError('file_empty');
  const type = fileTypeOf(bytes);
  if (isImage(type)) return inspectImage(type, bytes);
  if (type === 'pdf' || type === 'zip') return documentOf(await readDocument(type, bytes));
  if (type === 'ole') throw fileError(isEncryptedOffice(bytes) ? 'file_encrypted' : 'file_type_old');
  const text = decodeText(bytes);
  if (text.trim() === '') throw fileError('file_empty');
  return documentOf({ mediaType: textMediaType(name), ...boundText(text) });
}

/** True if an OLE container has the stream of an encrypted Office document, `EncryptedPackage`. */
const isEncryptedOffice = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('EncryptedPackage', 0, 'utf16le');

function inspectImage(type: keyof typeof IMAGE_TYPES, bytes: Uint8Array): InspectedImage {
  const { width, height } = imageSizeOf(type, bytes);
  if (width * height > PIXELS_MAX) throw fileError('image_too_large');
  return { kind: 'image', mediaType: IMAGE_TYPES[type], width, height, tokens: imageTokens(width, height) };
}

/** Estimates a picture's tokens by Anthropic's formula. The minimum is what OpenAI counts for the smallest picture. */
const imageTokens = (width: number, height: number): number =>
  Math.max(85, Math.ceil((width * height) / 750));

const documentOf = (read: Omit<InspectedDocument, 'kind' | 'tokens'>): InspectedDocument => ({
  kind: 'document',
  ...read,
  tokens: read.isScan ? (read.pages ?? 1) * PAGE_TOKENS : estimateTokens(read.text),
});
