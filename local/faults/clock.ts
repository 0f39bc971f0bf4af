import type { Clock } from '../types.ts';

/** A clock that tests move forward. Functions follow it from their next invocation on. */
export interface MovableClock extends Clock {
  /** Milliseconds. */
  advance(ms: number): void;
  /** How far it is ahead of the machine's clock, in milliseconds. */
  offset(): number;
}

export function createClock(): MovableClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    advance: (ms) => {
      ahead += ms;
    },
    offset: () => ahead,
  };
}
