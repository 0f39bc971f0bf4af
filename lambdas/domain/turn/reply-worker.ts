/**
 * Worker of a turn (docs/architecture.md 4.1). Claims the turn while it calls the model, streams the reply, and ends
 * the turn with one conditional write. Jobs are delivered at least once: a repeated call does only what is left to do.
 */
import { randomUUID } from 'node:crypto';
import { estimateInput, estimateTokens } from '../../models/estimate-tokens.ts';
import type { ModelEvent } from '../../models/model-port.ts';
import { allInput, countsIn } from '../../models/token-counts.ts';
import { postOnce } from '../../runtime/connections-api.ts';
import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { findPresence, removeUnlessNew } from '../../store/connections-and-stop-requests.ts';
import { type ClaimOutcome, claimTurn, finishTurn, getTurn, releaseTurn } from '../../store/turns/turns.ts';
import type { Route } from '../routing/choose-model.ts';
import { EARLIER_FILES_LEFT, PROJECT_FILES_LEFT } from '../routing/needs-and-reasons.ts';
import { bindFiles, dropFiles, keepFiles } from './bind-and-drop-files.ts';
import {
  concludeEnded,
  concludeTurn,
  costOfTurn,
  type FindModel,
  settleReplaced,
  spentBy,
} from './conclude-turn.ts';
import { HAND_OVER_MS } from './lock-reserve-and-read.ts';
import { ModelCall, type ModelCallPorts } from './model-call.ts';
import { ModelStreamReader, type ReplyOutcome } from './model-stream-reader.ts';
import { ReplyChunkSender } from './reply-chunk-sender.ts';
import type { ReplyJob } from './reply-job.ts';
import { noteLongWait, waitOf } from './set-busy-when-workers-are-late.ts';
import { isAwaited } from './turn-in-progress.ts';
import { LEASE_MS, watch } from './watch-and-save-reply.ts';

/** Attempts of the write that ends the turn. The SDK's client makes up to three tries in each attempt. */
const TERMINAL_WRITE = { tries: 3, pauseMs: 500 };

export interface ReplyPorts extends ModelCallPorts {
  readonly route: Route;
  readonly system: string;
  readonly findModel: FindModel;
  /** Returns the milliseconds left to this invocation. */
  readonly remainingMs: () => number;
  readonly onMeasured?: (measured: ReplyMeasured) => void;
}

export interface ReplyMeasured {
  /** Id of the model that answered; if none did, of the last model that was called. */
  readonly model: string;
  /** Milliseconds from the turn's claim to the first text; undefined if there was none. */
  readonly firstTokenMs: number | undefined;
  /** Milliseconds from the turn's claim to the end of the stream. */
  readonly ms: number;
  /** 1 for the first worker at a turn's item, higher after a takeover or a replacement of the turn. */
  readonly attempt: number;
  /** US dollars. */
  readonly cost: number;
  readonly outcome: ReplyOutcome;
}

/**
 * Writes the reply of a job, or finishes what an earlier call left undone. Throws only errors that a retry may
 * solve.
 */
export async function writeReply(job: ReplyJob, ports: ReplyPorts): Promise<void> {
  const worker = randomUUID();
  const begunAt = Date.now();
  const reader = new ModelStreamReader();
  const answer = new ModelCall(ports.route, ports);
  const start = () => startModel(answer, job, ports.system, reader.signal);
  // Another worker may have the turn if its message was resent (`isResumed`), or if this job waited so long that a
  // resend may have made another job. Then the turn is claimed first, before a model call costs money.
  const early = job.isResumed || waitOf(job, begunAt) >= HAND_OVER_MS ? undefined : start();
  try {
    const [claimed, presence] = await Promise.all([
      claim(job, ports.route, worker),
      findPresence(job.owner, Date.now()),
    ]);
    if (claimed.kind === 'ended') await concludeEnded(job, claimed.turn, ports.findModel);
    if (claimed.kind === 'replaced') await settleReplaced(job);
    // The other worker may have crashed. So this call fails, and Lambda retries it later. By then, the lease of a
    // crashed worker has expired.
    if (claimed.kind === 'held') throw new Error('Another worker holds the turn');
    if (claimed.kind !== 'claimed') {
      log('INFO', 'reply job not needed', { requestId: job.requestId, status: claimed.kind });
      // An earlier call may have died before it bound the turn's files and removed the files that an edit dropped.
      if (claimed.kind === 'ended') await bindFiles(job, job);
      await dropFiles(job);
      return;
    }
    const events = early ?? start();
    const kept = keepFiles(job);
    kept.catch(() => undefined);
    const noted = noteLongWait(job, claimed.isFirst, begunAt);
    const { chatId, requestId } = job;
    const { attempt } = claimed;
    const about = { chatId, messageIndex: job.messageIndex + 1, requestId, attempt };
    // Frames are sent without retries, since the next frame includes text that was not delivered.
    const live = new ReplyChunkSender(about, postOnce, (connectionId) =>
      removeUnlessNew(job.owner, connectionId, Date.now()),
    );
    live.setConnections(presence.connectionIds);
    const outcome = await readReply(job, { worker, attempt, live, reader, events, answer, ports });
    // The write that ends the turn does not wait for frames that are being sent.
    const closed = live.close();
    // The reply is stored even if the files cannot be bound. Then this call fails, and Lambda's retry binds them.
    await kept.catch(() => undefined);
    if (reader.wasCut !== 'lost') await endReply(job, { worker, live, closed, outcome, answer });
    await Promise.all([kept, closed, noted]);
  } finally {
    reader.cut('lost');
  }
}

