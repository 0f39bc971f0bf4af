import { RECONNECT } from '#contract/limits';

/**
 * Milliseconds to wait before reconnection attempt `attempt` (0 for the first): 1 s growing to 5 s, widened by
 * up to half each way (docs/spec.md 9). `random` is in [0, 1).
 */
export function reconnectDelay(attempt: number, random: number): number {
  const base = Math.min(RECONNECT.delayMs * 2 ** attempt, RECONNECT.maxDelayMs);
  return base * (1 + RECONNECT.randomisation * (2 * random - 1));
}
