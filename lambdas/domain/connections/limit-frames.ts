/**
 * Closes connections that send invalid frames or far too many frames, and refuses their party for a while. Ordinary
 * traffic costs no write: a process counts a connection's frames in memory, and adds them to a count in the database
 * only when there are `REPORTED` of them within a minute, which is more than an ordinary client sends.
 */

import { closeConnection } from '../../runtime/connections-api.ts';
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import type { FrameLimits, FrameOrigin } from '../../runtime/socket-handler.ts';
import { countUp, type Window } from '../../store/usage/rate-limits.ts';
import { refuseParty } from './admit-connection.ts';

const MINUTE_MS = 60_000;
/** Invalid frames within `INVALID_WINDOW_MS` at which a connection is closed. */
const INVALID_MOST = 3;
const INVALID_WINDOW_MS = 120 * MINUTE_MS;
/**
 * Frames of a connection within a minute that a process counts in memory before it adds them to the count in the
 * database. A flood is spread over many processes, so only that shared count shows its size.
 */
const REPORTED = 20;
/**
 * Largest number of connections that a process remembers in `frames`, and in `closed`. Beyond that, the collection is
 * emptied.
 */
const REMEMBERED = 1_000;

/** Frames of each connection in its latest minute, as this process has counted them. */
const frames = new Map<string, { readonly minute: number; count: number }>();
/** Connections that this process or another one is closing. Their remaining frames are dropped. */
const closed = new Set<string>();

export const frameLimits: FrameLimits = {
  async judge({ connectionId, at }) {
    if (closed.has(connectionId)) return 'dropped';
    if (!isReportDue(connectionId, at)) return 'allowed';
    const window: Window = { what: 'frames', who: connectionId, at, lengthMs: MINUTE_MS };
    return judged(connectionId, window, limits().framesPerMinute);
  },
  async judgeInvalid({ connectionId, at }) {
    const window: Window = { what: 'invalid', who: connectionId, at, lengthMs: INVALID_WINDOW_MS };
    return judged(connectionId, window, INVALID_MOST);
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
 * Adds frames to a count in the database, and judges the frame by the new count. Allows the frame if the count cannot
 * be written.
 */
async function judged(connectionId: string, window: Window, most: number): ReturnType<FrameLimits['judge']> {
  try {
    const count = await countUp(window, most, { amount: window.what === 'frames' ? REPORTED : 1 });
    if (count !== undefined) return count < most ? 'allowed' : 'closing';
    // Another process is closing the connection.
    remember(connectionId);
    return 'dropped';
  } catch (cause) {
    log('WARN', 'frame not counted', { cause });
    return 'allowed';
  }
}

/** Counts a frame in memory. Returns true at every 20th frame (`REPORTED`) of a connection within a minute. */
function isReportDue(connectionId: string, at: number): boolean {
  const minute = Math.floor(at / MINUTE_MS);
  const known = frames.get(connectionId);
  if (known?.minute === minute) {
    known.count += 1;
    return known.count % REPORTED === 0;
  }
  if (frames.size >= REMEMBERED) frames.clear();
  frames.set(connectionId, { minute, count: 1 });
  return false;
}

function remember(connectionId: string): void {
  if (closed.size >= REMEMBERED) closed.clear();
  closed.add(connectionId);
}
