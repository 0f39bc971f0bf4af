/**
 * Calls `run` for each value, in batches of `size` concurrent calls, one batch after another. Returns the results in
 * the order of the values.
 */
export async function mapInBatches<T, R>(
  values: readonly T[],
  size: number,
  run: (value: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let i = 0; i < values.length; i += size)
    results.push(...(await Promise.all(values.slice(i, i + size).map(run))));
  return results;
}
