/**
 * Runs beside a streaming reply: reads the owner's connections and wishes to stop, saves checkpoints, and cuts the
 * reply at the deadline.
 */
import { log } from '../../runtime/log.ts';
import { findPresence } from '../../store/connections-and-stop-requests.ts';
import { checkpointTurn, type TurnRef } from '../../store/turns/turns.ts';
import type { ModelStreamReader } from './model-stream-reader.ts';
import type { ReplyChunkSender } from './reply-chunk-sender.ts';

/** Milliseconds after which a worker that has not renewed its lease counts as crashed and may be replaced. */
export const LEASE_MS = 20_000;
/** Milliseconds between checkpoints, each of which renews the worker's lease. */
export const CHECKPOINT_MS = 5_000;
/** Milliseconds between reads of the connections and the wishes to stop. */
export const READ_MS = 500;
/** Milliseconds before the function's timeout that are kept for ending the turn. */
const RESERVE_MS = 30_000;

export interface Watched {
  readonly ref: TurnRef;
  readonly requestId: string;
  readonly worker: string;
  readonly live: ReplyChunkSender;
  readonly reader: ModelStreamReader;
  readonly remainingMs: () => number;
}

/**
 * Starts the watch, and returns a function that stops it. A read or checkpoint that is then still running cannot change
 * an ended turn.
 */
export function watch(watched: Watched): () => void {
  const { reader, remainingMs } = watched;
  const stopReading = every(READ_MS, () => readPresence(watched));
  const stopSaving = every(CHECKPOINT_MS, () => checkpoint(watched));
  const deadline = setTimeout(() => reader.cut('deadline'), Math.max(0, remainingMs() - RESERVE_MS));
  return () => {
    clearTimeout(deadline);
    stopReading();
    stopSaving();
  };
}

async function readPresence({ ref, requestId, live, reader }: Watched): Promise<void> {
  const { connectionIds, stops } = await findPresence(ref.owner, Date.now());
  live.setConnections(connectionIds);
  if (stops.has(requestId)) reader.cut('stopped');
}

async function checkpoint({ ref, worker, live, reader }: Watched): Promise<void> {
  const leaseUntil = Date.now() + LEASE_MS;
  const mine = await checkpointTurn(ref, { worker, text: live.text, leaseUntil });
  if (!mine) reader.cut('lost');
}

/** Runs `task` at intervals, never twice at once, until the returned function is called. A failure is logged. */
function every(ms: number, task: () => Promise<void>): () => void {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    task()
      .catch((cause: unknown) => log('WARN', 'reply watch failed', { cause }))
      .finally(() => {
        busy = false;
      });
  }, ms);
  return () => clearInterval(timer);
}
