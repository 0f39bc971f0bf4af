import type { DiagramReport } from '../../../../diagram/page-and-iframe-messages.ts';

/** Limits of an iframe's height in CSS pixels. A diagram taller than MAX_HEIGHT scrolls within its iframe. */
const MIN_HEIGHT = 48;
const MAX_HEIGHT = 4_000;
/** Longest reason of a failure, in characters. */
const MAX_REASON = 200;

/**
 * Parses a message of a diagram's iframe. The iframe is not trusted: anything but a valid report becomes a failure, and
 * height and reason are limited.
 */
export function parseReport(data: unknown): DiagramReport {
  const { type, height, reason }: Partial<Record<string, unknown>> =
    typeof data === 'object' && data !== null ? { ...data } : {};
  if (type === 'began') return { type };
  if (type === 'drawn' && typeof height === 'number' && Number.isFinite(height))
    return { type, height: Math.ceil(Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, height))) };
  return { type: 'failed', reason: typeof reason === 'string' ? reason.slice(0, MAX_REASON) : '' };
}
