import { INVISIBLE } from '#contract/invisible-characters';

/** Longest name in bytes of UTF-8. File systems take 255, and a browser adds " (1)" to a second copy. */
const NAME_MAX_BYTES = 200;
/** Longest ending in bytes, with its dot, that is kept when a name is shortened. */
const ENDING_MAX_BYTES = 20;
/** Matches names that Windows keeps for devices, such as `con`, `con.txt` and `con .txt`. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:$|\.))/i;

/**
 * Makes the name of an upload safe to show, and safe as the name of a saved file. Removes folders and invisible
 * characters. Replaces characters that a file system refuses by `_`, and puts `_` before the name of a device. Cleaning
 * a clean name changes nothing.
 */
export function cleanFileName(name: string): string {
  const base = /[^/\\]*$/.exec(name.replace(/[/\\]+$/, ''))?.[0] ?? '';
  const shown = base
    .toWellFormed()
    .replace(INVISIBLE, '')
    // Joins letters and accents. Comes after the removal of invisible characters, which may separate the two.
    .normalize('NFC')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/g, ' ');
  // Looks for a device's name after the shortening, because a shortened name may be a device's name. Then shortens the
  // name again, because the added `_` may make it too long.
  const short = trimDots(shortened(trimDots(shown)));
  return trimDots(shortened(short.replace(RESERVED, '_$&'))) || 'file';
}

/**
 * Removes dots and spaces at the end, because Windows drops them. Removes spaces at the start. Removes two or more dots
 * at the start, because `..` may lead out of a folder. Keeps a single dot at the start, as in `.gitignore`.
 */
const trimDots = (name: string): string =>
  name
    .trim()
    .replace(/^\.\.[. ]*/, '')
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(/^[. ]+$/, '');

/** Shortens a name to NAME_MAX_BYTES. Keeps an ending of up to ENDING_MAX_BYTES, and splits no character. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= NAME_MAX_BYTES) return name;
  const dot = name.lastIndexOf('.');
  const ending = dot > 0 && Buffer.byteLength(name.slice(dot)) <= ENDING_MAX_BYTES ? name.slice(dot) : '';
  let left = NAME_MAX_BYTES - Buffer.byteLength(ending);
  let stem = '';
  for (const { segment } of new Intl.Segmenter().segment(name.slice(0, NAME_MAX_BYTES))) {
    left -= Buffer.byteLength(segment);
    if (left < 0) break;
    stem += segment;
  }
  return `${stem}${ending}`;
}
