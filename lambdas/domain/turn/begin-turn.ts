/**
 * Starts a turn (decision 0001). The chat's lock, the quota reservation and the reads of plan and history run
 * concurrently. So a message takes one round trip to the database before it is handed to the worker. Writes that turn
 * out to be unnecessary are undone. The plan is not known yet when the message is reserved, so the reservation uses the
 * highest limit of any plan. Then the message's number within the day is compared with the limit of the real plan.
 *
 * Several calls may carry the same message: the client sends it again after a lost connection, or after 20 seconds
 * without an answer. Each call has a token, which its writes carry. A call undoes only writes with its own token.
 */
import type { Allowance } from '#contract/config';
import { AppError } from '#contract/errors';
import type { Quota } from '#contract/usage';
import { findModel } from '../../models/catalogue.ts';
import { log } from '../../runtime/log.ts';
import { isRevoked } from '../../runtime/token-revocation.ts';
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
import { checkEntitlement, type Grant, type Verdict } from '../quota/entitlement.ts';
import { timeOf, uuidv7 } from '../uuid.ts';
import { settleBeforeReplaced } from './conclude-turn.ts';
import {
  accountsOf,
  chargesOf,
  HAND_OVER_MS,
  lockReserveAndRead,
  type Snapshot,
  type TurnRequest,
  takeBack,
  toReserve,
  wasStartedBefore,
} from './lock-reserve-and-read.ts';
import { findAnswer, hasEnded, historyBefore, isLastTurn, listRecent } from './previous-turns.ts';
import { isUnclaimed, isWorkerExpected, releaseStale, turnOf } from './recovery.ts';

/**
 * Most milliseconds between two hand-overs of a turn to a worker. The time doubles with each hand-over, so that resends
 * do not pile up jobs while workers are scarce.
 */
const HAND_OVER_MOST_MS = 120_000;
/** Milliseconds after which a resend of the message may have overtaken this call. */
const SLOW_MS = 1_000;
/** Most attempts of a call that loses races against other calls in the chat. */
const MOST_ATTEMPTS = 4;

export type Beginning =
  /** The reply is to be written. `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      /** Token of this call, which now holds the chat's lock. */
      readonly call: string;
      readonly messageIndex: number;
      readonly version: number;
      readonly history: readonly TurnItem[];
      readonly charges: readonly Charge[];
      readonly allowance: Allowance;
      /** Ids of the models that may answer. */
      readonly candidates: readonly string[];
      /** Quota that is left after this message. */
      readonly quota: Quota;
      /**
       * True when an earlier call of this request has started the turn. It may have handed the turn to a worker, which
       * has been silent since.
       */
      readonly isResumed: boolean;
      /** Time of the message in milliseconds. It is later than all times of the turn that this one replaces. */
      readonly at: number;
    }
  /** This request was answered before. */
  | { readonly kind: 'answered'; readonly turn: TurnItem; readonly quota: Quota }
  /** The turn is left to the worker of an earlier call of this request, which is expected to send the turn's end. */
  | {
      readonly kind: 'underway';
      readonly messageIndex: number;
      /** Time when the turn was started, in milliseconds. */
      readonly startedAt: number;
    }
  /**
   * An earlier call of this request has started the turn, but how it ended cannot be read now. The client's next
   * resend asks again.
   */
  | { readonly kind: 'unknown' };

/**
 * Starts a message's turn, or finds the state in which an earlier call of the same message left it.
 * @throws AppError `session_expired`, `chat_not_found`, `reply_pending`, `not_last_turn`, or the error with which
 * `checkEntitlement` refuses. In these cases, and if the database fails, the writes of this call are undone. Only a
 * lock that it took over from an earlier call is kept when the database fails.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  // The token contains the time of the reservation, by which a stale one is recognised.
  const call = uuidv7(request.asking.now);
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
    const snapshot = await lockReserveAndRead(request, call);
    if (!snapshot) return { kind: 'unknown' };
    await refuseRevoked(snapshot);
    const beginning = await decide(snapshot, attempt).catch(async (error: unknown) => {
      if (error instanceof AppError) throw error;
      // A lock that this call took over is kept, so that the next resend can take it over.
      if (snapshot.start.kind !== 'same') await takeBack(request, call);
      if (!wasStartedBefore(request, snapshot.start, snapshot.read)) throw error;
      log('WARN', 'resend not looked up', { requestId: request.requestId, cause: error });
      return { kind: 'unknown' } as const;
    });
    if (beginning) return beginning;
  }
  await takeBack(request, call);
  throw new AppError('reply_pending');
}

/** Undoes this call's writes and refuses the message if its sender's token is revoked. */
async function refuseRevoked(snapshot: Snapshot): Promise<void> {
  const { request, call, facts } = snapshot;
  const { token } = request.asking.sender;
  if (token === undefined || !isRevoked(facts.revocation, token)) return;
  await takeBack(request, call, snapshot);
  throw new AppError('session_expired');
}

