import type { Relationship } from './package-parts.ts';
import { readXml } from './read-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Meaning of a number in a cell. Excel stores dates as days, and durations as fractions of a day. */
export type CellFormat = 'number' | 'date' | 'time' | 'duration';

/** Formats of dates that every workbook has (ECMA-376-1, 18.8.30), with those of East Asian languages. */
const BUILT_IN: readonly (readonly [from: number, to: number, format: CellFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [36, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

/** Reads the formats of a workbook's cell styles, by the number of the style. */
export async function cellFormatsIn(
  archive: ZipArchive,
  parts: readonly Relationship[],
): Promise<CellFormat[]> {
  const own = new Map<number, CellFormat>();
  const formats: CellFormat[] = [];
  const part = parts.find(({ type }) => type === 'styles');
  if (!part) return formats;
  await readXml(archive.read(part.target), {
    open: (name, { numFmtId = '0', formatCode = '' }, parent) => {
      const id = Number(numFmtId);
      if (name === 'numFmt') own.set(id, formatOf(formatCode));
      else if (name === 'xf' && parent === 'cellXfs') formats.push(own.get(id) ?? builtIn(id));
    },
  });
  return formats;
}

const builtIn = (id: number): CellFormat =>
  BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2] ?? 'number';

/**
 * Reads the first section of a format's code. Hours, minutes or seconds in brackets, as in `[h]:mm`, make a duration.
 * Otherwise the letters of dates and times outside of quotes, escapes and brackets decide.
 */
function formatOf(code: string): CellFormat {
  const [first = ''] = code.replace(/"[^"]*"|\\.|_./g, '').split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'duration';
  const letters = first.replace(/\[[^\]]*\]/g, '').replace(/general/i, '');
  if (/[dy]/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) ? 'date' : 'number';
}

const DAY_SECONDS = 86_400;
/** The last day that Excel can show, the end of the year 9999, counted from 1900. */
const LAST_DAY = 2_958_465;
/** Days from the epoch of 1900 to the epoch of 1904. */
const DAYS_TO_1904 = 1_462;

/**
 * Shows the number of a cell: dates and times in the form of ISO 8601, durations as `54:00:00`, others with Excel's 15
 * digits. A negative number, or one after the last day, is shown as a number in any format.
 */
export function showNumber(value: string, format: CellFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  const last = is1904 ? LAST_DAY - DAYS_TO_1904 : LAST_DAY;
  if (format === 'number' || number < 0 || number > last) return String(Number(number.toPrecision(15)));
  const seconds = Math.round(number * DAY_SECONDS);
  if (format === 'duration') return `${Math.floor(seconds / 3_600)}${clock(seconds).slice(2)}`;
  // Day 0 is the 1st of January 1904, or the "0 January 1900", which is no date.
  if (format === 'time' || (number < 1 && !is1904)) return clock(seconds);
  const date = new Date((seconds - epochSeconds(number, is1904)) * 1_000).toISOString();
  return seconds % DAY_SECONDS === 0 ? date.slice(0, 10) : date.slice(0, 19);
}

/** Time of day, for example `09:30:00`. */
const clock = (seconds: number): string =>
  new Date((seconds % DAY_SECONDS) * 1_000).toISOString().slice(11, 19);

/**
 * Returns the seconds from a workbook's first day to 1970. Excel counts days from 1904, or from 1900. A count from 1900
 * includes 29 February 1900, which did not exist.
 */
function epochSeconds(days: number, is1904: boolean): number {
  if (is1904) return 24_107 * DAY_SECONDS;
  return (days < 60 ? 25_568 : 25_569) * DAY_SECONDS;
}
