import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

/**
 * Returns the current time in milliseconds since the epoch. Updates the time each minute until `until`. If `until` is
 * undefined, the time stays the same.
 */
export function useNow(until: number | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const at = Date.now();
      setNow(at);
      if (at < until) timer = setTimeout(tick, Math.min(until - at, MINUTE_MS));
    };
    tick();
    return () => clearTimeout(timer);
  }, [until]);
  return now;
}
