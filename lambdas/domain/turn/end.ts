/** The end of a turn: what follows the terminal write, safe to repeat after a crash at any point. */
import type { ModelSpec } from '#contract/config';
import { ERRORS, type ErrorCode } from '#contract/errors';
import { POST_MAX_BYTES } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import type { Quota } from '#contract/usage';
import { costOf } from '../../models/catalogue.ts';
import { log } from '../../runtime/log.ts';
import { endTurn } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { Spent } from '../../store/usage/reservations.ts';
import { broadcast } from '../broadcast.ts';
import { replyIndex } from '../chats/turns-to-messages.ts';
import { addToSpend } from '../quota/daily-spend.ts';
import { type Charge, settle } from '../quota/quota.ts';

export interface EndedTurn {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly requestId: string;
  readonly isGuest: boolean;
  readonly charges: readonly Charge[];
  /** What is left of the caller's day. @default unknown */
  readonly quota?: Quota;
  readonly turn: Omit<TurnItem, 'index'>;
}

/** Room for the frame around a reply's content. */
const ENVELOPE_BYTES = 2_048;

/** The frames that tell a client how a turn ended: the message, then the ack (docs/spec.md 7.2). */
export function endFrames(ended: Omit<EndedTurn, 'charges'>, error?: ErrorCode): ServerFrame[] {
  const { chatId, requestId, turn, isGuest } = ended;
  const messageIndex = replyIndex({ ...turn, index: ended.messageIndex });
  const fits = Buffer.byteLength(JSON.stringify(turn.text)) <= POST_MAX_BYTES - ENVELOPE_BYTES;
  const content = fits ? { content: turn.text } : {};
  const { replyAt: createdAt, status, model, reason } = turn;
  const about = { ...(model !== undefined && { model }), ...(reason !== undefined && { reason }) };
  const message: ServerFrame = {
    type: 'assistantMessage',
    data: { chatId, role: 'assistant', ...content, createdAt, messageIndex, requestId, ...about, status },
  };
  if (status === 'failed') {
    const code = error ?? 'reply_failed';
    return [message, { type: 'ack', id: requestId, error: { code, message: ERRORS[code].message } }];
  }
  const response = isGuest && fits ? { response: turn.text } : {};
  const left = ended.quota && { quota: ended.quota };
  return [
    message,
    { type: 'ack', id: requestId, data: { chatId, messageIndex, status, ...response, ...left } },
  ];
}

/** The ack of a request whose turn was replaced: the reply that streams in its place is another request's. */
export const replacedFrame = (id: string, chatId: string, turn: TurnItem): ServerFrame => ({
  type: 'ack',
  id,
  data: { chatId, messageIndex: replyIndex(turn), status: turn.status },
});

/** Frees the chat, settles the quota (a failed turn is given back) and tells every connection of the owner. */
export async function concludeTurn(
  ended: EndedTurn,
  options: { spent: Spent | undefined; error?: ErrorCode | undefined },
): Promise<void> {
  const { owner, chatId, requestId, messageIndex, turn } = ended;
  const hasFailed = turn.status === 'failed';
  const spent = hasFailed ? undefined : options.spent;
  // In this order: while the chat is still locked, a resend must find its message reserved.
  await endTurn(owner, chatId, { requestId, messageIndex });
  const isFirst = await settle(requestId, ended.charges, spent);
  // What failed before its first word cost nothing; what failed half-way did.
  const isBilled = !hasFailed || turn.text !== '';
  const cost = isFirst && isBilled ? (options.spent?.cost ?? 0) : 0;
  await Promise.all([
    addToSpend(cost, ended.charges),
    // Looked up again: a connection that joined after the worker's last look must hear of the end.
    broadcast(owner, endFrames(ended, options.error)),
  ]);
}

/** Finds a model of the deployment by its id. */
export type FindModel = (id: string) => ModelSpec | undefined;

/**
 * Concludes a turn that an earlier call has ended, and may have left before it was settled; its cost is that of the
 * tokens that are stored with it. Safe to repeat.
 */
export async function concludeEnded(
  job: Omit<EndedTurn, 'turn'>,
  turn: TurnItem,
  findModel: FindModel,
): Promise<void> {
  await concludeTurn({ ...job, turn }, { spent: spentOf(turn, findModel) });
}

/** Gives what a turn that has ended cost, by the tokens that are stored with it. */
function spentOf(
  { model = 'unknown', inputTokens = 0, outputTokens = 0 }: TurnItem,
  findModel: FindModel,
): Spent {
  const spec = findModel(model);
  const cost = spec ? costOf(spec, inputTokens, outputTokens) : 0;
  return { model, inputTokens, outputTokens, cost };
}

/**
 * Settles a turn that is about to be replaced, where its worker has died between its end and its settlement: the tokens
 * that it cost are gone with its item. Never fails, since the next turn does not depend on it.
 */
export async function settleBeforeReplaced(
  turn: TurnItem,
  charges: readonly Charge[],
  findModel: FindModel,
): Promise<void> {
  const { requestId, status } = turn;
  if (requestId === undefined || status === 'streaming') return;
  const spent = status === 'failed' ? undefined : spentOf(turn, findModel);
  try {
    if (await settle(requestId, charges, spent)) await addToSpend(spent?.cost ?? 0, charges);
  } catch (cause) {
    log('WARN', 'replaced turn not settled', { requestId, cause });
  }
}

/**
 * What is left of a turn that was replaced before it was concluded: its message stays charged, if it still is
 * reserved, since it could only be replaced after its end. Safe to repeat.
 */
export async function settleReplaced(job: {
  readonly requestId: string;
  readonly model: string;
  readonly charges: readonly Charge[];
}): Promise<void> {
  const { requestId, model, charges } = job;
  await settle(requestId, charges, { model, inputTokens: 0, outputTokens: 0, cost: 0 });
}
