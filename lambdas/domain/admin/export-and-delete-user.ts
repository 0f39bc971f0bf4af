import type { User } from '#contract/admin';
import type { HttpResponse } from '#contract/http-calls';
import { putAudit } from '../../store/audit.ts';
import { exportAccountDetails } from '../account/export-all-but-chats.ts';
import { type ExportedChat, exportChats } from '../account/export-chats.ts';
import { requestDeletion } from '../account/request-deletion.ts';
import { auditEntry } from '../audit-log.ts';
import type { OperatorContext } from './operator-context.ts';

export interface UserExport {
  readonly account: NonNullable<HttpResponse<'exportAccount'>['account']>;
  readonly chats: readonly ExportedChat[];
}

/**
 * Returns the data that the user can download at /account, without the contents of files. Writes the audit record
 * first, since the result lets the operator read the user's chats.
 */
export async function exportUser(operator: OperatorContext, user: User): Promise<UserExport> {
  const { owner, email, name } = user;
  await putAudit(auditEntry(operator, 'user.export', { target: owner }));
  const account = await exportAccountDetails({ owner, email, name });
  const chats = new Map<string, ExportedChat>();
  let cursor: string | undefined;
  do {
    const page = await exportChats(owner, cursor);
    for (const chat of page.chats) chats.set(chat.chatId, joined(chats.get(chat.chatId), chat));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { account, chats: [...chats.values()] };
}

const joined = (before: ExportedChat | undefined, next: ExportedChat): ExportedChat =>
  before ? { ...before, messages: [...before.messages, ...next.messages] } : next;

export async function deleteUser(operator: OperatorContext, user: User): Promise<void> {
  await putAudit(auditEntry(operator, 'user.delete', { target: user.owner }));
  await requestDeletion(user);
}
