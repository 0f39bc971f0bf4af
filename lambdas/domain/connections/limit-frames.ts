/**
 * Closes connections that send invalid frames or far too many frames, and refuses their party for a while. Ordinary
 * traffic costs no write: each process of a function counts a connection's frames of the minute in memory. The process
 * adds its count to a shared count in the database in two cases: its count has reached `REPORTED`, or its count and the
 * last known shared count together exceed the limit. An ordinary client sends fewer than `REPORTED` frames a minute.
 */

import { closeConnection } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import type { FrameLimits, FrameOrigin } from '../../runtime/socket-handler.ts';
import { countUp, type Window } from '../../store/usage/rate-limits.ts';
import { refuseParty } from './admit-connection.ts';

const MINUTE_MS = 60_000;
/** Invalid frames within `INVALID_WINDOW_MS` that a connection may send. The next one closes it. */
const INVALID_MOST = 2;
const INVALID_WINDOW_MS = 120 * MINUTE_MS;
/**
 * Frames of a connection within a minute that a process counts in memory before it adds them to the count in the
 * database. A flood is spread over many processes, so only that shared count shows its size.
 */
const REPORTED = 20;
/**
 * Largest number of connections that a process remembers in `frames`, and in `closed`. Each of the two is emptied when
 * it is full and a new connection comes.
 */
const REMEMBERED = 1_000;

interface Counted {
  readonly minute: number;
  /** Frames that are not in the count of the database yet. */
  pending: number;
  /** The count of the database, as this process has last seen it. */
  shared: number;
}

/** Frames of each connection in its latest minute, as this process knows them. */
const frames = new Map<string, Counted>();
/** Connections that this process or another one is closing. Their remaining frames are dropped. */
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

/**
 * Adds `amount` frames to a count in the database, and judges the latest frame by the new count. Allows this frame if
 * the count cannot be written.
 */
async function judged(
  connectionId: string,
  window: Window,
  most: number,
  amount: number,
  counted?: Counted,
): ReturnType<FrameLimits['judge']> {
  try {
    // `countUp` stops at the first count above `most`. Only one call gets that count, and closes the connection.
    const count = await countUp(window, most + 1, { amount });
    if (counted && count !== undefined) counted.shared = count;
    if (count !== undefined) return count <= most ? 'allowed' : 'closing';
    // The count was above `most` before, so another call is closing the connection.
    remember(connectionId);
    return 'dropped';
  } catch (cause) {
    log('WARN', 'frame not counted', { cause });
    return 'allowed';
  }
}

/** Returns what this process knows of a connection's frames in the minute that contains `at`. */
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
