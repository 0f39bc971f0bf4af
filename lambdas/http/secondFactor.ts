import * as routes from '#contract/second-factor';
import {
  setUpSecondFactor,
  switchOffSecondFactor,
  switchOnSecondFactor,
} from '../domain/account/second-factor.ts';
import { adminsNeedSecondFactor } from '../domain/admin/refuse-admin-without-second-factor.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { hasSecondFactor } from '../runtime/user-pool-second-factor.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  getSecondFactor: async ({ caller }) => ({
    isOn: await hasSecondFactor(caller.owner),
    isRequired: caller.isAdmin && adminsNeedSecondFactor(),
  }),

  setUpSecondFactor: async ({ caller, body }) => ({
    secret: await setUpSecondFactor(caller.owner, body.password),
  }),

  async switchOnSecondFactor({ caller, body }) {
    await switchOnSecondFactor(caller.owner, body);
    return { message: 'Two-step sign-in is on. You are signed out on all devices.' };
  },

  async switchOffSecondFactor({ caller, body }) {
    await switchOffSecondFactor(caller.owner, body);
    return { message: 'Two-step sign-in is off.' };
  },
});
