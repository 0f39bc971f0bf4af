/** Rejects as soon as `signal` is aborted, since what `next` waits for may take long to notice the abort. */
export async function orAborted<T>(next: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([next, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    next.catch(() => undefined);
  }
}
