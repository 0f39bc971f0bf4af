/** The account's own calls: taking everything along, and leaving. */
import { AppError } from '#contract/errors';
import { normaliseEmail } from '../domain/email.ts';
import { closeAccount, describeAccount } from '../domain/leaving/account.ts';
import { exportChats } from '../domain/leaving/export.ts';
import { httpHandler } from '../runtime/http-handler.ts';

export const handler = httpHandler({
  async exportAccount({ caller, query }) {
    const page = await exportChats(caller.owner, query.cursor);
    return { ...(query.cursor === undefined && { account: await describeAccount(caller) }), ...page };
  },

  async deleteAccount({ caller, body }) {
    if (normaliseEmail(body.confirmEmail, 'confirmEmail') !== normaliseEmail(caller.email))
      throw new AppError('invalid_request', { field: 'confirmEmail', message: 'That is not your address.' });
    await closeAccount(caller);
    return { message: 'Your account is closed. What it held is being deleted.' };
  },
});