/**
 * Reads the last turns again if they were first read before the last turn ended, since they may then lack the answer to
 * this message.
 */
async function withLastTurn(snapshot: Snapshot): Promise<Snapshot> {
  const { request, start, read } = snapshot;
  if (start.kind !== 'started' || !start.last || hasEnded(start.last, read)) return snapshot;
  const { chatId, context, asking } = request;
  return { ...snapshot, read: await listRecent({ owner: asking.sender.owner, chatId }, context) };
}

/**
 * Decides how the message continues, by the state that was read.
 * @returns undefined when that state has changed, so that the caller must read it again
 */
async function decide(found: Snapshot, attempt: number): Promise<Beginning | undefined> {
  const snapshot = await withLastTurn(found);
  const { request, start, read, facts, reservation } = snapshot;
  const { asking, chatId } = request;
  const chat = { owner: asking.sender.owner, chatId };
  const verdict = checkEntitlement(asking, facts, reservation.positions);
  const earlier = mayBeAnswered(snapshot) ? await earlierAnswer(snapshot, chat) : undefined;
  if (start.kind === 'same')
    return earlier && earlier.version !== start.version
      ? answeredBeforeLock(snapshot, start, verdict, earlier)
      : resume(snapshot, start, verdict, attempt);
  if (earlier) return answered(snapshot, verdict, earlier);
  if (start.kind === 'busy' && (await releaseStale(chat, start, asking.now))) return undefined;
  if (start.kind === 'started' && verdict.kind === 'granted' && isLastTurn(start.messageIndex, read))
    return begun(snapshot, start, verdict);
  await refund(snapshot, chat);
  throw refusal(start, verdict);
}

/** False in a chat that is gone, and if a worker has claimed the turn for which an earlier call holds the lock. */
const mayBeAnswered = ({ start, read }: Snapshot): boolean =>
  start.kind !== 'missing' && (start.kind !== 'same' || turnOf(start, read) === undefined);

