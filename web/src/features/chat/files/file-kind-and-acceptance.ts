/** Decides which files a user can add. The server later checks the content of each file. */
import type { FileKind } from '#contract/entities';
import { CODE, PDF_AND_OFFICE } from './offered-extensions.ts';

const PICTURES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'heic', 'heif'];
const HEIC = /\.hei[cf]$/i;
/** Types that no model reads. They are refused without a look at the file's bytes. */
const REFUSED = /^(?:audio|video|font)\//;
/** Bytes at the start of a file that show if it is text. */
const SAMPLE_BYTES = 4_096;

export const extensionOf = (name: string): string => /\.([a-z\d]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

export const isHeic = ({ name, type }: File): boolean => HEIC.test(name) || /^image\/hei[cf]/.test(type);

/** SVG counts as a document, because it is text. */
export const kindOf = ({ name, type }: File): FileKind =>
  type !== 'image/svg+xml' && (PICTURES.includes(extensionOf(name)) || type.startsWith('image/'))
    ? 'image'
    : 'document';

/** True for a picture, a known document, or anything that looks like text. */
export async function isAcceptable(file: File): Promise<boolean> {
  if (kindOf(file) === 'image') return true;
  const extension = extensionOf(file.name);
  if (PDF_AND_OFFICE.includes(extension)) return true;
  // The type can be wrong for code: some systems report a TypeScript file (.ts) as a video.
  if (REFUSED.test(file.type) && !CODE.includes(extension)) return false;
  // Reading fails for a dropped folder, which is then refused. Safari 17 has no `Blob.bytes`.
  const sample = await file
    .slice(0, SAMPLE_BYTES)
    .arrayBuffer()
    .catch(() => undefined);
  if (!sample) return false;
  const bytes = new Uint8Array(sample);
  return !bytes.includes(0) || startsWithByteOrderMark(bytes);
}

/** Text in UTF-16 can contain bytes of value 0. In any other file, they mark binary content. */
const startsWithByteOrderMark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
