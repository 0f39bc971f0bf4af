import { dayOf } from '../../../lib/dates.ts';
import { safeName } from '../../../lib/save-file.ts';

/** File systems hold 255 bytes; this leaves room for the day and a number. */
const NAME_MAX_BYTES = 180;

/** `2026-11-21 Lisbon.md` for each, in order; no two are the same, whether or not cases are told apart. */
export function fileNames(
  chats: readonly { readonly name: string; readonly createdAt: string }[],
  fallback: string,
): string[] {
  const taken = new Set<string>();
  return chats.map(({ name, createdAt }) => {
    const base = `${dayOf(new Date(createdAt))} ${fitting(safeName(name)) || fallback}`;
    let candidate = base;
    for (let n = 2; taken.has(keyOf(candidate)); n++) candidate = `${base} (${n})`;
    taken.add(keyOf(candidate));
    return `${candidate}.md`;
  });
}

/** Some file systems take these for the same. */
const keyOf = (name: string): string => name.normalize('NFKC').toLowerCase();

const encoder = new TextEncoder();

/** As many whole characters as a file's name has room for. */
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
