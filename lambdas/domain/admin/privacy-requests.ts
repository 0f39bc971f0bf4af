/** Requests of users that arrive by mail: a copy of everything, or the end of the account. For the commands alone. */
import type { User } from '#contract/admin';
import type { HttpResponse } from '#contract/http';
import { putAudit } from '../../store/audit.ts';
import { exportAccount } from '../account/export-account.ts';
import { type ExportedChat, exportChats } from '../account/export-chats.ts';
import { markForDeletion } from '../account/mark-for-deletion.ts';
import { type Operator, recordOf } from './operator.ts';

export interface UserExport {
  readonly account: NonNullable<HttpResponse<'exportAccount'>['account']>;
  readonly chats: readonly ExportedChat[];
}

/** Reads what the user's own download holds. Recorded first, because an operator reads somebody's chats with it. */
export async function exportUser(operator: Operator, user: User): Promise<UserExport> {
  const { owner, email, name, isAdmin } = user;
  await putAudit(recordOf(operator, 'user.export', { target: owner }));
  const account = await exportAccount({ kind: 'user', owner, email, name, isAdmin });
  const chats = new Map<string, ExportedChat>();
  let cursor: string | undefined;
  do {
    const page = await exportChats(owner, cursor);
    for (const chat of page.chats) chats.set(chat.chatId, joined(chats.get(chat.chatId), chat));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { account, chats: [...chats.values()] };
}

/** A long chat continues on the next page. */
const joined = (before: ExportedChat | undefined, next: ExportedChat): ExportedChat =>
  before ? { ...before, messages: [...before.messages, ...next.messages] } : next;

/** Asks for the end of the account, as the user would; the job deletes. Repeating it changes nothing. */
export async function deleteUser(operator: Operator, user: User): Promise<void> {
  await putAudit(recordOf(operator, 'user.delete', { target: user.owner }));
  await markForDeletion(user);
}
