/** Handles a resent message while an earlier call of the same message holds the chat's lock. */
import { wordedError } from '#contract/server-worded-errors';
import { abandonTurn, type HeldTurn, leaveReservation, takeOverTurn } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { type Charge, DAY_MS, quotaOf, settle } from '../quota/daily-quota.ts';
import type { Verdict } from '../quota/decide-if-reply-allowed.ts';
import type { Beginning } from './begin-turn-outcome.ts';
import { accountsOf, chargesOf, HAND_OVER_MS, type Snapshot } from './lock-reserve-and-read.ts';
import { placeTurn } from './place-turn-in-branch.ts';
import { prepareTurn } from './prepare-granted-turn.ts';
import { isWorkerExpected, turnOf } from './turn-in-progress.ts';

/**
 * Upper limit of the time in milliseconds within which a worker must claim a turn. The time starts at `HAND_OVER_MS`
 * and doubles with each hand-over, so that resends do not pile up jobs while workers are scarce.
 */
const HAND_OVER_MOST_MS = 120_000;

/**
 * Continues a turn whose lock an earlier call holds. Takes the lock over if the worker is silent or has ended the turn
 * without unlocking the chat, or if no worker has claimed the turn in time. If the verdict refuses the message, drops a
 * turn that no worker has claimed in time, and leaves a claimed turn to its worker. A refusal with `service_busy` drops
 * nothing.
 * @param attempt how many times `beginTurn` has read the state in this call; not a worker's attempt
 * @returns undefined when the state has changed meanwhile, so that the caller must read it again
 * @throws the verdict's AppError if an unclaimed turn is refused; `too_many_versions` if the chat has no room for the
 * turn's branch
 */
export async function resumeTurn(
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
  // `service_busy` means that many turns wait for a worker. An unclaimed turn that is refused with `service_busy` keeps
  // waiting: it is neither dropped nor handed over again.
  const isRefused = verdict.kind === 'refused';
  const isWaiting = isRefused && verdict.error.code === 'service_busy';
  if (isWorkerExpected(held, turn, asking.now) || (turn && isRefused) || isWaiting)
    return underway(snapshot, held, attempt);
  if (verdict.kind === 'refused') {
    if (!(await dropHeld(snapshot, held))) return undefined;
    throw verdict.error;
  }
  const leaseMs = Math.min(HAND_OVER_MS * 2 ** (held.pending.calls ?? 1), HAND_OVER_MOST_MS);
  const taken = { seen: held.pending, call, leaseUntil: asking.now + leaseMs };
  if (!(await takeOverTurn(owner, chatId, taken))) return undefined;
  const placed = await placeTurn(request, call, held);
  if (!placed) return undefined;
  // The earlier call may have crashed before it checked that the chat has room for the turn's branch. A claimed turn
  // has passed that check.
  if (placed.isFull && !turn) {
    if (!(await dropHeld(snapshot, { ...held, pending: { ...held.pending, call } }))) return undefined;
    throw wordedError('too_many_versions');
  }
  return prepareTurn(snapshot, { ...held, ...placed }, verdict, await chargesOfHeld(snapshot, held));
}

/** Releases an earlier call's lock and reservation. False when the turn has ended or another call took the lock. */
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
 * Answers a resend with the finished turn of its message. An earlier resend took the lock after that turn had ended.
 * That resend has crashed, or will find the finished turn too, so its lock and its reservation are released.
 */
export async function answeredBeforeLock(
  snapshot: Snapshot,
  held: HeldTurn,
  { allowance }: Verdict,
  turn: TurnItem,
): Promise<Beginning | undefined> {
  const { request, reservation } = snapshot;
  if (!(await dropHeld(snapshot, held))) return undefined;
  // `dropHeld` has given back the message's reservation, no matter which call made it.
  const used = reservation.kind === 'exceeded' ? reservation.used : reservation.used - 1;
  const quota = quotaOf(allowance.messagesPerDay, used, request.asking.now);
  return { kind: 'answered', turn, quota };
}

/** Leaves the turn to its worker. Keeps only the reservation that the worker will settle. */
async function underway(snapshot: Snapshot, held: HeldTurn, attempt: number): Promise<Beginning | undefined> {
  const { request, call, reservation } = snapshot;
  const { chatId, asking } = request;
  if (reservation.calls[0] === call) {
    // This call found no open reservation of the message, so it made one. Perhaps the turn has ended since this call
    // saw the lock, and the turn's reservation is settled. This call's reservation would then count the message twice.
    // So the first attempt makes the caller read the state again. If the next attempt still finds the lock, it adds
    // this call's token to the lock. A call that undoes the turn then gives this call's reservation back too.
    if (attempt === 1) return undefined;
    const left = { seen: held.pending, call };
    if (!(await leaveReservation(asking.sender.owner, chatId, left))) return undefined;
  }
  await chargesOfHeld(snapshot, held);
  // A guest may resend from another network address. The turn is not charged to the new address, so the message that
  // this call has reserved on the new address is given back.
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
 * Returns the charges of a turn in progress. A turn that was started on another UTC day is charged to that day, and
 * this call's reservation is released.
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

const dayOf = (at: number): number => Math.floor(at / DAY_MS);
