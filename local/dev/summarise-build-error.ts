import { stripVTControlCharacters } from 'node:util';

/** Error of Vite's bundler: `[CODE] message`. The line below it may have the place: `[ file:line:column ]`. */
const BUNDLER = /^\[[\w:-]+\] /;
const PLACE = /\[ (\S+:\d+:\d+) \]/;
/** Error of esbuild: `file:line:column: ERROR: message`. */
const ESBUILD = /: ERROR: /;
/** Error that ended the process, as Node prints it. */
const THROWN = /^\w*Error\b.*: /;
/** Line that only announces an error. */
const HEADLINE = /^error during build|Build failed/;

/** Returns the most helpful line of a failed build's output. */
export function errorSummary(output: string): string {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const bundler = lines.findIndex((line) => BUNDLER.test(line));
  const place = PLACE.exec(lines[bundler + 1] ?? '')?.[1];
  if (bundler >= 0) return place ? `${place}: ${lines[bundler]}` : (lines[bundler] ?? '');
  const isError = (line: string) => /\berror\b|Error:/i.test(line) && !HEADLINE.test(line);
  const isThrown = (line: string) => THROWN.test(line) && !HEADLINE.test(line);
  return (
    lines.find((line) => ESBUILD.test(line)) ??
    lines.find(isThrown) ??
    lines.find(isError) ??
    lines.at(-1) ??
    'there is no message'
  );
}
