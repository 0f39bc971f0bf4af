/**
 * Returns the text of a message in which a search looks: its own, and the names of its files. The texts of its documents
 * are searched by their passages.
 */
export const withFileNames = (
  text: string,
  files: readonly { readonly name: string; readonly isRemoved?: boolean | undefined }[],
): string =>
  [text, ...files.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)].filter(Boolean).join('\n');
