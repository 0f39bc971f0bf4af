/**
 * Returns a function that computes its value at the first call and keeps it. Drops a promise that rejects, for example
 * because an SDK failed to load. The next call then tries again.
 */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    if (made) return made.value;
    const value = make();
    made = { value };
    if (value instanceof Promise) {
      value.catch(() => {
        made = undefined;
      });
    }
    return value;
  };
}
