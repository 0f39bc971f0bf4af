import type { Relationship } from './package-relationships-and-main-part.ts';
import { readXml } from './read-xml.ts';
import type { ZipArchive } from './zip-archive.ts';

/** Meaning of a number in a cell. Excel stores a date, a time of day and a duration alike: as a number of days. */
export type CellFormat = 'number' | 'date' | 'time' | 'duration';

/**
 * Built-in format ids that mean a date, a time or a duration (ECMA-376-1, 18.8.30). The meaning of 27 to 36 and 50 to
 * 58 depends on the workbook's language. The language is not read, so each id has one meaning here for all languages.
 * Thai workbooks use 71 to 81.
 */
const BUILT_IN: readonly (readonly [from: number, to: number, format: CellFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'date'],
  [27, 31, 'date'],
  [32, 33, 'time'],
  [34, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
  [71, 74, 'date'],
  [75, 76, 'time'],
  [77, 77, 'date'],
  [78, 78, 'time'],
  [79, 79, 'duration'],
  [80, 80, 'time'],
  [81, 81, 'date'],
];

/** Reads the format of each cell style. A cell names its style by the index in the returned list. */
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
 * Returns the meaning of a format's code by its letters: `[h]:mm` is a duration, `d.m.yy` a date. Reads only the first
 * section, which ends at a semicolon. Ignores letters in quotes, in escapes, and in brackets such as `[Red]`.
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
/** Number of 31 December 9999, the last day that Excel can show, in a count from 1900. */
const LAST_DAY = 2_958_465;
/** Number of 1 January 1904 in a count from 1900. In a count from 1904, the same day has the number 0. */
const DAYS_TO_1904 = 1_462;

/**
 * Shows the number of a cell: dates and times as in ISO 8601, durations as `54:00:00`, other numbers with the 15 digits
 * that Excel keeps.
 */
export function showNumber(value: string, format: CellFormat, is1904: boolean): string {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return value;
  // Rounds before the day is taken, because the last half second of a day rounds to midnight of the next day.
  const seconds = Math.round(number * DAY_SECONDS);
  const day = Math.floor(seconds / DAY_SECONDS);
  const last = is1904 ? LAST_DAY - DAYS_TO_1904 : LAST_DAY;
  if (format === 'number' || number < 0 || day > last) return String(Number(number.toPrecision(15)));
  if (format === 'duration') return `${Math.floor(seconds / 3_600)}${clock(seconds).slice(2)}`;
  // Day 0 of a count from 1900 is "0 January 1900", which is no date.
  if (format === 'time' || (day === 0 && !is1904)) return clock(seconds);
  const date = dateOf(day, is1904);
  return seconds % DAY_SECONDS === 0 ? date : `${date}T${clock(seconds)}`;
}

/** Time of day, for example `09:30:00`. */
const clock = (seconds: number): string =>
  new Date((seconds % DAY_SECONDS) * 1_000).toISOString().slice(11, 19);

/**
 * Returns the date of the day with the number `day`. In a count from 1900, Excel gives the number 60 to 29 February
 * 1900, a day that did not exist. So smaller numbers count from 31 December 1899, and greater numbers from 30 December.
 */
function dateOf(day: number, is1904: boolean): string {
  if (day === 60 && !is1904) return '1900-02-29';
  const days1900 = is1904 ? day + DAYS_TO_1904 : day;
  const daysFrom1970 = days1900 - (days1900 < 60 ? 25_568 : 25_569);
  return new Date(daysFrom1970 * DAY_SECONDS * 1_000).toISOString().slice(0, 10);
}
