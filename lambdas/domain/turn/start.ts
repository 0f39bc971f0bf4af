/**
 * The beginning of a turn (decision 0001). The lock of the chat, the quota and the reads of plan and history are
 * made side by side, so that one round trip stands between a message's arrival and its hand-over to the worker;
 * what turns out to be unnecessary is taken back. So the quota is reserved before the plan is known: at first up to
 * the highest limit of any plan, then it is judged by which message of the day it is.
 *
 * Several calls may carry the same message: the client sends it again after a lost connection, or after 20 silent
 * seconds. Each call has a token; what it wrote carries it, and it takes back nothing else.
 */
import type { Allowance } from '#contract/config';
import { AppError } from '#contract/errors';
import type { Quota } from '#contract/usage';
import { findModel } from '../../models/catalogue.ts';
import { log } from '../../runtime/log.ts';
import {
  abandonTurn,
  type HeldTurn,
  leaveReservation,
  type StartOutcome,
  takeOverTurn,
} from '../../store/turns/lock.ts';
import { getTurn, type TurnItem } from '../../store/turns/turns.ts';
import {
  type Charge,
  DAY_MS,
  quotaOf,
  type Reserved,
  settle,
  takeOverReservation,
} from '../quota/daily-quota.ts';
import { type Grant, judge, type Verdict } from '../quota/entitlement.ts';
import { timeOf, uuidv7 } from '../uuid.ts';
import {
  accountsOf,
  by,
  chargesOf,
  claimAndRead,
  HAND_OVER_MS,
  isHeld,
  type Look,
  type TurnRequest,
  takeBack,
} from './claim-and-read.ts';
import { settleBeforeReplaced } from './end.ts';
import { findAnswer, hasEnded, historyBefore, isLastTurn, listRecent } from './previous-turns.ts';
import { isUnclaimed, isWorkerExpected, releaseStale, turnOf } from './recovery.ts';

/** Twice as long after each hand-over, so that resends do not pile up jobs while workers are scarce, up to this. */
const HAND_OVER_MOST_MS = 120_000;
/** A look that took longer may have been overtaken by a resend of its message. */
const SLOW_MS = 1_000;
/** How often a call looks again after another call was faster. */
const MOST_LOOKS = 4;

export type Beginning =
  /** Write the reply; `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      /** Token of this call, which holds the chat's lock now. */
      readonly call: string;
      readonly messageIndex: number;
      readonly version: number;
      readonly history: readonly TurnItem[];
      readonly charges: readonly Charge[];
      readonly allowance: Allowance;
      /** Ids of the models that may answer. */
      readonly candidates: readonly string[];
      /** What is left, this message counted. */
      readonly quota: Quota;
      /** An earlier call of this request handed the turn over; its worker has been silent since. */
      readonly isResumed: boolean;
      /** When the message was sent, in milliseconds: later than everything in the turn that this one replaces. */
      readonly at: number;
    }
  /** This request was answered before. */
  | { readonly kind: 'answered'; readonly turn: TurnItem; readonly quota: Quota }
  /** A worker that an earlier call of this request has called is at it, and tells how it ends. */
  | {
      readonly kind: 'underway';
      readonly messageIndex: number;
      /** When the turn was started, in milliseconds. */
      readonly startedAt: number;
    }
  /** An earlier call of this request has begun it, and how it ended cannot be read now: a resend asks again. */
  | { readonly kind: 'unknown' };

/**
 * @throws AppError `chat_not_found`, `reply_pending`, `not_last_turn`, and whatever `judge` refuses for; then, and
 * when the database fails, what this call did is taken back.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  // Its time tells when a reservation that nothing has settled was made.
  const call = uuidv7(request.asking.now);
  for (let nth = 1; nth <= MOST_LOOKS; nth += 1) {
    const look = await claimAndRead(request, call);
    if (!look) return { kind: 'unknown' };
    const beginning = await decide(look, nth).catch(async (error: unknown) => {
      if (error instanceof AppError) throw error;
      // A lock that was taken over is left to the next resend.
      if (look.start.kind !== 'same') await takeBack(request, call);
      if (!isHeld(request, look.start, look.read)) throw error;
      log('WARN', 'resend not looked up', { requestId: request.requestId, cause: error });
      return { kind: 'unknown' } as const;
    });
    if (beginning) return beginning;
  }
  await takeBack(request, call);
  throw new AppError('reply_pending');
}

/**
 * Reads the last turns again where they were read before the last one ended: whether this message was answered before
 * is told by turns that are not older than the lock.
 */
