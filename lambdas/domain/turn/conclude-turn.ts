/** Steps that follow when the end of a turn is stored. The steps are idempotent and can be repeated after a crash. */
import type { Branches } from '#contract/branches';
import type { ModelSpec } from '#contract/deployment-config';
import type { Quota } from '#contract/entities';
import { AppError, type SharedErrorCode, toErrorBody } from '#contract/error-codes';
import { POST_MAX_BYTES } from '#contract/limits';
import type { ServerFrame } from '#contract/socket';
import { costOf } from '../../models/model-cost.ts';
import { allInput, countsIn, type TokenCounts } from '../../models/token-counts.ts';
import { log } from '../../runtime/log.ts';
import { endTurn } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import type { Spent } from '../../store/usage/reservations.ts';
import { broadcast } from '../broadcast-to-owner.ts';
import { replyIndex } from '../chats/turns-to-messages.ts';
import { addToSpend } from '../quota/add-reply-cost-to-daily-spend.ts';
import { type Charge, settle } from '../quota/daily-quota.ts';

export interface EndedTurn {
  readonly owner: string;
  readonly chatId: string;
  readonly messageIndex: number;
  readonly requestId: string;
  readonly isGuest: boolean;
  readonly charges: readonly Charge[];
  /** Quota of the user or guest, for the ack. @default the ack contains no quota */
  readonly quota?: Quota;
  /** All branches of the chat, including the one that the turn begins. Absent when the turn begins none. */
  readonly branches?: Branches | undefined;
  readonly turn: Omit<TurnItem, 'index'>;
}

/** Bytes of a frame that are reserved for everything but the reply's content. */
const ENVELOPE_BYTES = 2_048;

/**
 * Builds the frames that tell a client how a turn ended: the message, then the ack (docs/spec.md 7.2). A text that is
 * too large for a frame is left out.
 */
export function endFrames(ended: Omit<EndedTurn, 'charges'>, error?: SharedErrorCode): ServerFrame[] {
  const { chatId, requestId, turn, isGuest } = ended;
  const messageIndex = replyIndex({ ...turn, index: ended.messageIndex });
  const fits = Buffer.byteLength(JSON.stringify(turn.text)) <= POST_MAX_BYTES - ENVELOPE_BYTES;
  const content = fits ? { content: turn.text } : {};
  const { replyAt: createdAt, status, model, reason, thoughtMs } = turn;
  const about = {
    ...(model !== undefined && { model }),
    ...(reason !== undefined && { reason }),
    ...(thoughtMs !== undefined && { thoughtMs }),
  };
  const message: ServerFrame = {
    type: 'assistantMessage',
    data: { chatId, role: 'assistant', ...content, createdAt, messageIndex, requestId, ...about, status },
  };
  if (status === 'failed') {
    const refused = new AppError(error ?? 'reply_failed');
    return [message, { type: 'ack', id: requestId, error: toErrorBody(refused) }];
  }
  const response = isGuest && fits ? { response: turn.text } : {};
  const left = ended.quota && { quota: ended.quota };
  return [
    message,
    { type: 'ack', id: requestId, data: { chatId, messageIndex, status, ...response, ...left } },
  ];
}

/**
 * Builds the ack of a request whose turn was replaced. The ack has no text, because the stored reply answers the later
 * request.
 */
export const replacedFrame = (id: string, chatId: string, turn: TurnItem): ServerFrame => ({
  type: 'ack',
  id,
  data: { chatId, messageIndex: replyIndex(turn), status: turn.status },
});

/** Unlocks the chat, settles the quota, adds the cost to the day's spend, and tells the owner's connections. */
export async function concludeTurn(
  ended: EndedTurn,
  options: { spent: Spent | undefined; error?: SharedErrorCode | undefined },
): Promise<void> {
  const { owner, chatId, requestId, messageIndex, branches, turn } = ended;
  // Unlocks before settling, because the client may resend the message in between. If the resend found the message
  // settled, but the chat locked, the resend would reserve the message again and hand the turn to a second worker.
  // That worker would find the turn ended, and charge the message a second time (`concludeEnded`).
  await endTurn(owner, chatId, { requestId, messageIndex, branches });
  const cost = await settleTurn(requestId, turn, { charges: ended.charges, spent: options.spent });
  await Promise.all([
    addToSpend(cost, ended.charges),
    // `broadcast` reads the connections again, so that a connection opened meanwhile gets the end too.
    broadcast(owner, endFrames(ended, options.error)),
  ]);
}

/** @returns US dollars to add to the day's spend; 0 if an earlier call has settled the turn */
async function settleTurn(
  requestId: string,
  { status }: Pick<TurnItem, 'status'>,
  { charges, spent }: { readonly charges: readonly Charge[]; readonly spent: Spent | undefined },
): Promise<number> {
  const hasFailed = status === 'failed';
  const isFirst = await settle(requestId, charges, hasFailed ? undefined : spent);
  return isFirst ? (spent?.cost ?? 0) : 0;
}

/** Returns US dollars. A reply that failed before its model produced a token costs nothing. */
export const costOfTurn = (model: ModelSpec, turn: Pick<TurnItem, 'status' | keyof TokenCounts>): number =>
  turn.status === 'failed' && !turn.outputTokens ? 0 : costOf(model, countsOf(turn));

const countsOf = (turn: Pick<TurnItem, keyof TokenCounts>): TokenCounts =>
  countsIn({ ...turn, inputTokens: turn.inputTokens ?? 0, outputTokens: turn.outputTokens ?? 0 });

export type FindModel = (id: string) => ModelSpec | undefined;

/** Concludes a turn whose end is stored, in case an earlier call crashed before it settled the turn. Idempotent. */
export async function concludeEnded(
  job: Omit<EndedTurn, 'turn'>,
  turn: TurnItem,
  findModel: FindModel,
): Promise<void> {
  await concludeTurn({ ...job, turn }, { spent: spentOf(turn, findModel) });
}

function spentOf(turn: TurnItem, findModel: FindModel): Spent {
  const { model = 'unknown' } = turn;
  const spec = findModel(model);
  const cost = spec ? costOfTurn(spec, turn) : 0;
  return spentBy(model, countsOf(turn), cost);
}

/** Returns what a turn adds to its day's usage. `inputTokens` includes tokens read from and written to the cache. */
export const spentBy = (model: string, counts: TokenCounts, cost: number): Spent => ({
  ...countsIn(counts),
  ...{ model, inputTokens: allInput(counts), cost },
});

/**
 * Settles a turn that is about to be replaced, in case its worker crashed before the settlement. The new turn will
 * overwrite the token counts. Never throws, because the new turn does not depend on the settlement.
 */
export async function settleBeforeReplaced(
  turn: TurnItem,
  charges: readonly Charge[],
  findModel: FindModel,
): Promise<void> {
  const { requestId, status } = turn;
  if (requestId === undefined || status === 'streaming') return;
  try {
    const cost = await settleTurn(requestId, turn, { charges, spent: spentOf(turn, findModel) });
    await addToSpend(cost, charges);
  } catch (cause) {
    log('WARN', 'replaced turn not settled', { requestId, cause });
  }
}

/**
 * Settles a turn that was replaced, if its message is still reserved. The turn's status and token counts are lost, so
 * the message is charged with 0 tokens, even if the turn had failed. Idempotent.
 */
export async function settleReplaced(job: {
  readonly requestId: string;
  readonly model: string;
  readonly charges: readonly Charge[];
}): Promise<void> {
  const { requestId, model, charges } = job;
  await settle(requestId, charges, { model, inputTokens: 0, outputTokens: 0, cost: 0 });
}
