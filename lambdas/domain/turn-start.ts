/**
 * The beginning of a turn (design section 5). The claim of the chat, the quota and the read of the history are
 * made side by side, so that one round trip stands between a message's arrival and its hand-over to the worker;
 * what turns out to be unnecessary is taken back.
 */
import { AppError } from '#contract/errors';
import { abandonTurn, type StartOutcome, startTurn } from '../store/chats.ts';
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
    }
  /** This request was answered before. */
  | { readonly kind: 'answered'; readonly turn: TurnItem };

/** @throws AppError `chat_not_found`, `reply_pending`, `quota_exceeded`; then nothing is charged or stored. */
export async function beginTurn(request: TurnRequest): Promise<Beginning> {
  const { owner, chatId, requestId, accounts, now } = request;
  const [start, reservation, read] = await Promise.all([
    startTurn(owner, chatId, requestId, { now, lockMs: LOCK_MS }),
    reserve(requestId, accounts, now),
    listTurns(owner, chatId, { limit: HISTORY_TURNS }),
  ]);
  const charges = accounts.map((account) => ({ owner: account.owner, at: now }));
  const giveBack = () => settle(requestId, charges, undefined);

  if (start.kind === 'same') return begun(request, start.messageIndex, read, charges);
  const earlier = read.find((turn) => turn.requestId === requestId);
  if (earlier) {
    await Promise.all([giveBack(), start.kind === 'started' && abandonTurn(owner, chatId, requestId)]);
    return { kind: 'answered', turn: earlier };
  }
  if (start.kind !== 'started') {
    await giveBack();
    throw refusal(start);
  }
  if (reservation === 'exceeded') {
    await abandonTurn(owner, chatId, requestId);
    throw new AppError('quota_exceeded');
  }
  return begun(request, start.messageIndex, read, charges);
}

async function begun(
  { owner, chatId }: TurnRequest,
  messageIndex: number,
  read: readonly TurnItem[],
  charges: readonly Charge[],
): Promise<Beginning> {
  const history = (await settled(owner, chatId, messageIndex, read)).filter(
    (turn) => turn.index < messageIndex,
  );
  return { kind: 'begun', messageIndex, history, charges };
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
  return new AppError(start.kind === 'busy' ? 'reply_pending' : 'chat_not_found');
}
