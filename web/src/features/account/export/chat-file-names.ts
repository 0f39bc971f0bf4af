import { dayOf } from '../../../lib/format-date.ts';
import { safeFileName } from '../../../lib/safe-file-name.ts';

/** File systems allow 255 bytes for a file name, which also has the day, a number and the extension. */
const NAME_MAX_BYTES = 180;

/**
 * Returns a unique file name for each chat, such as `2026-11-21 Lisbon.md`. `fallback` replaces a name without usable
 * characters.
 */
export function chatFileNames(
  chats: readonly { readonly name: string; readonly createdAt: string }[],
  fallback: string,
): string[] {
  const taken = new Set<string>();
  return chats.map(({ name, createdAt }) => {
    const base = `${dayOf(new Date(createdAt))} ${fitting(safeFileName(name)) || fallback}`;
    let candidate = base;
    for (let n = 2; taken.has(keyOf(candidate)); n++) candidate = `${base} (${n})`;
    taken.add(keyOf(candidate));
    return `${candidate}.md`;
  });
}

/** Returns the same key for names that some file systems treat as equal. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const encoder = new TextEncoder();

function fitting(name: string): string {
  let bytes = 0;
  let fits = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += encoder.encode(segment).length;
    if (bytes > NAME_MAX_BYTES) break;
    fits += segment;
  }
  return fits.trim();
}
