/**
 * The worker of a turn (docs/architecture.md 4.1). It claims the turn and calls the model at the same time, streams to
 * every connection of the owner, saves what it has every few seconds, and ends the turn with one conditional
 * write. Called again for the same job (events are delivered at least once) it does what is left to do.
 */
import { randomUUID } from 'node:crypto';
import { costOf } from '../../models/catalogue.ts';
import type { ModelEvent } from '../../models/model-port.ts';
import { estimateTokens } from '../../models/model-port.ts';
import { postOnce } from '../../runtime/post-frame.ts';
import { retry } from '../../runtime/retry.ts';
import { findPresence, removeConnection } from '../../store/connections.ts';
import { type ClaimOutcome, claimTurn, finishTurn, getTurn, releaseTurn } from '../../store/turns/turns.ts';
import type { Route } from '../routing/choose-model.ts';
import { concludeEnded, concludeTurn, type FindModel, settleReplaced } from './end.ts';
import { LiveReply } from './live-reply.ts';
import { ModelCall, type ModelCallPorts } from './model-call.ts';
import { ReplyReader, type ReplyText } from './model-stream-reader.ts';
import { isAwaited } from './recovery.ts';
import type { ReplyJob } from './reply-job.ts';
import { LEASE_MS, watch } from './watch-reply.ts';

/** Tries on top of the three that the SDK's client makes for each write. */
const TERMINAL_WRITE = { tries: 3, pauseMs: 500 };

export interface ReplyPorts extends ModelCallPorts {
  readonly route: Route;
  readonly system: string;
  readonly findModel: FindModel;
  /** Milliseconds left to this invocation. */
  readonly remainingMs: () => number;
  readonly onMeasured?: (measured: ReplyMeasured) => void;
}

export interface ReplyMeasured {
  /** Id of the model that answered, or was the last to fail. */
  readonly model: string;
  readonly firstTokenMs: number | undefined;
  readonly ms: number;
  /** US dollars. */
  readonly cost: number;
  readonly outcome: ReplyText;
}

/** Writes the reply of a job, or finishes what an earlier call left. Throws only what a retry may cure. */
export async function writeReply(job: ReplyJob, ports: ReplyPorts): Promise<void> {
  const worker = randomUUID();
  const reader = new ReplyReader();
  const answer = new ModelCall(ports.route, ports);
  const start = () => startModel(answer, job, ports.system, reader.signal);
  // A turn that is handed over again may have ended meanwhile: it is claimed before a model is paid for it.
  const early = job.isResumed ? undefined : start();
  try {
    const [claimed, presence] = await Promise.all([
      claim(job, ports.route, worker),
      findPresence(job.owner, Date.now()),
    ]);
    if (claimed.kind === 'ended') await concludeEnded(job, claimed.turn, ports.findModel);
    if (claimed.kind === 'replaced') await settleReplaced(job);
    // Its worker may have died: Lambda's next attempt comes when the lease is over.
    if (claimed.kind === 'held') throw new Error('Another worker holds the turn');
    if (claimed.kind !== 'claimed') return;
    const events = early ?? start();
    const { chatId, requestId } = job;
    const { attempt } = claimed;
    const about = {
      ...{ chatId, messageIndex: job.messageIndex + 1, requestId, attempt },
      // Read when a piece is sent: by then it is known who answers.
      get model() {
        return answer.model.id;
      },
    };
    // Not tried again, since the next piece carries what was not delivered.
    const live = new LiveReply(about, postOnce, (connectionId) => removeConnection(job.owner, connectionId));
    live.setConnections(presence.connectionIds);
    const outcome = await readReply(job, { worker, live, reader, events, answer, ports });
    // Pieces that are on their way never delay the terminal write.
    const closed = live.close();
    if (reader.wasCut !== 'lost') await endReply(job, { worker, live, closed, outcome, answer });
    await closed;
  } finally {
    reader.cut('lost');
  }
}

/** Calls the model at once; the first event is awaited later. */
function startModel(
  answer: ModelCall,
  { messages, maxOutputTokens }: ReplyJob,
  system: string,
  signal: AbortSignal,
): AsyncIterator<ModelEvent> {
  const events = answer.events({ system, messages, maxOutputTokens, signal });
  let first: Promise<IteratorResult<ModelEvent>> | undefined = events.next();
  first.catch(() => undefined);
  return {
    next: () => {
      const next = first ?? events.next();
      first = undefined;
      return next;
    },
  };
}

