/**
 * Milliseconds. With a larger clock error, AWS services refuse signatures (S3 only beyond 15 minutes), and valid tokens
 * may seem to have expired.
 */
const TOLERANCE_MS = 5 * 60_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the clock error in words, such as `about 1 hour ahead`. Undefined if it is small or unknown. */
export async function askClockError(): Promise<string | undefined> {
  try {
    const { headers } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
    // A response from CloudFront's cache has an old `date`, and the seconds since then in `age`.
    const server = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000;
    return describeClockError(Date.now() - server);
  } catch {
    return undefined;
  }
}

/** Returns a clock error of more than 5 minutes in words. `differenceMs` is the device's time minus the server's. */
export function describeClockError(differenceMs: number): string | undefined {
  const size = Math.abs(differenceMs);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? [];
  if (unit === undefined || length === undefined || !(size > TOLERANCE_MS)) return undefined;
  const count = Math.round(size / length);
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${differenceMs > 0 ? 'ahead' : 'behind'}`;
}
