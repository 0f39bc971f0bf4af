/** Finds the one line of a failed build's output that helps most. */
import { stripVTControlCharacters } from 'node:util';

/** Vite's bundler: `[CODE] what`, and the place in the frame below it. */
const BUNDLER = /^\[[\w:-]+\] /;
const PLACE = /\[ (\S+:\d+:\d+) \]/;
/** esbuild: `file:line:column: ERROR: what`. */
const ESBUILD = /: ERROR: /;
/** The message of an error that ended the process, below the line of code that threw it. */
const THROWN = /^\w*Error\b.*: /;
/** Only announces that an error follows. */
const HEADLINE = /^error during build|Build failed/;

/** The first error with its place, where that is known; else the last line. */
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
