/** HTTP handler of the calls about the caller's own account: export of its data, logout, and deletion. */
import { AppError } from '#contract/errors';
import { endSession } from '../domain/account/end-access.ts';
import { exportAccount } from '../domain/account/export-account.ts';
import { exportChats } from '../domain/account/export-chats.ts';
import { requestDeletion } from '../domain/account/request-deletion.ts';
import { normaliseEmail } from '../domain/email-address.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(readRevocation, {
  async exportAccount({ caller, query }) {
    const page = await exportChats(caller.owner, query.cursor);
    return { ...(query.cursor === undefined && { account: await exportAccount(caller) }), ...page };
  },

  async logOut({ caller }) {
    if (caller.session !== undefined) await endSession(caller.owner, caller.session);
    return { message: 'You are logged out.' };
  },

  async deleteAccount({ caller, body }) {
    if (normaliseEmail(body.confirmEmail, 'confirmEmail') !== normaliseEmail(caller.email))
      throw new AppError('invalid_request', { field: 'confirmEmail', message: 'That is not your address.' });
    await requestDeletion(caller);
    return { message: 'Your account is closed. What it held is being deleted.' };
  },
});
