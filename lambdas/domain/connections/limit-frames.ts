/**
 * Closes connections that send invalid frames or far too many frames, and refuses their party for a while. Each process
 * counts a connection's frames in memory, so that ordinary traffic costs no write. The database has a count that all
 * processes share. A process adds its own count to the shared count when its own count reaches `REPORTED`, or when the
 * sum of both counts exceeds the limit.
 */

import { closeConnection } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import type { FrameLimits, FrameOrigin } from '../../runtime/socket-handler.ts';
import { countUp, type Window } from '../../store/usage/rate-limits.ts';
import { refuseParty } from './admit-connection.ts';

const MINUTE_MS = 60_000;
const INVALID_MOST = 2;
const INVALID_WINDOW_MS = 120 * MINUTE_MS;
/**
 * Frames a minute that a process counts before it writes the count. Only the count in the database shows a flood over
 * many processes.
 */
const REPORTED = 20;
const REMEMBERED = 1_000;

interface Counted {
  readonly minute: number;
  /** Frames that are not in the count of the database yet. */
  pending: number;
  shared: number;
}

const frames = new Map<string, Counted>();
const closed = new Set<string>();

export const frameLimits: FrameLimits = {
  async judge({ connectionId, at }) {
    if (closed.has(connectionId)) return 'dropped';
    const most = limits().framesPerMinute;
    const counted = countedOf(connectionId, at);
    counted.pending += 1;
    const { pending, shared } = counted;
    if (pending < REPORTED && shared + pending <= most) return 'allowed';
    counted.pending = 0;
    const window: Window = { what: 'frames', who: connectionId, at, lengthMs: MINUTE_MS };
    return judged(connectionId, window, most, pending, counted);
  },
  async judgeInvalid({ connectionId, at }) {
    const window: Window = { what: 'invalid', who: connectionId, at, lengthMs: INVALID_WINDOW_MS };
    return judged(connectionId, window, INVALID_MOST, 1);
  },
  async close({ connectionId, party, at }: FrameOrigin) {
    log('WARN', 'connection closed for its frames', { action: 'close' });
    remember(connectionId);
    const done = await Promise.allSettled([closeConnection(connectionId), refuseParty(party, at)]);
    for (const each of done)
      if (each.status === 'rejected') log('WARN', 'abuser not cut off', { cause: each.reason });
  },
};

/** Counts frames in the database. Allows the latest frame if the count cannot be written. */
async function judged(
  connectionId: string,
  window: Window,
  most: number,
  amount: number,
  counted?: Counted,
): ReturnType<FrameLimits['judge']> {
  try {
    // `countUp` returns undefined if the stored count was above `most` before this call. So only one call gets a count
    // above `most`. That call closes the connection.
    const count = await countUp(window, most + 1, { amount });
    if (counted && count !== undefined) counted.shared = count;
    if (count !== undefined) return count <= most ? 'allowed' : 'closing';
    // Another call is closing the connection.
    remember(connectionId);
    return 'dropped';
  } catch (cause) {
    log('WARN', 'frame not counted', { cause });
    return 'allowed';
  }
}

function countedOf(connectionId: string, at: number): Counted {
  const minute = Math.floor(at / MINUTE_MS);
  const known = frames.get(connectionId);
  if (known?.minute === minute) return known;
  if (frames.size >= REMEMBERED) frames.clear();
  const fresh = { minute, pending: 0, shared: 0 };
  frames.set(connectionId, fresh);
  return fresh;
}

function remember(connectionId: string): void {
  if (closed.size >= REMEMBERED) closed.clear();
  closed.add(connectionId);
}
