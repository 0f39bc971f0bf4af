import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** A process has one locale and one time zone, from its start on. */
const printed = (locale: string, TZ: string): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { formatDateTime } from ${JSON.stringify(import.meta.resolve('./format-date.ts'))};
      console.log(formatDateTime('2026-01-01T12:01:00.000Z'));`,
    ],
    { env: { ...process.env, LC_ALL: locale, TZ }, encoding: 'utf8' },
  );

it.each([
  ['en_US.UTF-8', 'America/New_York', /^Jan 1, 2026, 7:01\sAM$/m],
  ['de_DE.UTF-8', 'Europe/Berlin', /^01\.01\.2026, 13:01$/m],
])('in the locale %s and the time zone %s, date and time are written as there', (locale, zone, text) => {
  expect(printed(locale, zone)).toMatch(text);
});