/** Starts the model call at once; its first event is awaited later. */
function startModel(
  answer: ModelCall,
  job: ReplyJob,
  system: string,
  signal: AbortSignal,
): AsyncIterator<ModelEvent> {
  const { messages, maxOutputTokens, effort, routing } = job;
  const notes = [
    ...(job.isWithoutFiles ? [EARLIER_FILES_LEFT] : []),
    ...(job.isWithoutProjectFiles ? [PROJECT_FILES_LEFT] : []),
  ];
  const question = { system, messages, notes, maxOutputTokens, effort, cached: routing?.cached, signal };
  const events = answer.events(question);
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

/** `dropped`: the chat no longer waits for this turn, and this worker holds no claim. */
type Claimed = ClaimOutcome | { readonly kind: 'dropped' };

/** Claims the turn. Drops it instead if the chat no longer waits for it and no earlier call has claimed it. */
async function claim(job: ReplyJob, route: Route, worker: string): Promise<Claimed> {
  // Claiming a replacement overwrites the turn that it replaces, so the checks come first. A turn that an earlier call
  // has claimed must be finished, even if the chat no longer waits for it.
  if (job.isReplacing && !(await isAwaited(job)) && !(await wasClaimed(job))) return { kind: 'dropped' };
  if (job.isReplacing) return claimAs(job, route, worker);
  const [claimed, awaited] = await Promise.all([claimAs(job, route, worker), isAwaited(job)]);
  if (claimed.kind !== 'claimed' || claimed.attempt > 1 || awaited) return claimed;
  await releaseTurn(job, worker);
  return { kind: 'dropped' };
}

/** True if an earlier call has claimed the turn and no later turn has replaced it: the item has the job's version. */
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
    contextFrom: job.contextFrom,
    hasEarlierFiles: job.hasEarlierFiles,
    files: job.files,
    versionOf: job.versionOf,
    continues: job.continues,
  });

interface Reading {
  readonly worker: string;
  readonly attempt: number;
  readonly live: ReplyChunkSender;
  readonly reader: ModelStreamReader;
  readonly events: AsyncIterator<ModelEvent>;
  readonly answer: ModelCall;
  readonly ports: ReplyPorts;
}

async function readReply(
  job: ReplyJob,
  { worker, attempt, live, reader, events, answer, ports }: Reading,
): Promise<ReplyOutcome> {
  const startedAt = performance.now();
  let firstTokenMs: number | undefined;
  const { requestId } = job;
  const unwatch = watch({ ref: job, requestId, worker, live, reader, remainingMs: ports.remainingMs });
  try {
    const onText = (piece: string) => {
      firstTokenMs ??= performance.now() - startedAt;
      live.append(piece);
    };
    const read = await reader.read(events, onText, (piece) => live.think(piece));
    const outcome = withTokens(read, job, { system: ports.system, text: live.text, answer });
    const cost = costOfReply(answer, outcome);
    const ms = performance.now() - startedAt;
    ports.onMeasured?.({ model: answer.model.id, firstTokenMs, ms, attempt, cost, outcome });
    return outcome;
  } finally {
    unwatch();
  }
}

/** Estimates the tokens of a stream that ended before it reported its usage, since they cost money too. */
function withTokens(
  read: ReplyOutcome,
  job: ReplyJob,
  { system, text, answer }: { readonly system: string; readonly text: string; readonly answer: ModelCall },
): ReplyOutcome {
  if (allInput(read) > 0) return read;
  const { model, thoughtTokens } = answer;
  const messages = answer.messages ?? job.messages;
  const input = estimateInput({ model, system, messages }, job.routing?.cached);
  return { ...read, ...input, outputTokens: thoughtTokens + estimateTokens(text) };
}

/** Returns the cost of a reply in US dollars, including the cost of model calls that gave no text. */
const costOfReply = (answer: ModelCall, outcome: ReplyOutcome): number =>
  costOfTurn(answer.model, outcome) + answer.spentInVain;

interface Ending extends Omit<Reading, 'attempt' | 'reader' | 'events' | 'ports'> {
  /** Resolves when no frame with a piece of the reply is being sent any more. */
  readonly closed: Promise<void>;
  readonly outcome: ReplyOutcome;
}

async function endReply(job: ReplyJob, { worker, live, closed, outcome, answer }: Ending): Promise<void> {
  const { status, error } = outcome;
  const replyAt = new Date().toISOString();
  const text = live.text.toWellFormed();
  const model = answer.model.id;
  const { reason } = answer;
  const { thoughtMs } = live;
  const shown = { status, text, replyAt, model, reason, ...(thoughtMs !== undefined && { thoughtMs }) };
  const end = { ...shown, ...countsIn(outcome) };
  // Retried, since until this write the text after the last checkpoint is only in this worker's memory.
  const mine = await retry(() => finishTurn(job, worker, end), TERMINAL_WRITE);
  if (!mine) return;
  await closed;
  const { userText } = job;
  const cost = costOfReply(answer, outcome);
  await concludeTurn(
    { ...job, turn: { userText, ...shown } },
    {
      spent: spentBy(model, outcome, cost),
      error,
    },
  );
}
