/**
 * The beginning of a turn (design section 5). The claim of the chat, the quota and the read of the history are
 * made side by side, so that one round trip stands between a message's arrival and its hand-over to the worker;
 * what turns out to be unnecessary is taken back.
 */
import type { Audience } from '#contract/config';
import { AppError } from '#contract/errors';
import { abandonTurn, type StartOutcome, startTurn } from '../store/turn-lock.ts';
import { listTurns } from '../store/turn-pages.ts';
import type { TurnItem } from '../store/turns.ts';
import { type Charge, reserve, settle } from './quota.ts';

/** Turns read as history for a model: enough for any useful context, and a bound on what a turn reads. */
const HISTORY_TURNS = 40;
/** If nothing ever ends a turn (three crashed runs, their retries and the failure queue), its chat is free again. */
const LOCK_MS = 30 * 60_000;

export interface TurnRequest {
  readonly owner: string;
  readonly chatId: string;
  readonly requestId: string;
  /** Index of the turn whose place this one takes. */
  readonly replaces?: number | undefined;
  readonly audience: Audience;
  readonly accounts: readonly { owner: string; limit: number }[];
  readonly now: number;
}

export type Beginning =
  /** Write the reply; `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      readonly messageIndex: number;
      readonly version: number;
      readonly history: readonly TurnItem[];
      readonly charges: readonly Charge[];
      /**
       * The turn was begun before and this call has reserved anew: if the turn turns out to have ended, it was
       * charged then, and this reservation is given back.
       */
      readonly isRepeat: boolean;
      /** The turn was begun by an earlier call of this request, whose worker may be at work. */
      readonly isResumed: boolean;
    }
  /** This request was answered before. */
  | { readonly kind: 'answered'; readonly turn: TurnItem };

/**
 * @throws AppError `chat_not_found`, `reply_pending`, `not_last_turn`, `quota_exceeded` (guests:
 * `guest_quota_exceeded`); then, and when the database fails, nothing stays charged or claimed.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  const { owner, chatId, requestId, replaces, accounts, now } = request;
  const [started, reserved, listed] = await Promise.allSettled([
    startTurn(owner, chatId, { requestId, replaces, now, lockMs: LOCK_MS }),
    reserve(requestId, accounts, now),
    listTurns(owner, chatId, { limit: HISTORY_TURNS }),
  ]);
  const start = started.status === 'fulfilled' ? started.value : undefined;
  const reservation = reserved.status === 'fulfilled' ? reserved.value : undefined;
  /** Takes back what this call did, or may have done; never what an earlier call of this request did. */
  const takeBack = () =>
    Promise.allSettled([
      (!start || start.kind === 'started') && abandonTurn(owner, chatId, requestId),
      (!reservation || reservation === 'reserved') && settle(requestId, chargesOf(request), undefined),
    ]);
  const failed = [started, reserved, listed].find((outcome) => outcome.status === 'rejected');
  if (!start || !reservation || listed.status === 'rejected') {
    if (start?.kind !== 'same') await takeBack();
    throw failed?.reason;
  }
  if (start.kind === 'same') {
    const isRepeat = reservation === 'reserved';
    return begun(request, start, listed.value, { isResumed: true, isRepeat });
  }
  const earlier = listed.value.find((turn) => wasAnswered(turn, requestId));
  const isStale = start.kind === 'started' && !isLast(start.messageIndex, listed.value);
  if (start.kind === 'started' && reservation !== 'exceeded' && !earlier && !isStale)
    return begun(request, start, listed.value, { isResumed: false, isRepeat: false });
  await takeBack();
  if (earlier && start.kind !== 'missing') return { kind: 'answered', turn: earlier };
  throw isStale ? new AppError('not_last_turn') : refusal(start, request.audience);
}

/** Whether the turn answers this request, or did until it was replaced. */
const wasAnswered = (turn: TurnItem, requestId: string): boolean =>
  turn.requestId === requestId || turn.requestIds?.has(requestId) === true;

/** Whether no turn stands behind this index: one could whose lock ran out before it ended. */
const isLast = (messageIndex: number, read: readonly TurnItem[]): boolean =>
  !read.some((turn) => turn.userText !== undefined && turn.index > messageIndex);

/** Takes a begun turn back that could not be handed over. */
export async function cancelTurn(request: TurnRequest): Promise<void> {
  await Promise.allSettled([
    abandonTurn(request.owner, request.chatId, request.requestId),
    settle(request.requestId, chargesOf(request), undefined),
  ]);
}

const chargesOf = ({ accounts, now }: TurnRequest): Charge[] =>
  accounts.map(({ owner }) => ({ owner, at: now }));

async function begun(
  request: TurnRequest,
  { messageIndex, version }: { messageIndex: number; version: number },
  read: readonly TurnItem[],
  how: { isResumed: boolean; isRepeat: boolean },
): Promise<Beginning> {
  const turns = await settled(request.owner, request.chatId, messageIndex, read);
  const history = turns.filter((turn) => turn.index < messageIndex);
  return { kind: 'begun', messageIndex, version, history, charges: chargesOf(request), ...how };
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

function refusal(start: StartOutcome, audience: Audience): AppError {
  if (start.kind === 'started')
    return new AppError(audience === 'guest' ? 'guest_quota_exceeded' : 'quota_exceeded');
  if (start.kind === 'notLast') return new AppError('not_last_turn');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
