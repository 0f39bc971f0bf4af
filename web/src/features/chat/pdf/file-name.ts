const MAX_LENGTH = 80;
/** What no file system, or no shell, is glad to see in a name; and what makes a name look like another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;

/** The chat's title as a file name with the day of the export, such as `Lisbon 2026-11-21.pdf`. */
export function fileName(title: string, date: Date): string {
  const safe = title.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ');
  const name = [...safe]
    .slice(0, MAX_LENGTH)
    .join('')
    .replace(/^[ .~-]+|[ .]+$/g, '');
  const day = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return `${name || 'Chat'} ${day}.pdf`;
}
