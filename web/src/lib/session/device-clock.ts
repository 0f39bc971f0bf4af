/** Clock error in milliseconds beyond which AWS refuses signatures, and valid tokens may seem to have expired. */
const TOLERANCE_MS = 5 * 60_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the clock's error, such as `about 1 hour ahead`. Undefined for an unknown error or one within 5 minutes. */
export async function askClockError(): Promise<string | undefined> {
  try {
    const { headers } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
    // A cached response has an old time of the server in `date`, and the seconds since then in `age`.
    const server = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000;
    return describeClockError(Date.now() - server);
  } catch {
    return undefined;
  }
}

/** Returns an error beyond 5 minutes in words, else undefined. `differenceMs` is device time minus server time. */
export function describeClockError(differenceMs: number): string | undefined {
  const size = Math.abs(differenceMs);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? [];
  if (unit === undefined || length === undefined || !(size > TOLERANCE_MS)) return undefined;
  const count = Math.round(size / length);
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${differenceMs > 0 ? 'ahead' : 'behind'}`;
}
