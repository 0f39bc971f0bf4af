import * as routes from '#contract/usage';
import { usageOf } from '../domain/quota/usage-report.ts';
import { assertSelf } from '../runtime/caller.ts';
import { allowances } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async getUsage({ caller, query }) {
    assertSelf(caller, query.userEmail);
    return usageOf(caller.owner, allowances(), Date.now());
  },
});
