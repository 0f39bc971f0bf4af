import { inSeconds } from '../../store/unix-seconds.ts';

/**
 * Milliseconds for which a guest's chat is kept (docs/spec.md 4.9). The turns are removed with the chat, although the
 * TTL of a turn counts from the turn's own start.
 */
const GUEST_CHAT_LIFE_MS = 7 * 24 * 60 * 60_000;

/** Returns the TTL, in Unix seconds, of a guest's row that is written at `now`, in milliseconds. */
export const guestTtl = (now: number): number => inSeconds(now + GUEST_CHAT_LIFE_MS);
