/**
 * Recovery of a turn that nothing carries to its end: its call died before the hand-over, its worker died, or the
 * worker died between the turn's end and the release of the chat. The next use of the chat finds it and frees the chat.
 */
import { randomUUID } from 'node:crypto';
import { getChatItem, type PendingTurn } from '../../store/chats/chats.ts';
import { abandonTurn, endTurn, type HeldTurn, takeOverTurn } from '../../store/turns/lock.ts';
import { claimTurn, finishTurn, getTurn, type TurnItem, type TurnRef } from '../../store/turns/turns.ts';
import { settle } from '../quota/daily-quota.ts';

/** Another message waits this much longer for a silent worker than the turn's own resends do. */
const GRACE_MS = 25_000;

/** The item of a turn in progress, if a worker has claimed it. */
export const turnOf = (
  { messageIndex, version }: Pick<HeldTurn, 'messageIndex' | 'version'>,
  turns: readonly TurnItem[],
): TurnItem | undefined => turns.find((turn) => turn.index === messageIndex && turn.version === version);

/** True while a worker writes the turn, or one that was called may still claim it. `now` in milliseconds. */
export function isWorkerExpected(
  { pending }: { readonly pending: PendingTurn },
  turn: TurnItem | undefined,
  now: number,
): boolean {
  if (turn && turn.status !== 'streaming') return false;
  return ((turn ?? pending).leaseUntil ?? 0) >= now;
}

/**
 * Frees a chat whose turn in progress has been silent for too long; its message is given back.
 * @param now milliseconds
 * @returns whether something has changed, so that another look at the chat is worth while
 */
export async function releaseStale(
  { owner, chatId }: Pick<TurnRef, 'owner' | 'chatId'>,
  held: HeldTurn,
  now: number,
): Promise<boolean> {
  const { pending, messageIndex } = held;
  const ref = { owner, chatId, messageIndex };
  const found = await getTurn(ref);
  const turn = found && turnOf(held, [found]);
  const hasEnded = turn !== undefined && turn.status !== 'streaming';
  const silentSince = (turn ?? pending).leaseUntil ?? pending.lockedUntil;
  if (!hasEnded && silentSince + GRACE_MS >= now) return false;
  if (!turn) await dropTurn(ref, pending);
  // A turn that has ended is settled by its worker's retry, or by the failure queue.
  else if (hasEnded || (await failTurn(ref, turn, now)))
    await endTurn(owner, chatId, { requestId: pending.requestId, messageIndex });
  return true;
}

/** Ends a turn whose worker is silent as failed, with the text of the last checkpoint; false when it is not silent. */
async function failTurn(ref: TurnRef, turn: TurnItem, now: number): Promise<boolean> {
  const { requestId = '', version = 0, userText = '', userAt = '', model = '', reason = '' } = turn;
  const worker = `release:${randomUUID()}`;
  const fields = { requestId, version, userText, userAt, model, reason };
  const claim = await claimTurn(ref, { ...fields, worker, now, leaseMs: 0 });
  if (claim.kind === 'ended') return true;
  if (claim.kind !== 'claimed') return false;
  const end = { status: 'failed', text: turn.text, replyAt: new Date(now).toISOString() } as const;
  await finishTurn(ref, worker, { ...end, inputTokens: 0, outputTokens: 0 });
  return true;
}

/** Drops a turn that no worker has claimed. A job that comes later finds that the chat does not wait for it. */
async function dropTurn({ owner, chatId }: TurnRef, pending: PendingTurn): Promise<void> {
  const call = randomUUID();
  const { requestId, startedAt, leaseUntil = 0, reservedBy: returned } = pending;
  if (!(await takeOverTurn(owner, chatId, { seen: pending, call, leaseUntil }))) return;
  if (startedAt !== undefined) await settle(requestId, [{ owner, at: startedAt }], undefined);
  await abandonTurn(owner, chatId, { call, returned });
}

/**
 * True where no worker has claimed the message's turn: a deleted chat lets none claim it later. A turn that has ended
 * is settled by its worker.
 */
export async function isUnclaimed(
  { owner, chatId }: Pick<TurnRef, 'owner' | 'chatId'>,
  requestId: string,
): Promise<boolean> {
  const chat = await getChatItem(owner, chatId);
  if (chat?.lastRequestId === requestId) return false;
  if (chat?.pending?.requestId !== requestId) return true;
  const { pendingIndex: messageIndex = 0, turnVersion: version = 0 } = chat;
  const turn = await getTurn({ owner, chatId, messageIndex });
  return !turn || turnOf({ messageIndex, version }, [turn]) === undefined;
}

/** True while the chat waits for this turn: a turn may be taken back while its job waits for a worker. */
export async function isAwaited({
  owner,
  chatId,
  requestId,
  version,
}: TurnRef & { readonly requestId: string; readonly version: number }): Promise<boolean> {
  const chat = await getChatItem(owner, chatId);
  return (
    chat?.turnVersion === version && chat.pending?.requestId === requestId && chat.deletedAt === undefined
  );
}
