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
import { listTurns } from '../store/turn-pages.ts';
import type { TurnItem } from '../store/turns.ts';
import { type Asking, type Grant, judge, type Verdict, widestAllowance } from './entitlement.ts';
import { type Account, type Charge, chargesFor, quotaOf, type Reserved, reserve, settle } from './quota.ts';

/** Turns read as history for a model: enough for any useful context, and a bound on what a turn reads. */
const HISTORY_TURNS = 40;
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
  | { readonly kind: 'answered'; readonly turn: TurnItem }
  /** Another call of this request is at it, and tells how it ends. */
  | { readonly kind: 'underway' };

/**
 * @throws AppError `chat_not_found`, `reply_pending`, `not_last_turn`, and whatever `judge` refuses for; then, and
 * when the database fails, nothing stays charged or claimed.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  const { chatId, requestId, replaces, asking } = request;
  const { party, now } = asking;
  const { owner } = party;
  const [started, reserved, listed, known] = await Promise.allSettled([
    startTurn(owner, chatId, { requestId, replaces, now, lockMs: LOCK_MS }),
    reserve(requestId, accountsOf(request), now),
    listTurns(owner, chatId, { limit: HISTORY_TURNS }),
    readTurnFacts(party.kind === 'user' ? owner : undefined, now),
  ]);
  const start = started.status === 'fulfilled' ? started.value : undefined;
  const reservation = reserved.status === 'fulfilled' ? reserved.value : undefined;
  /** Takes back what this call did, or may have done; never what an earlier call of this request did. */
  const takeBack = () =>
    Promise.allSettled([
      (!start || start.kind === 'started') && abandonTurn(owner, chatId, requestId),
      (!reservation || reservation.kind === 'reserved') && settle(requestId, chargesOf(request), undefined),
    ]);
  const failed = [started, reserved, listed, known].find((outcome) => outcome.status === 'rejected');
  if (!start || !reservation || listed.status === 'rejected' || known.status === 'rejected') {
    if (start?.kind !== 'same') await takeBack();
    throw failed?.reason;
  }
  const verdict = judge(asking, known.value, reservation.positions);
  const isGranted = verdict.kind === 'granted';
  if (start.kind === 'same' && isGranted) {
    const how = { isResumed: true, isRepeat: reservation.kind === 'reserved' };
    return begun(request, { start, reservation, grant: verdict, read: listed.value }, how);
  }
  const earlier = listed.value.find((turn) => wasAnswered(turn, requestId));
  const isStale = start.kind === 'started' && !isLast(start.messageIndex, listed.value);
  if (start.kind === 'started' && isGranted && !earlier && !isStale) {
    const how = { isResumed: false, isRepeat: false };
    return begun(request, { start, reservation, grant: verdict, read: listed.value }, how);
  }
  await takeBack();
  // The call that claimed the chat was accepted, or is about to be refused as this one would be: not both go on.
  if (start.kind === 'same') return { kind: 'underway' };
  if (earlier && start.kind !== 'missing') return { kind: 'answered', turn: earlier };
  throw isStale ? new AppError('not_last_turn') : refusal(start, verdict);
}

/** Whether the turn answers this request, or did until it was replaced. */
const wasAnswered = (turn: TurnItem, requestId: string): boolean =>
  turn.requestId === requestId || turn.requestIds?.has(requestId) === true;

/** Whether no turn stands behind this index: one could whose lock ran out before it ended. */
const isLast = (messageIndex: number, read: readonly TurnItem[]): boolean =>
  !read.some((turn) => turn.userText !== undefined && turn.index > messageIndex);

/** Takes a begun turn back that could not be handed over. */
export async function cancelTurn(request: TurnRequest): Promise<void> {
  const { chatId, requestId, asking } = request;
  await Promise.allSettled([
    abandonTurn(asking.party.owner, chatId, requestId),
    settle(requestId, chargesOf(request), undefined),
  ]);
}

/** With the highest limit of any plan that the caller may have. */
const accountsOf = ({ asking: { party, allowances } }: TurnRequest): Account[] =>
  chargesFor(party, widestAllowance(party.kind, allowances));

const chargesOf = (request: TurnRequest): Charge[] =>
  accountsOf(request).map(({ owner }) => ({ owner, at: request.asking.now }));

interface Begun {
  readonly start: { readonly messageIndex: number; readonly version: number };
  readonly reservation: Reserved;
  readonly grant: Grant;
  readonly read: readonly TurnItem[];
}

async function begun(
  request: TurnRequest,
  { start, reservation, grant, read }: Begun,
  how: { isResumed: boolean; isRepeat: boolean },
): Promise<Beginning> {
  const { party, now } = request.asking;
  const { messageIndex, version } = start;
  const { allowance, candidates } = grant;
  const turns = await settled(party.owner, request.chatId, messageIndex, read);
  const history = turns.filter((turn) => turn.index < messageIndex);
  const quota = quotaOf(allowance.messagesPerDay, reservation.used, now);
  const charges = chargesOf(request);
  return {
    kind: 'begun',
    ...{ messageIndex, version, history, charges, allowance, candidates, quota },
    ...how,
  };
}

/** The read raced with the claim: if it saw the turn before this one unfinished, it is made again. */
async function settled(
  owner: string,
  chatId: string,
  messageIndex: number,
  read: readonly TurnItem[],
): Promise<readonly TurnItem[]> {
  // A thank-you message may stand behind a turn whose reply is still being written.
  const last = read.find((turn) => turn.index < messageIndex && turn.kind !== 'extra');
  if (last && last.status !== 'streaming') return read;
  return listTurns(owner, chatId, { limit: HISTORY_TURNS, before: messageIndex });
}

function refusal(start: StartOutcome, verdict: Verdict): AppError {
  if (start.kind === 'started' && verdict.kind === 'refused') return verdict.error;
  if (start.kind === 'notLast') return new AppError('not_last_turn');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
