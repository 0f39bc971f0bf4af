/** Reading, deciding and writing again and again, as long as somebody else was faster. */
import { setTimeout as pause } from 'node:timers/promises';

const TRIES = 12;
const LONGEST_PAUSE_MS = 400;

/** @param once gives undefined when its write came too late */
export async function untilWritten<T>(once: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const done = await once();
    if (done !== undefined) return done;
    // Those who collide part ways.
    await pause(Math.random() * Math.min(LONGEST_PAUSE_MS, 20 * 2 ** tries));
  }
  throw new Error('The subscription is written by others all the time');
}
