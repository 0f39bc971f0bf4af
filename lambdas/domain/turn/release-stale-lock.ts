/**
 * Frees a chat whose lock would otherwise stay after a crash of the worker, or of the call of `chat`. Runs when the
 * next message in the chat, the claim of a guest's chat, or much later the chat's history finds the lock.
 */
import { randomUUID } from 'node:crypto';
import { forkOf } from '#contract/branches';
import { log } from '../../runtime/log.ts';
import { branchesOf } from '../../store/chats/branches.ts';
import { getChat, type PendingTurn } from '../../store/chats/chats.ts';
import { abandonTurn, endTurn, type HeldTurn, takeOverTurn } from '../../store/turns/lock.ts';
import { claimTurn, finishTurn, getTurn, type TurnItem, type TurnRef } from '../../store/turns/turns.ts';
import { settle } from '../quota/daily-quota.ts';
import { bindFiles } from './bind-and-drop-files.ts';
import { turnOf } from './turn-in-progress.ts';

/**
 * Milliseconds from a turn's `leaseUntil` until another message, or the claim of a guest's chat, may end the silent
 * turn. A resend of the turn's own message may take the turn over as soon as `leaseUntil` has passed.
 */
const GRACE_MS = 25_000;

/**
 * Frees a chat whose turn in progress has been silent for too long, or has ended without unlocking the chat. Returns
 * the message of an unclaimed turn to the quota. The message of a claimed turn is settled by the worker's retry or
 * `jobs/replyFailed.ts`.
 * @param now milliseconds
 * @returns true if something may have changed, so that the caller should read the chat again
 */
export async function releaseStale(
  { owner, chatId }: Pick<TurnRef, 'owner' | 'chatId'>,
  held: HeldTurn,
  now: number,
): Promise<boolean> {
  const { pending, messageIndex } = held;
  const branches = forkOf(pending) && held.branches;
  const ref = { owner, chatId, messageIndex };
  const found = await getTurn(ref);
  const turn = found && turnOf(held, [found]);
  const hasEnded = turn !== undefined && turn.status !== 'streaming';
  const silentSince = (turn ?? pending).leaseUntil ?? pending.lockedUntil;
  if (!hasEnded && silentSince + GRACE_MS >= now) return false;
  if (!turn) await dropTurn(ref, pending);
  else if (hasEnded || (await failTurn(ref, turn, now)))
    await endTurn(owner, chatId, { requestId: pending.requestId, messageIndex, branches });
  return true;
}

/**
 * Ends a stored turn that is still being written after its lock has expired (`lockedUntil`, half an hour after the
 * message). The worker, the retries and `jobs/replyFailed.ts` have then all failed. The user cannot send a message that
 * ends the turn, because the client sends none while a reply is being written. Never throws, because the chat can be
 * read all the same.
 * @returns true if something may have changed, so that the caller should read the chat again
 */
export async function endAbandoned(owner: string, chatId: string, requestId: string): Promise<boolean> {
  const now = Date.now();
  try {
    const chat = await getChat(owner, chatId);
    const { pending, pendingIndex: messageIndex = 0, turnVersion: version = 0 } = chat ?? {};
    if (!chat || pending?.requestId !== requestId || pending.lockedUntil >= now) return false;
    const held = { pending, messageIndex, version, branches: branchesOf(chat) };
    return await releaseStale({ owner, chatId }, held, now);
  } catch (cause) {
    log('WARN', 'abandoned reply not ended', { requestId, cause });
    return false;
  }
}

/**
 * Ends the turn of a silent worker as failed, with the text of the last checkpoint. Returns false if a worker has
 * renewed its lease or claimed the turn, or another turn has replaced it.
 */
async function failTurn(ref: TurnRef, turn: TurnItem, now: number): Promise<boolean> {
  const { requestId = '', version = 0, userText = '', userAt = '', model = '', reason = '' } = turn;
  const { text, contextFrom, files } = turn;
  const worker = `release:${randomUUID()}`;
  const fields = { requestId, version, userText, userAt, model, reason, text, contextFrom, files };
  const claim = await claimTurn(ref, { ...fields, worker, now, leaseMs: 0 });
  if (claim.kind === 'ended') return true;
  if (claim.kind !== 'claimed') return false;
  // The silent worker may have died before it bound the files.
  await bindFiles(ref, turn);
  const end = { status: 'failed', text, replyAt: new Date(now).toISOString() } as const;
  await finishTurn(ref, worker, { ...end, inputTokens: 0, outputTokens: 0 });
  return true;
}

/**
 * Drops a turn that no worker has claimed, and returns its message to the quotas that it was charged to. A worker that
 * starts late finds that the chat no longer waits for the turn.
 */
async function dropTurn({ owner, chatId }: TurnRef, pending: PendingTurn): Promise<void> {
  const call = randomUUID();
  const { requestId, startedAt, leaseUntil = 0, reservedBy: returned, chargedAddress } = pending;
  if (!(await takeOverTurn(owner, chatId, { seen: pending, call, leaseUntil }))) return;
  const owners = chargedAddress === undefined ? [owner] : [owner, chargedAddress];
  if (startedAt !== undefined)
    await settle(
      requestId,
      owners.map((of) => ({ owner: of, at: startedAt })),
      undefined,
    );
  await abandonTurn(owner, chatId, { call, returned });
}
