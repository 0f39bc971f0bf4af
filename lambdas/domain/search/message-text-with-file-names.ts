/**
 * Joins a message's text and the names of its files that are not removed, for search. The texts of its documents are
 * searched by passages.
 */
export const withFileNames = (
  text: string,
  files: readonly { readonly name: string; readonly isRemoved?: boolean | undefined }[],
): string =>
  [text, ...files.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)].filter(Boolean).join('\n');