/** Undoes this call's writes, and releases the reservation of an earlier call of the message that crashed. */
async function refund(
  { request, call, start, read, reservation }: Snapshot,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<void> {
  const { requestId } = request;
  await takeBack(request, call, { start, reservation });
  if (reservation.kind !== 'already') return;
  // A worker may still write a turn of a deleted chat, or have ended it. That worker settles the message.
  const isDeleted = start.kind === 'missing';
  if (isDeleted && ((await findAnswer(request, read, chat)) || !(await isUnclaimed(chat, requestId)))) return;
  await settle(requestId, chargesOf(request, []), undefined);
}

/**
 * Finds the turn that answers this request. Reads it again if it was first read before its claim or before its end.
 */
async function earlierAnswer(
  { request, start, read }: Snapshot,
  chat: { readonly owner: string; readonly chatId: string },
): Promise<TurnItem | undefined> {
  const found = await findAnswer(request, read, chat);
  if (found && found.status !== 'streaming') return found;
  const messageIndex = start.kind === 'ended' ? start.messageIndex : found?.index;
  return messageIndex === undefined ? undefined : getTurn({ ...chat, messageIndex });
}

/**
 * Continues a turn whose lock an earlier call holds. Takes the lock over if the worker is silent, or if no worker
 * has claimed the turn in time.
 */
async function resume(
  snapshot: Snapshot,
  held: HeldTurn,
  verdict: Verdict,
  attempt: number,
): Promise<Beginning | undefined> {
  const { request, call, read } = snapshot;
  const { chatId, asking } = request;
  const { owner } = asking.sender;
  const turn = turnOf(held, read);
  // A claimed turn was allowed when it started, so it stays with its worker even if the verdict is a refusal now.
  if (isWorkerExpected(held, turn, asking.now) || (turn && verdict.kind === 'refused'))
    return underway(snapshot, held, attempt);
  if (verdict.kind === 'refused') {
    if (!(await dropHeld(snapshot, held))) return undefined;
    throw verdict.error;
  }
  const leaseMs = Math.min(HAND_OVER_MS * 2 ** (held.pending.calls ?? 1), HAND_OVER_MOST_MS);
  const taken = { seen: held.pending, call, leaseUntil: asking.now + leaseMs };
  if (!(await takeOverTurn(owner, chatId, taken))) return undefined;
  return begun(snapshot, held, verdict, await chargesOfHeld(snapshot, held));
}

/**
 * Releases the lock and the reservation of an earlier call. Returns false when the turn has ended or another call took
 * the lock first.
 */
async function dropHeld(snapshot: Snapshot, held: HeldTurn): Promise<boolean> {
  const { request, call } = snapshot;
  const { chatId, requestId, asking } = request;
  const { owner } = asking.sender;
  const taken = { seen: held.pending, call, leaseUntil: asking.now };
  if (!(await takeOverTurn(owner, chatId, taken))) return false;
  await settle(requestId, await chargesOfHeld(snapshot, held), undefined);
  await abandonTurn(owner, chatId, { call, returned: held.pending.reservedBy });
  return true;
}

/**
 * Answers a resend of a message that was answered before an earlier resend took the lock. That resend has crashed, or
 * is about to find the answer too. Its lock and its reservation are released.
 */
async function answeredBeforeLock(
  snapshot: Snapshot,
  held: HeldTurn,
  { allowance }: Verdict,
  turn: TurnItem,
): Promise<Beginning | undefined> {
  const { request, reservation } = snapshot;
  if (!(await dropHeld(snapshot, held))) return undefined;
  const quota = quotaOf(allowance.messagesPerDay, reservation.used - 1, request.asking.now);
  return { kind: 'answered', turn, quota };
}

/** Leaves the turn to its worker, with the one reservation that the worker will settle. */
async function underway(snapshot: Snapshot, held: HeldTurn, attempt: number): Promise<Beginning | undefined> {
  const { request, call, reservation } = snapshot;
  const { chatId, asking } = request;
  if (reservation.calls[0] === call) {
    // This call has made a reservation although the lock exists. The turn may have ended between the two writes, so
    // the first attempt is repeated.
    if (attempt === 1) return undefined;
    const left = { seen: held.pending, call };
    if (!(await leaveReservation(asking.sender.owner, chatId, left))) return undefined;
  }
  await chargesOfHeld(snapshot, held);
  // A guest's resend may come from another network address, which is not charged for this message.
  const others = chargesOf(request, reservation.calls).slice(1);
  await settle(
    request.requestId,
    others.filter((charge) => charge.call === call),
    undefined,
  );
  const { startedAt = request.asking.now } = held.pending;
  return { kind: 'underway', messageIndex: held.messageIndex, startedAt };
}

/**
 * Returns the charges of a turn in progress. A turn that was started on another day is charged to that day, and this
 * call's reservation is released.
 */
async function chargesOfHeld(
  { request, call, reservation }: Snapshot,
  { pending }: HeldTurn,
): Promise<Charge[]> {
  const { requestId, asking } = request;
  const { startedAt = asking.now } = pending;
  if (dayOf(startedAt) === dayOf(asking.now)) return chargesOf(request, reservation.calls);
  if (reservation.kind === 'reserved') await settle(requestId, chargesOf(request, [call, call]), undefined);
  return accountsOf(request).map(({ owner }) => ({ owner, at: startedAt }));
}

/** Prepares a granted turn: takes over contested reservations, settles a replaced turn, and reads the history. */
async function begun(
  { request, call, start, read, reservation, readAt }: Snapshot,
  { messageIndex, version }: Pick<HeldTurn, 'messageIndex' | 'version'>,
  { allowance, candidates }: Grant,
  chargesOfLock?: readonly Charge[],
): Promise<Beginning> {
  const { chatId, asking } = request;
  const chat = { owner: asking.sender.owner, chatId, tokens: request.historyTokens };
  // A call of this message that is refused releases the message's reservation, even if another call made it. So a
  // reservation that such a call may release is moved to this call, or made again.
  const isContested = reservation.kind === 'already' || performance.now() - readAt > SLOW_MS;
  const calls =
    start.kind === 'started' && isContested
      ? await takeOverReservation(toReserve(request, call), accountsOf(request), reservation.calls)
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
 * Returns the first millisecond after a turn. Clients compare these times to tell which of two turns at an index is
 * newer, and the clocks of two functions may differ.
 */
const after = ({ userAt = '', replyAt }: TurnItem): number =>
  Math.max(Date.parse(userAt) || 0, Date.parse(replyAt) || 0) + 1;

/**
 * Returns the token under which a turn's message is still reserved; undefined if the message is settled. A resend of a
 * settled message reserves it again for a moment. That reservation is younger than the turn and does not count.
 */
function reservationOf({ requestId, userAt = '' }: TurnItem, { open }: Reserved): string | undefined {
  const call = open.find((reserved) => reserved.requestId === requestId)?.call;
  const reservedAt = call === undefined ? undefined : timeOf(call);
  return reservedAt !== undefined && reservedAt <= Date.parse(userAt) ? call : undefined;
}

async function answered(snapshot: Snapshot, { allowance }: Verdict, turn: TurnItem): Promise<Beginning> {
  const { request, call, reservation } = snapshot;
  await takeBack(request, call, snapshot);
  const used = reservation.kind === 'reserved' ? reservation.used - 1 : reservation.used;
  return { kind: 'answered', turn, quota: quotaOf(allowance.messagesPerDay, used, request.asking.now) };
}

const dayOf = (at: number): number => Math.floor(at / DAY_MS);

function refusal(start: StartOutcome, verdict: Verdict): AppError {
  if (start.kind === 'started' && verdict.kind === 'refused') return verdict.error;
  if (start.kind === 'started' || start.kind === 'notLast') return new AppError('not_last_turn');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
