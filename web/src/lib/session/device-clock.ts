/** Clock error in milliseconds beyond which AWS refuses signatures, and tokens seem to have expired. */
const TOLERANCE_MS = 5 * 60_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Returns the error of the device's clock, such as `about 1 hour ahead`. Undefined when it is right or unknown. */
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

/** Describes a clock error. `differenceMs` is the device's time minus the server's time. */
export function describeClockError(differenceMs: number): string | undefined {
  const size = Math.abs(differenceMs);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? [];
  if (unit === undefined || length === undefined || !(size > TOLERANCE_MS)) return undefined;
  const count = Math.round(size / length);
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${differenceMs > 0 ? 'ahead' : 'behind'}`;
}
