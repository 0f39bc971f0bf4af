import * as routes from '#contract/account';
import { AppError } from '#contract/error-codes';
import { endSession } from '../domain/account/end-sign-ins-and-access.ts';
import { exportAccountDetails } from '../domain/account/export-all-but-chats.ts';
import { exportChats } from '../domain/account/export-chats.ts';
import { requestDeletion } from '../domain/account/request-deletion.ts';
import { endDevice, endOtherDevices, listDevices } from '../domain/account/signed-in-devices.ts';
import { normaliseEmail } from '../domain/email-address.ts';
import { afterCheck, httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async exportAccount({ caller, query }) {
    const page = await exportChats(caller.owner, query.cursor);
    return { ...(query.cursor === undefined && { account: await exportAccountDetails(caller) }), ...page };
  },

  async logOut({ caller }) {
    if (caller.session !== undefined) await endSession(caller.owner, caller.session);
    return { message: 'You are logged out.' };
  },

  // May store the caller's sign-in, so it runs only after the check that the token is not revoked.
  listDevices: afterCheck(async ({ caller, query, userAgent }) => ({
    devices: await listDevices(caller, { ...query, userAgent }, Date.now()),
  })),

  async endDevice({ caller, params }) {
    await endDevice(caller, params.id, Date.now());
    return { message: 'The device is signed out.' };
  },

  async endOtherDevices({ caller }) {
    await endOtherDevices(caller, Date.now());
    return { message: 'All other devices are signed out.' };
  },

  async deleteAccount({ caller, body }) {
    if (normaliseEmail(body.confirmEmail, 'confirmEmail') !== normaliseEmail(caller.email))
      throw new AppError('invalid_request', { field: 'confirmEmail', message: 'That is not your address.' });
    await requestDeletion(caller);
    return { message: 'Your account is closed. What it held is being deleted.' };
  },
});