/** `dropped`: the chat does not wait for this turn any more, and the claim was not made or was released. */
type Claimed = ClaimOutcome | { readonly kind: 'dropped' };

/** Claims the turn, unless it was taken back while the job waited for a worker. */
async function claim(job: ReplyJob, route: Route, worker: string): Promise<Claimed> {
  // A claim overwrites the turn that this one replaces, so it must not come first; a turn that was claimed has done so.
  if (job.isReplacing && !(await isAwaited(job)) && !(await wasClaimed(job))) return { kind: 'dropped' };
  if (job.isReplacing) return claimAs(job, route, worker);
  const [claimed, awaited] = await Promise.all([claimAs(job, route, worker), isAwaited(job)]);
  if (claimed.kind !== 'claimed' || claimed.attempt > 1 || awaited) return claimed;
  await releaseTurn(job, worker);
  return { kind: 'dropped' };
}

/** The turn's own item is there: what is left to do is to conclude it, or to write it again. */
async function wasClaimed(job: ReplyJob): Promise<boolean> {
  const turn = await getTurn(job);
  return turn?.version === job.version;
}

const claimAs = (job: ReplyJob, { model, reason }: Route, worker: string): Promise<ClaimOutcome> =>
  claimTurn(job, {
    requestId: job.requestId,
    version: job.version,
    userText: job.userText,
    userAt: job.userAt,
    model: model.id,
    reason,
    worker,
    now: Date.now(),
    leaseMs: LEASE_MS,
    ttl: job.ttl,
  });

interface Reading {
  readonly worker: string;
  readonly live: LiveReply;
  readonly reader: ReplyReader;
  readonly events: AsyncIterator<ModelEvent>;
  readonly answer: ModelCall;
  readonly ports: ReplyPorts;
}

async function readReply(
  job: ReplyJob,
  { worker, live, reader, events, answer, ports }: Reading,
): Promise<ReplyText> {
  const startedAt = performance.now();
  let firstTokenMs: number | undefined;
  const { requestId } = job;
  const unwatch = watch({ ref: job, requestId, worker, live, reader, remainingMs: ports.remainingMs });
  try {
    const read = await reader.read(events, (piece) => {
      firstTokenMs ??= performance.now() - startedAt;
      live.append(piece);
    });
    const outcome = withTokens(read, job, live.text);
    const cost = costOf(answer.model, outcome.inputTokens, outcome.outputTokens);
    const ms = performance.now() - startedAt;
    ports.onMeasured?.({ model: answer.model.id, firstTokenMs, ms, cost, outcome });
    return outcome;
  } finally {
    unwatch();
  }
}

/** A stream that was cut told no usage: it is estimated, since it costs all the same. */
function withTokens(read: ReplyText, job: ReplyJob, text: string): ReplyText {
  if (read.inputTokens > 0) return read;
  const inputTokens = job.messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  return { ...read, inputTokens, outputTokens: estimateTokens(text) };
}

interface Ending extends Omit<Reading, 'reader' | 'events' | 'ports'> {
  /** Resolves when no piece of the reply is on its way any more. */
  readonly closed: Promise<void>;
  readonly outcome: ReplyText;
}

async function endReply(job: ReplyJob, { worker, live, closed, outcome, answer }: Ending): Promise<void> {
  const { status, inputTokens, outputTokens, error } = outcome;
  const replyAt = new Date().toISOString();
  const text = live.text.toWellFormed();
  const model = answer.model.id;
  const { reason } = answer;
  const end = { status, text, replyAt, inputTokens, outputTokens, model, reason };
  // Until it is written, the reply is in this worker's memory alone.
  const mine = await retry(() => finishTurn(job, worker, end), TERMINAL_WRITE);
  if (!mine) return;
  await closed;
  const { userText } = job;
  const cost = costOf(answer.model, inputTokens, outputTokens);
  await concludeTurn(
    { ...job, turn: { userText, text, replyAt, status, model, reason } },
    {
      spent: { model, inputTokens, outputTokens, cost },
      error,
    },
  );
}
