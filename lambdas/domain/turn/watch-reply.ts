/** Watches beside a streaming reply: new connections, the wish to stop, checkpoints and the deadline. */
import { log } from '../../runtime/log.ts';
import { findPresence } from '../../store/connections.ts';
import { checkpointTurn, type TurnRef } from '../../store/turns/turns.ts';
import type { LiveReply } from './live-reply.ts';
import type { ReplyReader } from './model-stream-reader.ts';

/** A worker that is silent for this long has crashed; another may take over. */
export const LEASE_MS = 20_000;
const CHECKPOINT_MS = 5_000;
/** How often a worker looks for new connections and for the wish to stop, which come in one small read. */
const LOOK_MS = 500;
/** Kept free before the function's own deadline, for ending the turn. */
const RESERVE_MS = 30_000;

export interface Watched {
  readonly ref: TurnRef;
  readonly requestId: string;
  readonly worker: string;
  readonly live: LiveReply;
  readonly reader: ReplyReader;
  /** Milliseconds left to this invocation. */
  readonly remainingMs: () => number;
}

/** Starts watching; the returned function stops it. A look or checkpoint that still runs changes no turn that has ended. */
export function watch(watched: Watched): () => void {
  const { reader, remainingMs } = watched;
  const looking = every(LOOK_MS, () => look(watched));
  const saving = every(CHECKPOINT_MS, () => checkpoint(watched));
  const deadline = setTimeout(() => reader.cut('deadline'), Math.max(0, remainingMs() - RESERVE_MS));
  return () => {
    clearTimeout(deadline);
    looking();
    saving();
  };
}

async function look({ ref, requestId, live, reader }: Watched): Promise<void> {
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
