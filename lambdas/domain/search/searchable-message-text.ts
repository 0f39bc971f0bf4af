/**
 * Returns the searchable text of a message: its own text, then the names of its files, except files that are known to
 * be removed. The texts of its documents are not included, because they are searched by passages.
 */
export const withFileNames = (
  text: string,
  files: readonly { readonly name: string; readonly isRemoved?: boolean | undefined }[],
): string =>
  [text, ...files.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)].filter(Boolean).join('\n');
