import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#contract/errors';

const TRIES = 8;
const PAUSE_MS = 40;

/**
 * Decides anew until it comes to something: undefined means that what was read has changed meanwhile.
 * @throws AppError `too_many_requests` when it changes all the time
 */
export async function untilDecided<T>(decide: () => Promise<T | undefined>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const outcome = await decide();
    if (outcome !== undefined) return outcome;
    if (tried === TRIES) throw new AppError('too_many_requests');
    await sleep(Math.random() * PAUSE_MS * tried);
  }
}
