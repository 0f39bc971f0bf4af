import { INVISIBLE } from '#contract/invisible-characters';

/** Longest name in bytes of UTF-8. File systems take 255, and a browser adds " (1)" to a second copy. */
const NAME_MAX_BYTES = 200;
const ENDING_MAX_BYTES = 20;
/** Matches names that Windows keeps for devices, such as `con`, `con.txt` and `con .txt`. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?= *(?:$|\.))/i;

/**
 * Makes the name of an upload safe to show, and safe as the name of a saved file. Cleaning a clean name changes
 * nothing.
 */
export function cleanFileName(name: string): string {
  const base = /[^/\\]*$/.exec(name.replace(/[/\\]+$/, ''))?.[0] ?? '';
  const shown = base
    .toWellFormed()
    .replace(INVISIBLE, '')
    // Comes after the removal of invisible characters, which may separate a letter from its accent.
    .normalize('NFC')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/g, ' ');
  // A shortened name may be a device's name. The added `_` may make the name too long again.
  const short = trimDots(shortened(trimDots(shown)));
  return trimDots(shortened(short.replace(RESERVED, '_$&'))) || 'file';
}

/**
 * Removes dots and spaces at the end, which Windows drops, and `..` at the start, which may lead out of a folder. Keeps
 * a single dot at the start, as in `.gitignore`.
 */
const trimDots = (name: string): string =>
  name
    .trim()
    .replace(/^\.\.[. ]*/, '')
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(/^[. ]+$/, '');

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
