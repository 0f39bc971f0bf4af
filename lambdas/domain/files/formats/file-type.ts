/**
 * Office files since 2007 are `zip`. `ole` is an Office file from before 2007, or an encrypted one. Text and all else
 * are `other`.
 */
export type FileType = 'png' | 'jpeg' | 'gif' | 'webp' | 'pdf' | 'zip' | 'ole' | 'other';

const SIGNATURES: readonly (readonly [FileType, string])[] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
  ['zip', 'PK\x03\x04'],
  ['zip', 'PK\x05\x06'],
  ['ole', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
];

/**
 * Decides a file's type by its first 64 bytes. A file that is valid in two types, such as a GIF that is also a script,
 * is read and served only as the type of its beginning.
 */
export function fileTypeOf(bytes: Uint8Array): FileType {
  const start = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (start.startsWith('RIFF') && start.startsWith('WEBP', 8)) return 'webp';
  // Some programs write line breaks before the `%PDF-` of a PDF.
  if (start.trimStart().startsWith('%PDF-')) return 'pdf';
  return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0] ?? 'other';
}
