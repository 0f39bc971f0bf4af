import { claimTurn, finishTurn, getTurn } from '../../store/turns/turns.ts';
import { bindFiles, dropFiles } from './bind-and-drop-files.ts';
import { concludeEnded, type FindModel, settleReplaced } from './conclude-turn.ts';
import type { ReplyJob } from './reply-job.ts';
import { isAwaited } from './turn-in-progress.ts';

/**
 * Ends a turn that no worker could finish. The turn gets the status `failed` and the text of the last checkpoint. If
 * the turn has ended meanwhile, it keeps its own outcome. Idempotent.
 * @throws Error while a worker's lease is running, when the turn's files could not be bound, and when another step
 * fails; the queue then retries
 */
export async function endReplyAsFailed(job: ReplyJob, findModel: FindModel): Promise<void> {
  const { requestId, version, userText, userAt, model, reason, ttl, files } = job;
  const { contextFrom, hasEarlierFiles, versionOf, continues } = job;
  const worker = `give-up:${requestId}`;
  const before = await getTurn(job);
  // The item at this index may be an older turn, which the job's turn was to replace, or a newer turn.
  const found = before?.version === version ? before : undefined;
  if (!found && !(await isAwaited(job))) {
    await dropFiles(job);
    return;
  }
  const text = found?.text ?? '';
  const fields = {
    ...{ requestId, version, userText, userAt, model, reason, ttl, files },
    ...{ text, contextFrom, hasEarlierFiles, versionOf, continues },
  };
  const claim = await claimTurn(job, { ...fields, worker, now: Date.now(), leaseMs: 0 });
  if (claim.kind === 'replaced') {
    await settleReplaced(job);
    await dropFiles(job);
    return;
  }
  if (claim.kind === 'held') throw new Error('A worker still holds the turn');
  // The worker may have died or failed before it bound the files, even if it has stored the reply. If the binding fails
  // now, the turn still ends. This call then fails at `await kept`, and the queue's retry binds the files.
  const kept = bindFiles(job, job);
  await kept.catch(() => undefined);
  if (claim.kind === 'claimed') {
    const end = { status: 'failed', text, replyAt: new Date().toISOString() } as const;
    await finishTurn(job, worker, { ...end, inputTokens: 0, outputTokens: 0 });
  }
  const turn = await getTurn(job);
  if (!turn) throw new Error('The turn does not exist');
  await concludeEnded(job, turn, findModel);
  await kept;
  await dropFiles(job);
}
