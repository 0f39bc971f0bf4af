/**
 * Notes that a reply's job has waited too long, as jobs do while Lambda is at its limit of concurrent executions. New
 * messages are then refused for `BUSY_MS` (`checkEntitlement`), so that the queue of jobs drains.
 */
import { limits } from '../../runtime/deployment-config.ts';
import { log } from '../../runtime/log.ts';
import { putBusyUntil } from '../../store/usage/daily-spend-and-busy-until.ts';
import type { ReplyJob } from './reply-job.ts';

/** Milliseconds for which new messages are refused after a job that waited too long has begun. */
const BUSY_MS = 10_000;

/** Returns the milliseconds from the user's message to `begunAt`, the time at which the worker began. */
export const waitOf = ({ userAt }: ReplyJob, begunAt: number): number => begunAt - Date.parse(userAt);

/**
 * Notes a wait that was too long, unless another worker may have had the turn before: the job may then be late because
 * that worker failed. Never throws.
 * @param isFirst true if no worker has claimed the turn before. The turn's `attempt` does not show this, because it is
 * above 1 also for the first worker of a turn that replaces another turn
 */
export async function noteLongWait(job: ReplyJob, isFirst: boolean, begunAt: number): Promise<void> {
  const { requestId, isResumed } = job;
  const ms = waitOf(job, begunAt);
  // During a deployment, the environment variable LIMITS may still lack `replyWaitSeconds`. The comparison with NaN is
  // then false.
  const isLong = ms > limits().replyWaitSeconds * 1_000;
  if (isResumed || !isFirst || !isLong) return;
  log('WARN', 'reply waited for a worker', { requestId, ms });
  await putBusyUntil(begunAt + BUSY_MS, begunAt).catch((cause: unknown) =>
    log('WARN', 'wait not noted', { requestId, cause }),
  );
}
