import { pathTo } from '#contract/branches';
import { findModel } from '../../models/find-model-spec.ts';
import type { FileItem } from '../../store/files/files.ts';
import type { HeldTurn } from '../../store/turns/lock.ts';
import type { TurnItem } from '../../store/turns/turns.ts';
import { turnFileOf } from '../files/convert-file-items.ts';
import { type Charge, quotaOf, type Reserved, takeOverReservation } from '../quota/daily-quota.ts';
import type { Grant } from '../quota/decide-if-reply-allowed.ts';
import { timeOf } from '../uuidv7.ts';
import type { Beginning } from './begin-turn-outcome.ts';
import { settleBeforeReplaced } from './conclude-turn.ts';
import { accountsOf, chargesOf, type Snapshot, toReserve } from './lock-reserve-and-read.ts';
import { forkAt } from './place-turn-in-branch.ts';
import { headBefore, historyBefore, historyOnPath } from './previous-turns-and-answered-turn.ts';

/**
 * Milliseconds since `readAt`, after which this call's reservation may be lost. The client may have resent the message
 * by then. A refused resend releases this call's reservation.
 */
const SLOW_MS = 1_000;

/**
 * Prepares the turn of a message that entitlement and quota allow (`Grant`). The caller holds the chat's lock.
 * @param chargesOfLock charges of the turn if an earlier call of this request started it. @default the charges of this
 * call's reservations
 */
export async function prepareTurn(
  { request, call, start, read, onPath, first, facts, project, reservation, readAt, files }: Snapshot,
  { messageIndex, version, branches = [] }: Pick<HeldTurn, 'messageIndex' | 'version' | 'branches'>,
  { allowance, candidates }: Grant,
  chargesOfLock?: readonly Charge[],
): Promise<Beginning> {
  const { chatId, asking } = request;
  const chat = { owner: asking.sender.owner, chatId, tokens: request.historyTokens };
  // Another call of this message may be refused. The refused call then releases the message's reservation, even if this
  // call made the reservation. So this call takes the reservation over. If the reservation is already released, this
  // call reserves the message again.
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
  const on = branches.length > 0 ? { branches, path: pathTo(branches, messageIndex) } : undefined;
  const { context } = request;
  const history = on
    ? await historyOnPath(messageIndex, { read, onPath, on }, { ...chat, context })
    : await historyBefore(messageIndex, read, chat);
  const head = await headBefore(messageIndex, { history, first, on }, chat);
  const quota = quotaOf(allowance.messagesPerDay, reservation.used, asking.now);
  const at = Math.max(asking.now, replaced && replaced.requestId !== request.requestId ? after(replaced) : 0);
  const turn = { call, messageIndex, version, isResumed: start.kind === 'same', at };
  const droppedFiles = replaced ? droppedFrom(replaced, files) : [];
  return {
    kind: 'begun',
    ...turn,
    history,
    head,
    charges,
    allowance,
    candidates,
    quota,
    instructions: facts.instructions,
    project,
    files: files.map(turnFileOf),
    droppedFiles,
    fork: forkAt(branches, messageIndex),
    branches,
  };
}

const droppedFrom = ({ files = [] }: TurnItem, kept: readonly FileItem[]): string[] =>
  files.map(({ fileId }) => fileId).filter((id) => !kept.some(({ fileId }) => fileId === id));

/**
 * Returns the first millisecond after a turn. Of two turns at an index, clients keep the turn with the later time. The
 * clocks of two functions may differ, so the clock alone could give the new turn the earlier time.
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
