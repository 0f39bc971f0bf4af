/** Keeps what was logged, for tests, and passes it on. */
import type { Clock, Log } from '../types.ts';
import type { LogLine } from './types.ts';

const MAX_LINES = 10_000;

export function createLogBook(
  clock: Clock,
  forward: Log = () => undefined,
): { log: Log; lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    log(source, text) {
      lines.push({ source, text, at: clock.now() });
      if (lines.length > MAX_LINES) lines.shift();
      forward(source, text);
    },
  };
}
