/**
 * The worker of a turn (design section 5). It claims the turn and calls the model at the same time, streams to
 * every connection of the owner, saves what it has every few seconds, and ends the turn with one conditional
 * write. Called again for the same job (events are delivered at least once) it does what is left to do.
 */
import { randomUUID } from 'node:crypto';
import type { ModelSpec } from '#contract/config';
import { costOf } from '../models/catalogue.ts';
import type { ModelEvent, StreamReply } from '../models/port.ts';
import { findPresence, removeConnection } from '../store/connections.ts';
import { type ClaimOutcome, claimTurn, finishTurn } from '../store/turns.ts';
import type { Post } from './delivery.ts';
import { estimateTokens } from './history.ts';
import { LiveReply } from './live-reply.ts';
import type { ReplyJob } from './reply-job.ts';
import { ReplyReader, type ReplyText } from './reply-text.ts';
import { LEASE_MS, watch } from './reply-watch.ts';
import { concludeTurn, settleReplaced } from './turn-end.ts';

export interface ReplyPorts {
  readonly model: ModelSpec;
  readonly system: string;
  readonly streamReply: StreamReply;
  readonly post: Post;
  /** Milliseconds left to this invocation. */
  readonly remainingMs: () => number;
  readonly onMeasured?: (measured: ReplyMeasured) => void;
}

export interface ReplyMeasured {
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
  const events = startModel(job, ports, reader.signal);
  try {
    const [claimed, presence] = await Promise.all([claim(job, worker), findPresence(job.owner, Date.now())]);
    if (claimed.kind !== 'claimed') {
      await concludeEnded(job, claimed, ports);
      return;
    }
    const { chatId, requestId, model } = job;
    const { attempt } = claimed;
    const live = new LiveReply(
      { chatId, messageIndex: job.messageIndex + 1, requestId, attempt, model },
      ports.post,
      (connectionId) => removeConnection(job.owner, connectionId),
    );
    live.setConnections(presence.connectionIds);
    const outcome = await readReply(job, { worker, live, reader, events, ports });
    if (reader.wasCut !== 'lost') await endReply(job, { worker, live, outcome, ports });
  } finally {
    reader.cut('lost');
  }
}

/** Calls the model at once; the first event is awaited later. */
function startModel(job: ReplyJob, ports: ReplyPorts, signal: AbortSignal): AsyncIterator<ModelEvent> {
  const { model, system, streamReply } = ports;
  const { messages, maxOutputTokens } = job;
  const events = streamReply({ model, system, messages, maxOutputTokens, signal })[Symbol.asyncIterator]();
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

const claim = (job: ReplyJob, worker: string): Promise<ClaimOutcome> =>
  claimTurn(job, {
    requestId: job.requestId,
    version: job.version,
    userText: job.userText,
    userAt: job.userAt,
    model: job.model,
    reason: job.reason,
    worker,
    now: Date.now(),
    leaseMs: LEASE_MS,
    ttl: job.ttl,
  });

/** A crash after the terminal write leaves the rest undone: done here. Another worker's turn is left alone. */
async function concludeEnded(job: ReplyJob, ended: ClaimOutcome, { model, post }: ReplyPorts): Promise<void> {
  if (ended.kind === 'replaced') await settleReplaced(job);
  if (ended.kind !== 'ended') return;
  const { turn } = ended;
  const { inputTokens = 0, outputTokens = 0 } = turn;
  const cost = costOf(model, inputTokens, outputTokens);
  const spent = job.isRepeat ? undefined : { model: model.id, inputTokens, outputTokens, cost };
  await concludeTurn({ ...job, turn }, { post, spent });
}

interface Reading {
  readonly worker: string;
  readonly live: LiveReply;
  readonly reader: ReplyReader;
  readonly events: AsyncIterator<ModelEvent>;
  readonly ports: ReplyPorts;
}

async function readReply(
  job: ReplyJob,
  { worker, live, reader, events, ports }: Reading,
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
    const cost = costOf(ports.model, outcome.inputTokens, outcome.outputTokens);
    ports.onMeasured?.({ firstTokenMs, ms: performance.now() - startedAt, cost, outcome });
    return outcome;
  } finally {
    await Promise.all([unwatch(), live.close()]);
  }
}

/** A stream that was cut told no usage: it is estimated, since it costs all the same. */
function withTokens(read: ReplyText, job: ReplyJob, text: string): ReplyText {
  if (read.inputTokens > 0) return read;
  const inputTokens = job.messages.reduce((sum, message) => sum + estimateTokens(message.text), 0);
  return { ...read, inputTokens, outputTokens: estimateTokens(text) };
}

async function endReply(
  job: ReplyJob,
  { worker, live, outcome, ports }: Omit<Reading, 'reader' | 'events'> & { outcome: ReplyText },
): Promise<void> {
  const { status, inputTokens, outputTokens, error } = outcome;
  const replyAt = new Date().toISOString();
  const text = live.text.toWellFormed();
  const mine = await finishTurn(job, worker, { status, text, replyAt, inputTokens, outputTokens });
  if (!mine) return;
  const { model, reason, userText } = job;
  const cost = costOf(ports.model, inputTokens, outputTokens);
  await concludeTurn(
    { ...job, turn: { userText, text, replyAt, status, model, reason } },
    {
      post: ports.post,
      spent: { model, inputTokens, outputTokens, cost },
      error,
    },
  );
}