async function withLastTurn(look: Look): Promise<Look> {
  const { request, start, read } = look;
  if (start.kind !== 'started' || !start.last || hasEnded(start.last, read)) return look;
  const { chatId, context, asking } = request;
  return { ...look, read: await listRecent({ owner: asking.party.owner, chatId }, context) };
}

/** @returns undefined when another call has changed what was looked at */
async function decide(found: Look, nth: number): Promise<Beginning | undefined> {
  const look = await withLastTurn(found);
  const { request, start, read, facts, reservation } = look;
  const { asking, chatId } = request;
  const chat = { owner: asking.party.owner, chatId };
  const verdict = judge(asking, facts, reservation.positions);
  if (start.kind === 'same') return resume(look, start, verdict, nth);
  const earlier = start.kind === 'missing' ? undefined : await earlierAnswer(look, chat);
  if (earlier) return answered(look, verdict, earlier);
  if (start.kind === 'busy' && (await releaseStale(chat, start, asking.now))) return undefined;
  if (start.kind === 'started' && verdict.kind === 'granted' && isLastTurn(start.messageIndex, read))
    return begun(look, start, verdict);
  await refund(look, chat);
  throw refusal(start, verdict);
}

/** Takes back what this call did, and what an earlier call of the message reserved before it died. */
async function refund(
  { request, call, start, read, reservation }: Look,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<void> {
  const { requestId } = request;
  await takeBack(request, call, { start, reservation });
  if (reservation.kind !== 'already') return;
  // A worker may be at the turn of a chat that was deleted since, or has ended it: it settles the message.
  const isDeleted = start.kind === 'missing';
  if (isDeleted && ((await findAnswer(request, read, chat)) || !(await isUnclaimed(chat, requestId)))) return;
  await settle(requestId, chargesOf(request, []), undefined);
}

/** The turn that answers this request: read again where the first read came before its claim, or before its end. */
async function earlierAnswer(
  { request, start, read }: Look,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<TurnItem | undefined> {
  const found = await findAnswer(request, read, chat);
  if (found && found.status !== 'streaming') return found;
  const messageIndex = start.kind === 'ended' ? start.messageIndex : found?.index;
  return messageIndex === undefined ? undefined : getTurn({ ...chat, messageIndex });
}

/** An earlier call holds the lock: this one takes over when no worker answers any more, or none ever came. */
async function resume(
  look: Look,
  held: HeldTurn,
  verdict: Verdict,
  nth: number,
): Promise<Beginning | undefined> {
  const { request, call, read } = look;
  const { chatId, requestId, asking } = request;
  const { owner } = asking.party;
  const turn = turnOf(held, read);
  // A turn that was refused before it was claimed is refused again; one that a worker has claimed was granted then.
  if (isWorkerExpected(held, turn, asking.now) || (turn && verdict.kind === 'refused'))
    return underway(look, held, nth);
  const leaseMs = Math.min(HAND_OVER_MS * 2 ** (held.pending.calls ?? 1), HAND_OVER_MOST_MS);
  const taken = { seen: held.pending, call, leaseUntil: asking.now + leaseMs };
  if (!(await takeOverTurn(owner, chatId, taken))) return undefined;
  const charges = await chargesOfHeld(look, held);
  if (verdict.kind === 'granted') return begun(look, held, verdict, charges);
  await settle(requestId, charges, undefined);
  await abandonTurn(owner, chatId, { call, returned: held.pending.reservedBy });
  throw verdict.error;
}

/** Leaves the turn to its worker, with the reservation that the worker is to settle, and no other. */
async function underway(look: Look, held: HeldTurn, nth: number): Promise<Beginning | undefined> {
  const { request, call, reservation } = look;
  const { chatId, asking } = request;
  if (reservation.calls[0] === call) {
    // The turn may have ended between the look at the lock and this call's reservation, which is then too much.
    if (nth === 1) return undefined;
    const left = { seen: held.pending, call };
    if (!(await leaveReservation(asking.party.owner, chatId, left))) return undefined;
  }
  await chargesOfHeld(look, held);
  // The address that a guest sends from now is charged for nothing.
  const others = chargesOf(request, reservation.calls).slice(1);
  await settle(
    request.requestId,
    others.filter((charge) => charge.call === call),
    undefined,
  );
  const { startedAt = request.asking.now } = held.pending;
  return { kind: 'underway', messageIndex: held.messageIndex, startedAt };
}

/** A turn that was started on another day is charged to that day: what this call has reserved is given back. */
async function chargesOfHeld({ request, call, reservation }: Look, { pending }: HeldTurn): Promise<Charge[]> {
  const { requestId, asking } = request;
  const { startedAt = asking.now } = pending;
  if (dayOf(startedAt) === dayOf(asking.now)) return chargesOf(request, reservation.calls);
  if (reservation.kind === 'reserved') await settle(requestId, chargesOf(request, [call, call]), undefined);
  return accountsOf(request).map(({ owner }) => ({ owner, at: startedAt }));
}

async function begun(
  { request, call, start, read, reservation, lookedAt }: Look,
  { messageIndex, version }: Pick<HeldTurn, 'messageIndex' | 'version'>,
  { allowance, candidates }: Grant,
  chargesOfLock?: readonly Charge[],
): Promise<Beginning> {
  const { chatId, asking } = request;
  const chat = { owner: asking.party.owner, chatId, tokens: request.historyTokens };
  // Another call of the message, which was refused, gives its own reservation back, and that of a call that is slow.
  const isContested = reservation.kind === 'already' || performance.now() - lookedAt > SLOW_MS;
  const calls =
    start.kind === 'started' && isContested
      ? await takeOverReservation(by(request, call), accountsOf(request), reservation.calls)
      : reservation.calls;
  const charges = chargesOfLock ?? chargesOf(request, calls);
  const replaced = read.find(({ index }) => index === request.replaces);
  const unsettled = replaced && reservationOf(replaced, reservation);
  if (replaced && unsettled !== undefined)
    await settleBeforeReplaced(replaced, chargesOf(request, [unsettled, unsettled]), (id) =>
      findModel(asking.models, id),
    );
  const history = await historyBefore(messageIndex, read, chat);
  const quota = quotaOf(allowance.messagesPerDay, reservation.used, asking.now);
  const at = Math.max(asking.now, replaced && replaced.requestId !== request.requestId ? after(replaced) : 0);
  const turn = { call, messageIndex, version, isResumed: start.kind === 'same', at };
  return { kind: 'begun', ...turn, history, charges, allowance, candidates, quota };
}

/**
 * The first moment after a turn, in milliseconds. Clients tell by their moments which of two turns at a place is the
 * later one, and the clocks of two functions may differ.
 */
const after = ({ userAt = '', replyAt }: TurnItem): number =>
  Math.max(Date.parse(userAt) || 0, Date.parse(replyAt) || 0) + 1;

/**
 * The token under which a turn's message is reserved still, if it is. A resend reserves the message of a turn that was
 * settled for a moment: its token is younger than the turn.
 */
function reservationOf({ requestId, userAt = '' }: TurnItem, { open }: Reserved): string | undefined {
  const call = open.find((reserved) => reserved.requestId === requestId)?.call;
  const reservedAt = call === undefined ? undefined : timeOf(call);
  return reservedAt !== undefined && reservedAt <= Date.parse(userAt) ? call : undefined;
}

async function answered(look: Look, { allowance }: Verdict, turn: TurnItem): Promise<Beginning> {
  const { request, call, reservation } = look;
  await takeBack(request, call, look);
  const used = reservation.kind === 'reserved' ? reservation.used - 1 : reservation.used;
  return { kind: 'answered', turn, quota: quotaOf(allowance.messagesPerDay, used, request.asking.now) };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

function refusal(start: StartOutcome, verdict: Verdict): AppError {
  if (start.kind === 'started' && verdict.kind === 'refused') return verdict.error;
  if (start.kind === 'started' || start.kind === 'notLast') return new AppError('not_last_turn');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
