/**
 * The worker of a turn (design section 5). It claims the turn and calls the model at the same time, streams to
 * every connection of the owner, saves what it has every few seconds, and ends the turn with one conditional
 * write. Called again for the same job (events are delivered at least once) it does what is left to do.
 */
import { randomUUID } from 'node:crypto';
import type { ModelSpec } from '#contract/config';
import { costOf } from '../models/catalogue.ts';
import type { ModelEvent } from '../models/port.ts';
import { estimateTokens } from '../models/tokens.ts';
import { findPresence, removeConnection } from '../store/connections.ts';
import { type ClaimOutcome, claimTurn, finishTurn } from '../store/turns.ts';
import type { Post } from './delivery.ts';
import { LiveReply } from './live-reply.ts';
import { Answer, type AnswerPorts } from './reply-answer.ts';
import type { ReplyJob } from './reply-job.ts';
import { ReplyReader, type ReplyText } from './reply-text.ts';
import { LEASE_MS, watch } from './reply-watch.ts';
import type { Route } from './routing/index.ts';
import { concludeTurn, settleReplaced } from './turn-end.ts';

export interface ReplyPorts extends AnswerPorts {
  readonly route: Route;
  readonly system: string;
  readonly post: Post;
  /** The models, by which a turn's cost is worked out again. */
  readonly findModel: (id: string) => ModelSpec | undefined;
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
  const answer = new Answer(ports.route, ports);
  const events = startModel(answer, job, ports.system, reader.signal);
  try {
    const [claimed, presence] = await Promise.all([
      claim(job, ports.route, worker),
      findPresence(job.owner, Date.now()),
    ]);
    if (claimed.kind !== 'claimed') {
      await concludeEnded(job, claimed, ports);
      return;
    }
    const { chatId, requestId } = job;
    const { attempt } = claimed;
    const about = {
      ...{ chatId, messageIndex: job.messageIndex + 1, requestId, attempt },
      // Read when a piece is sent: by then it is known who answers.
      get model() {
        return answer.model.id;
      },
    };
    const live = new LiveReply(about, ports.post, (connectionId) =>
      removeConnection(job.owner, connectionId),
    );
    live.setConnections(presence.connectionIds);
    const outcome = await readReply(job, { worker, live, reader, events, answer, ports });
    if (reader.wasCut !== 'lost') await endReply(job, { worker, live, outcome, answer, ports });
  } finally {
    reader.cut('lost');
  }
}

/** Calls the model at once; the first event is awaited later. */
function startModel(
  answer: Answer,
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

const claim = (job: ReplyJob, { model, reason }: Route, worker: string): Promise<ClaimOutcome> =>
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

/** A crash after the terminal write leaves the rest undone: done here. Another worker's turn is left alone. */
async function concludeEnded(job: ReplyJob, ended: ClaimOutcome, ports: ReplyPorts): Promise<void> {
  if (ended.kind === 'replaced') await settleReplaced(job);
  if (ended.kind !== 'ended') return;
  const { turn } = ended;
  const { inputTokens = 0, outputTokens = 0 } = turn;
  const model = (turn.model && ports.findModel(turn.model)) || ports.route.model;
  const cost = costOf(model, inputTokens, outputTokens);
  const spent = job.isRepeat ? undefined : { model: model.id, inputTokens, outputTokens, cost };
  await concludeTurn({ ...job, turn }, { post: ports.post, spent });
}

interface Reading {
  readonly worker: string;
  readonly live: LiveReply;
  readonly reader: ReplyReader;
  readonly events: AsyncIterator<ModelEvent>;
  readonly answer: Answer;
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
  { worker, live, outcome, answer, ports }: Omit<Reading, 'reader' | 'events'> & { outcome: ReplyText },
): Promise<void> {
  const { status, inputTokens, outputTokens, error } = outcome;
  const replyAt = new Date().toISOString();
  const text = live.text.toWellFormed();
  const model = answer.model.id;
  const { reason } = answer;
  const end = { status, text, replyAt, inputTokens, outputTokens, model, reason };
  const mine = await finishTurn(job, worker, end);
  if (!mine) return;
  const { userText } = job;
  const cost = costOf(answer.model, inputTokens, outputTokens);
  await concludeTurn(
    { ...job, turn: { userText, text, replyAt, status, model, reason } },
    {
      post: ports.post,
      spent: { model, inputTokens, outputTokens, cost },
      error,
    },
  );
}
