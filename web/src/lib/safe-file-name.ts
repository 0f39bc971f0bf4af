/** Characters that Windows or Unix refuses in a file name, and invisible characters, which could disguise a name. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;
const MAX_LENGTH = 80;

/** Returns a title as a part of a file name. The result may be empty. */
export const safeFileName = (title: string, maxLength = MAX_LENGTH): string =>
  [...title.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ')]
    .slice(0, maxLength)
    .join('')
    .replace(/^[ .~-]+|[ .]+$/g, '');
