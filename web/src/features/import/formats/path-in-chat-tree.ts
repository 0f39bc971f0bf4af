/**
 * Returns the ids on the path from the root of the chat's tree to `last`. `isBroken` is true when a node of the path is
 * missing in the file, or when the path reaches a node twice.
 */
export function pathTo(
  last: string,
  parentOf: (id: string) => string | undefined,
  isThere: (id: string) => boolean,
): { readonly ids: readonly string[]; readonly isBroken: boolean } {
  const ids: string[] = [];
  const seen = new Set<string>();
  let id: string | undefined = last;
  while (id !== undefined) {
    if (!isThere(id) || seen.has(id)) return { ids: ids.toReversed(), isBroken: true };
    seen.add(id);
    ids.push(id);
    id = parentOf(id);
  }
  return { ids: ids.toReversed(), isBroken: false };
}
