/**
 * Calls `run` for each value: concurrently for the values of a batch of `size`, one batch after another. Results are in
 * the order of the values. Rejects when a call rejects, and then begins no further batch.
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
