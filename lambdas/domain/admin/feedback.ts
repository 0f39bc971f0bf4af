import type { FeedbackDetails } from '#contract/admin';
import { wordedError } from '#contract/server-worded-errors';
import { putAudit } from '../../store/audit.ts';
import { readFeedbackConversation, readFeedbackMonth } from '../../store/feedback.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { auditEntry } from '../audit-log.ts';
import type { Page } from './list-page-type.ts';
import type { OperatorContext } from './operator-context.ts';
import { readPageAcrossMonths } from './read-page-across-months.ts';

/**
 * Lists feedback, newest first, without the users who gave it. Leaves out expired entries, which DynamoDB removes late.
 */
export async function listFeedback(cursor: string | undefined): Promise<Page<FeedbackDetails>> {
  const { rows, ...rest } = await readPageAcrossMonths(cursor, readFeedbackMonth, ({ id }) => id);
  const now = inSeconds(Date.now());
  return {
    rows: rows
      .filter((row) => Number(Reflect.get(row, 'ttl')) > now)
      .map(({ id, at, model, reason, text, hasConversation }) => ({
        ...{ id, at, hasConversation },
        ...(model !== undefined && { model }),
        ...(reason !== undefined && { reason }),
        ...(text !== undefined && { text }),
      })),
    ...rest,
  };
}

/**
 * Returns the conversation that a user sent with feedback, once an audit record is written.
 * @throws AppError `feedback_not_found`
 */
export async function readConversation(operator: OperatorContext, id: string) {
  const conversation = await readFeedbackConversation(id, Date.now());
  if (!conversation) throw wordedError('feedback_not_found');
  await putAudit(auditEntry(operator, 'feedback.read', { target: id }));
  return conversation;
}
