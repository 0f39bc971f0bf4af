/** Beyond it tokens and signatures are refused, or thought to have run out. */
const TOLERANCE_MS = 5 * 60_000;
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How wrong the device's clock is, for example `about 1 hour ahead`; undefined where it is right or unknown. */
export async function askClockError(): Promise<string | undefined> {
  try {
    const { headers } = await fetch('/config.json', { method: 'HEAD', cache: 'no-store' });
    // A cache hands out the date of its copy, and how old that is.
    const server = Date.parse(headers.get('date') ?? '') + Number(headers.get('age') ?? 0) * 1_000;
    return describeClockError(Date.now() - server);
  } catch {
    return undefined;
  }
}

/** `differenceMs` is the device's time less the server's. */
export function describeClockError(differenceMs: number): string | undefined {
  const size = Math.abs(differenceMs);
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? [];
  if (unit === undefined || length === undefined || !(size > TOLERANCE_MS)) return undefined;
  const count = Math.round(size / length);
  return `about ${count} ${unit}${count === 1 ? '' : 's'} ${differenceMs > 0 ? 'ahead' : 'behind'}`;
}
