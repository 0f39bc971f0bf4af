/**
 * Characters that Windows or Unix refuses in a file name, control characters, and invisible characters, which could
 * make a name look like another one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;
const MAX_LENGTH = 80;

/**
 * Returns a title as a part of a file name, with at most `maxLength` characters. Unsafe characters become spaces.
 * Spaces and dots at both ends are removed, and hyphens and tildes at the beginning. The result is empty if nothing is
 * left.
 */
export const safeFileName = (title: string, maxLength = MAX_LENGTH): string =>
  [...title.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ')]
    .slice(0, maxLength)
    .join('')
    .replace(/^[ .~-]+|[ .]+$/g, '');
