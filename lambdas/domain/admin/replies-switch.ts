import { retryUntilWritten } from '../../runtime/retry.ts';
import { putSwitch, readSwitch, removeSwitch, type SwitchItem } from '../../store/reply-switch.ts';
import { readSpend } from '../../store/usage/daily-spend-and-busy-until.ts';
import { auditEntry } from '../audit-log.ts';
import type { OperatorContext } from './operator-context.ts';

export interface RepliesState {
  /**
   * `written`: users get replies; guests too, until their share of the cap is spent. `paused`: the day's cost has
   * reached the daily cap. `stopped`: an operator has stopped replies, whatever the cost.
   */
  readonly replies: 'written' | 'paused' | 'stopped';
  /** Cost of all replies of the UTC day, in US dollars. */
  readonly spentToday: number;
  readonly spentByGuests: number;
  /** Cap of the cost of a UTC day, in US dollars. */
  readonly dailyCap: number;
  /** `by`, `at` and `reason` are present only while replies are stopped. */
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
}

export async function describeReplies(dailyCap: number): Promise<RepliesState> {
  const [{ spent, guestSpent }, stop] = await Promise.all([readSpend(Date.now()), readSwitch()]);
  const costs = { spentToday: spent, spentByGuests: guestSpent, dailyCap };
  if (!stop) return { replies: spent >= dailyCap ? 'paused' : 'written', ...costs };
  const { by, at, reason } = stop;
  return { replies: 'stopped', ...costs, by, at, ...(reason !== undefined && { reason }) };
}

/** Stops new replies. Replies that are being written continue. */
export async function stopReplies(operator: OperatorContext, reason: string | undefined): Promise<void> {
  const why = reason !== undefined && reason !== '' ? { reason } : {};
  await retryUntilWritten(async () => {
    const at = new Date().toISOString();
    const item: SwitchItem = { stopped: true, at, by: operator.actor, ...why };
    const record = auditEntry(operator, 'replies.stop', { at, ...(why.reason && { detail: why.reason }) });
    return (await putSwitch(item, record)) || undefined;
  });
}

export async function startReplies(operator: OperatorContext): Promise<void> {
  await retryUntilWritten(async () => {
    if (!(await readSwitch())) return true;
    return (await removeSwitch(auditEntry(operator, 'replies.start', {}))) || undefined;
  });
}
