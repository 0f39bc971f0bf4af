/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers read it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Characters that trouble file systems and shells in a name, or make a name look like another one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\\/:*?"<>|\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/g;
const MAX_LENGTH = 80;

/** A title as a part of a file's name, cut between characters; empty where nothing of it can be in one. */
export const safeName = (title: string, maxLength = MAX_LENGTH): string =>
  [...title.toWellFormed().replace(UNSAFE, ' ').replace(/\s+/g, ' ')]
    .slice(0, maxLength)
    .join('')
    .replace(/^[ .~-]+|[ .]+$/g, '');
