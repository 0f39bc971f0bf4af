import { inSeconds } from '../../store/unix-seconds.ts';

/**
 * Milliseconds for which a guest's chat is kept (docs/spec.md 4.9). A turn's TTL counts from the turn's own start and
 * ends later. The turn is still removed with the chat, by the job `cleanUpAfterRemovals`.
 */
const GUEST_CHAT_LIFE_MS = 7 * 24 * 60 * 60_000;

/** Returns the TTL, in Unix seconds, of a guest's row that is written at `now`, in milliseconds. */
export const guestTtl = (now: number): number => inSeconds(now + GUEST_CHAT_LIFE_MS);
