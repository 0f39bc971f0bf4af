/**
 * The beginning of a turn (design section 5). The claim of the chat, the quota and the reads of plan and history are
 * made side by side, so that one round trip stands between a message's arrival and its hand-over to the worker;
 * what turns out to be unnecessary is taken back. So the quota is reserved before the plan is known: at first up to
 * the highest limit of any plan, then it is judged by which message of the day it is.
 */
import type { Allowance } from '#contract/config';
import { AppError } from '#contract/errors';
import type { Quota } from '#contract/usage';
import { readTurnFacts } from '../store/turn-facts.ts';
import { abandonTurn, type StartOutcome, startTurn } from '../store/turn-lock.ts';
import type { TurnItem } from '../store/turns.ts';
import { type Asking, judge, type Verdict, widestAllowance } from './entitlement.ts';
import { type Account, type Charge, chargesFor, quotaOf, type Reserved, reserve, settle } from './quota.ts';
import { answerTo, historyBefore, isLastTurn, listRecent } from './turn-history.ts';

/** If nothing ever ends a turn (three crashed runs, their retries and the failure queue), its chat is free again. */
const LOCK_MS = 30 * 60_000;

export interface TurnRequest {
  readonly chatId: string;
  readonly requestId: string;
  /** Index of the turn whose place this one takes. */
  readonly replaces?: number | undefined;
  readonly asking: Asking;
}

export type Beginning =
  /** Write the reply; `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      readonly messageIndex: number;
      readonly version: number;
      readonly history: readonly TurnItem[];
      readonly charges: readonly Charge[];
      readonly allowance: Allowance;
      /** Ids of the models that may answer. */
      readonly candidates: readonly string[];
      /** What is left, this message counted. */
      readonly quota: Quota;
      /**
       * The turn was begun before and this call has reserved anew: if the turn turns out to have ended, it was
       * charged then, and this reservation is given back.
       */
      readonly isRepeat: boolean;
      /** The turn was begun by an earlier call of this request, whose worker may be at work. */
      readonly isResumed: boolean;
    }
  /** This request was answered before. */
  | { readonly kind: 'answered'; readonly turn: TurnItem; readonly quota: Quota }
  /** Another call of this request is at it, and tells how it ends. */
  | { readonly kind: 'underway' };

/**
 * @throws AppError `chat_not_found`, `reply_pending`, `not_last_turn`, and whatever `judge` refuses for; then, and
 * when the database fails, nothing stays charged or claimed.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  const { chatId, requestId, asking } = request;
  const { owner } = asking.party;
  const { start, reservation, read, facts } = await claimAndRead(request);
  const verdict = judge(asking, facts, reservation.positions);
  const isResumed = start.kind === 'same';
  const earlier = isResumed ? undefined : answerTo(requestId, read);
  const isStale = start.kind === 'started' && !isLastTurn(start.messageIndex, read);
  if (
    (start.kind === 'same' || start.kind === 'started') &&
    verdict.kind === 'granted' &&
    !earlier &&
    !isStale
  ) {
    const { messageIndex, version } = start;
    const { allowance, candidates } = verdict;
    const history = await historyBefore(messageIndex, read, { owner, chatId });
    const isRepeat = isResumed && reservation.kind === 'reserved';
    const quota = quotaLeft(asking, verdict, reservation, isRepeat);
    const granted = { charges: chargesOf(request, reservation.positions), allowance, candidates, quota };
    return { kind: 'begun', messageIndex, version, history, ...granted, isRepeat, isResumed };
  }
  await takeBack(request, start, reservation);
  // The call that claimed the chat was accepted, or is refused as this one would be: it alone tells.
  if (isResumed) return { kind: 'underway' };
  if (earlier && start.kind !== 'missing')
    return { kind: 'answered', turn: earlier, quota: quotaLeft(asking, verdict, reservation, true) };
  throw isStale ? new AppError('not_last_turn') : refusal(start, verdict);
}

/** All that takes a call of the database, at once. @throws when one fails; then what was done is taken back */
async function claimAndRead(request: TurnRequest) {
  const { chatId, requestId, replaces, asking } = request;
  const { party, now } = asking;
  const { owner } = party;
  const [started, reserved, listed, known] = await Promise.allSettled([
    startTurn(owner, chatId, { requestId, replaces, now, lockMs: LOCK_MS }),
    reserve(requestId, accountsOf(request), now),
    listRecent(owner, chatId),
    readTurnFacts(party.kind === 'user' ? owner : undefined, now),
  ]);
  const start = started.status === 'fulfilled' ? started.value : undefined;
  const reservation = reserved.status === 'fulfilled' ? reserved.value : undefined;
  if (start && reservation && listed.status === 'fulfilled' && known.status === 'fulfilled')
    return { start, reservation, read: listed.value, facts: known.value };
  if (start?.kind !== 'same') await takeBack(request, start, reservation);
  throw [started, reserved, listed, known].find((outcome) => outcome.status === 'rejected')?.reason;
}

/**
 * Takes back what this call did, or may have done where it is not known; never what an earlier call of this request
 * did.
 */
async function takeBack(
  request: TurnRequest,
  start: StartOutcome | undefined,
  reservation: Reserved | undefined,
): Promise<void> {
  const { chatId, requestId, asking } = request;
  await Promise.allSettled([
    (!start || start.kind === 'started') && abandonTurn(asking.party.owner, chatId, requestId),
    (!reservation || reservation.kind === 'reserved') && settle(requestId, chargesOf(request), undefined),
  ]);
}

/** Takes a begun turn back that could not be handed over. */
export const cancelTurn = (request: TurnRequest): Promise<void> => takeBack(request, undefined, undefined);

/** With the highest limit of any plan that the caller may have. */
const accountsOf = ({ asking: { party, allowances } }: TurnRequest): Account[] =>
  chargesFor(party, widestAllowance(party.kind, allowances));

const chargesOf = (request: TurnRequest, positions: readonly number[] = []): Charge[] =>
  accountsOf(request).map(({ owner }, i) => ({ owner, at: request.asking.now, position: positions[i] }));

/** What is left of the day. `isBack`: what this call has reserved, if it has, is given back. */
function quotaLeft(
  { now }: Asking,
  { allowance }: Verdict,
  { kind, used }: Reserved,
  isBack: boolean,
): Quota {
  return quotaOf(allowance.messagesPerDay, isBack && kind === 'reserved' ? used - 1 : used, now);
}

function refusal(start: StartOutcome, verdict: Verdict): AppError {
  if (start.kind === 'started' && verdict.kind === 'refused') return verdict.error;
  if (start.kind === 'notLast') return new AppError('not_last_turn');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
