/**
 * Returns a function that computes its value at the first call and keeps it. A promise that is rejected is not kept, so
 * that the next call tries again, for example to load an SDK.
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
