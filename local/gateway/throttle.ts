/** Emulates a stage's throttling: a token bucket of `burst` requests that refills at `rate` per second. */
import type { Clock } from '../emulator-types.ts';
import type { StageProperties } from './gateway-types.ts';

/** Returns a function that takes a token for one request. The function returns false if no token is left. */
export function createThrottle(
  settings: StageProperties['DefaultRouteSettings'],
  clock: Clock,
): () => boolean {
  const { ThrottlingRateLimit: rate, ThrottlingBurstLimit: burst } = settings ?? {};
  if (rate === undefined || burst === undefined) return () => true;
  let tokens = burst;
  let filledAt = clock.now();
  return () => {
    const now = clock.now();
    tokens = Math.min(burst, tokens + (Math.max(0, now - filledAt) / 1000) * rate);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
