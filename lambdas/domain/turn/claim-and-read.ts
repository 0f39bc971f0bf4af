/**
 * One look at a message's turn: the calls that are made side by side under one token, and how they are taken back. What
 * a call wrote carries its token, and it takes back nothing else.
 */
import { log } from '../../runtime/log.ts';
import { retry } from '../../runtime/retry.ts';
import { abandonTurn, type StartOutcome, startTurn } from '../../store/turns/lock.ts';
import { readTurnFacts, type TurnFacts } from '../../store/turns/plan-and-spend.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import {
  type Account,
  type Charge,
  chargesFor,
  type Reserved,
  reserve,
  settle,
} from '../quota/daily-quota.ts';
import { type ReplyRequest, widestAllowance } from '../quota/entitlement.ts';
import { answers, listRecent } from './previous-turns.ts';

/** If nothing ever ends a turn, its chat is free again after this time. */
const LOCK_MS = 30 * 60_000;
/** How long a worker may take to claim a turn that was handed to it, before the turn is handed over again. */
export const HAND_OVER_MS = 15_000;
/** Tries on top of the three that the SDK's client makes for each write. */
const TAKE_BACK = { tries: 3, pauseMs: 200 };

export interface TurnRequest {
  readonly chatId: string;
  readonly requestId: string;
  /** Index of the turn whose place this one takes. */
  readonly replaces?: number | undefined;
  /** Index of the newest message that the client knew when it first sent this one: its answer can only follow it. */
  readonly after?: number | undefined;
  /** How many of the newest turns the client expects to fit what a model is given. @default as many as may */
  readonly context?: number | undefined;
  /** The most tokens of the chat that a model is given. */
  readonly historyTokens: number;
  readonly asking: ReplyRequest;
}

/** The outcome of the calls made side by side: the lock and the reservation under the token `call`, and the reads. */
export interface Look {
  readonly request: TurnRequest;
  readonly call: string;
  readonly start: StartOutcome;
  readonly reservation: Reserved;
  readonly read: readonly TurnItem[];
  readonly facts: TurnFacts;
  /** When the look began, in milliseconds of the process. */
  readonly lookedAt: number;
}

/**
 * Makes the four calls of the database at the same time. When one fails, what the others wrote is taken back.
 * @returns undefined when one fails and an earlier call has begun the turn
 * @throws the failure otherwise
 */
export async function claimAndRead(request: TurnRequest, call: string): Promise<Look | undefined> {
  const { chatId, requestId, replaces, context, asking } = request;
  const { party, now } = asking;
  const { owner } = party;
  const times = { now, lockMs: LOCK_MS, leaseMs: HAND_OVER_MS };
  const lookedAt = performance.now();
  const [started, reserved, listed, known] = await Promise.allSettled([
    startTurn(owner, chatId, { requestId, call, replaces, ...times }),
    reserve(by(request, call), accountsOf(request)),
    listRecent({ owner, chatId }, context),
    readTurnFacts(party.kind === 'user' ? owner : undefined, now),
  ]);
  if (
    started.status === 'fulfilled' &&
    reserved.status === 'fulfilled' &&
    listed.status === 'fulfilled' &&
    known.status === 'fulfilled'
  )
    return {
      ...{ request, call, lookedAt, start: started.value, reservation: reserved.value },
      ...{ read: listed.value, facts: known.value },
    };
  await takeBack(request, call);
  const cause = [started, reserved, listed, known].find((outcome) => outcome.status === 'rejected')?.reason;
  if (!isHeld(request, settledValue(started), settledValue(listed))) throw cause;
  log('WARN', 'resend not looked up', { requestId, cause });
  return undefined;
}

const settledValue = <T>(outcome: PromiseSettledResult<T>): T | undefined =>
  outcome.status === 'fulfilled' ? outcome.value : undefined;

/** Tells by what could be read that an earlier call has begun this message's turn. */
export const isHeld = (
  { requestId }: TurnRequest,
  start: StartOutcome | undefined,
  read: readonly TurnItem[] = [],
): boolean =>
  start?.kind === 'ended' || start?.kind === 'same' || read.some((turn) => answers(turn, requestId));

/**
 * Takes back what this call did, or may have done where it is not known. The lock comes last: as long as it is
 * there, the next use of the chat finds the message that could not be given back (`recovery.ts`).
 */
export async function takeBack(
  request: TurnRequest,
  call: string,
  known?: Pick<Look, 'start' | 'reservation'>,
): Promise<void> {
  const { chatId, requestId, asking } = request;
  const giveBack = (token: string) => settle(requestId, chargesOf(request, [token, token]), undefined);
  const abandon = (returned?: string) => abandonTurn(asking.party.owner, chatId, { call, returned });
  const undo = async () => {
    if (!known || known.reservation.kind === 'reserved') await giveBack(call);
    if (known && known.start.kind !== 'started') return;
    for (let left = await abandon(); left !== undefined; left = await abandon(left)) await giveBack(left);
  };
  try {
    await retry(undo, TAKE_BACK);
  } catch (cause) {
    log('WARN', 'turn not taken back', { requestId, cause });
  }
}

/** With the highest limit of any plan that the caller may have. */
export const accountsOf = ({ asking: { party, allowances } }: TurnRequest): Account[] =>
  chargesFor(party, widestAllowance(party.kind, allowances));

export const chargesOf = (request: TurnRequest, calls: readonly (string | undefined)[]): Charge[] =>
  accountsOf(request).map(({ owner }, i) => ({ owner, at: request.asking.now, call: calls[i] }));

export const by = ({ requestId, asking }: TurnRequest, call: string) => ({ requestId, call, at: asking.now });
