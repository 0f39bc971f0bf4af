/**
 * The beginning of a turn (design section 5). The claim of the chat, the quota and the read of the history are
 * made side by side, so that one round trip stands between a message's arrival and its hand-over to the worker;
 * what turns out to be unnecessary is taken back.
 */
import { AppError } from '#contract/errors';
import { abandonTurn, type StartOutcome, startTurn } from '../store/turn-lock.ts';
import { listTurns, type TurnItem } from '../store/turns.ts';
import { type Charge, reserve, settle } from './quota.ts';

/** Turns read as history for a model: enough for any useful context, and a bound on what a turn reads. */
const HISTORY_TURNS = 40;
/** If nothing ever ends a turn (three crashed runs, their retries and the failure queue), its chat is free again. */
const LOCK_MS = 30 * 60_000;

export interface TurnRequest {
  readonly owner: string;
  readonly chatId: string;
  readonly requestId: string;
  readonly accounts: readonly { owner: string; limit: number }[];
  readonly now: number;
}

export type Beginning =
  /** Write the reply; `history` is newest first, without this turn. */
  | {
      readonly kind: 'begun';
      readonly messageIndex: number;
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
 * @throws AppError `chat_not_found`, `reply_pending`, `quota_exceeded`; then, and when the database fails,
 * nothing stays charged or claimed.
 */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  const { owner, chatId, requestId, accounts, now } = request;
  const [started, reserved, listed] = await Promise.allSettled([
    startTurn(owner, chatId, requestId, { now, lockMs: LOCK_MS }),
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
  if (start.kind === 'same')
    return begun(request, start.messageIndex, listed.value, {
      isResumed: true,
      isRepeat: reservation === 'reserved',
    });
  const earlier = listed.value.find((turn) => turn.requestId === requestId);
  if (start.kind === 'started' && reservation !== 'exceeded' && !earlier)
    return begun(request, start.messageIndex, listed.value, { isResumed: false, isRepeat: false });
  await takeBack();
  if (earlier) return { kind: 'answered', turn: earlier };
  throw refusal(start);
}

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
  messageIndex: number,
  read: readonly TurnItem[],
  how: { isResumed: boolean; isRepeat: boolean },
): Promise<Beginning> {
  const turns = await settled(request.owner, request.chatId, messageIndex, read);
  const history = turns.filter((turn) => turn.index < messageIndex);
  return { kind: 'begun', messageIndex, history, charges: chargesOf(request), ...how };
}

/** The read raced with the claim: if it saw the turn before this one unfinished, it is made again. */
async function settled(
  owner: string,
  chatId: string,
  messageIndex: number,
  read: readonly TurnItem[],
): Promise<readonly TurnItem[]> {
  const last = read.find((turn) => turn.index < messageIndex);
  if (last && last.status !== 'streaming') return read;
  return listTurns(owner, chatId, { limit: HISTORY_TURNS, before: messageIndex });
}

function refusal(start: StartOutcome): AppError {
  if (start.kind === 'started') return new AppError('quota_exceeded');
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
