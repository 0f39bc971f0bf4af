/** Switch of all replies. For the operator's command: the console has none. */

import { retryUntilWritten } from '../../runtime/retry.ts';
import {
  putSwitch,
  readSpend,
  readSwitch,
  removeSwitch,
  type SwitchItem,
} from '../../store/usage/daily-spend.ts';
import { type Operator, recordOf } from './operator.ts';

export interface RepliesState {
  /** `paused`: the day has cost as much as it may. */
  readonly replies: 'written' | 'paused' | 'stopped';
  /** US dollars, of the UTC day. */
  readonly spentToday: number;
  readonly dailyCap: number;
  /** Operator who stopped them, when (ISO 8601) and why. */
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
}

export async function describeReplies(dailyCap: number): Promise<RepliesState> {
  const [spentToday, stop] = await Promise.all([readSpend(Date.now()), readSwitch()]);
  if (!stop) return { replies: spentToday >= dailyCap ? 'paused' : 'written', spentToday, dailyCap };
  const { by, at, reason } = stop;
  return { replies: 'stopped', spentToday, dailyCap, by, at, ...(reason !== undefined && { reason }) };
}

/** From now on no reply begins; those that are being written end as they would. Repeating it changes the reason. */
export async function stopReplies(operator: Operator, reason: string | undefined): Promise<void> {
  const why = reason !== undefined && reason !== '' ? { reason } : {};
  await retryUntilWritten(async () => {
    const at = new Date().toISOString();
    const item: SwitchItem = { stopped: true, at, by: operator.actor, ...why };
    const record = recordOf(operator, 'replies.stop', { at, ...(why.reason && { detail: why.reason }) });
    return (await putSwitch(item, record)) || undefined;
  });
}

/** Replies are written again. Where they are, nothing changes. */
export async function startReplies(operator: Operator): Promise<void> {
  await retryUntilWritten(async () => {
    if (!(await readSwitch())) return true;
    return (await removeSwitch(recordOf(operator, 'replies.start', {}))) || undefined;
  });
}
