/** Tells whether a turn in progress has an item, a worker, and a chat that waits for it. */
import { getChatItem, type PendingTurn } from '../../store/chats/chats.ts';
import type { HeldTurn } from '../../store/turns/lock.ts';
import { getTurn, type TurnItem, type TurnRef } from '../../store/turns/turns.ts';

/** Finds the item of a turn in progress; undefined if no worker has claimed the turn. */
export const turnOf = (
  { messageIndex, version }: Pick<HeldTurn, 'messageIndex' | 'version'>,
  turns: readonly TurnItem[],
): TurnItem | undefined => turns.find((turn) => turn.index === messageIndex && turn.version === version);

/**
 * True until the lease of the turn's worker ends. Before a worker has claimed the turn, true until the claim is
 * overdue. False once the turn has ended.
 * @param now milliseconds
 */
export function isWorkerExpected(
  { pending }: { readonly pending: PendingTurn },
  turn: TurnItem | undefined,
  now: number,
): boolean {
  if (turn && turn.status !== 'streaming') return false;
  return ((turn ?? pending).leaseUntil ?? 0) >= now;
}

/**
 * True if no worker has claimed the turn of this message. In a chat that is not deleted, a worker could claim the turn
 * right after this check. In a deleted chat, a worker that starts after the check drops the turn. So call this only for
 * a deleted chat. Checks only the turn in progress and the turn that ended last. The caller (`refund` in begin-turn.ts)
 * has searched the older turns before.
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

/**
 * True while the chat waits for this turn. A turn may be abandoned, or its chat deleted, before a worker gets its job.
 */
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
