/**
 * Returns the text of a message in which a search looks: its own, and the names of its files. The texts of documents are
 * in S3 and are not searched: a search would have to read them to verify each candidate.
 */
export const withNames = (
  text: string,
  files: readonly { readonly name: string; readonly isRemoved?: boolean | undefined }[],
): string =>
  [text, ...files.filter(({ isRemoved }) => !isRemoved).map(({ name }) => name)].filter(Boolean).join('\n');
