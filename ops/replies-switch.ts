import {
  describeReplies,
  type RepliesState,
  startReplies,
  stopReplies,
} from '../lambdas/domain/admin/replies-switch.ts';
import { dailySpendCap } from '../lambdas/runtime/deployment-config.ts';
import { type Call, operatorCommand, textOf } from './operator-command.ts';
import { OpsError } from './operator-errors.ts';

const REASON_MAX_LENGTH = 200;

const dollars = (amount: number): string => `$${amount.toFixed(2)}`;
const COLUMNS = {
  replies: ({ replies }: RepliesState) => replies,
  'cost today': ({ spentToday }: RepliesState) => dollars(spentToday),
  'by guests': ({ spentByGuests }: RepliesState) => dollars(spentByGuests),
  cap: ({ dailyCap }: RepliesState) => dollars(dailyCap),
  by: ({ by }: RepliesState) => by,
  at: ({ at }: RepliesState) => at,
  reason: ({ reason }: RepliesState) => reason,
};
const show = async ({ print }: Call): Promise<void> =>
  print([await describeReplies(dailySpendCap())], COLUMNS);

export const repliesStop = operatorCommand({
  name: 'replies stop',
  summary: 'stops all replies at once',
  help: `Stops all replies: a user who sends a message is told that replies are paused, and it is not
counted. Replies that are being written end as they would.

  --reason <text>    for the audit record, and shown by replies status`,
  options: { reason: { type: 'string' } },
  async act(call) {
    const reason = textOf(call.values.reason)?.trim();
    if (reason !== undefined && reason.length > REASON_MAX_LENGTH)
      throw new OpsError(`--reason has at most ${REASON_MAX_LENGTH} characters.`);
    await stopReplies(call.operator, reason);
    await show(call);
  },
});

export const repliesStart = operatorCommand({
  name: 'replies start',
  summary: 'lets replies go on',
  help: `Takes a stop back. A day whose replies have cost as much as they may stays paused until midnight in UTC: only a
deployment with a higher cap changes that.
`,
  async act(call) {
    await startReplies(call.operator);
    await show(call);
  },
});

export const repliesStatus = operatorCommand({
  name: 'replies status',
  summary: 'shows whether replies are written, and what today has cost',
  help: `Shows whether replies are written, stopped by an operator, or paused because the day has cost as much as it may;
and what the day, in UTC, has cost so far. That sum is an estimate that is right within a few hundredths of the cap.
`,
  act: show,
});
