/** HTTP handler of visitors' calls about shared chats. A visitor needs no account. */
import * as routes from '#contract/sharing';
import { countAttempt } from '../domain/quota/rate-limiter.ts';
import { readSharedPart } from '../domain/shares/read-share.ts';
import { reportShare } from '../domain/shares/report-share.ts';
import { productName } from '../runtime/deployment-config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { visitorHandler } from '../runtime/http-handler.ts';

export const handler = visitorHandler(routes, {
  async readPublicShare({ caller, params, query }) {
    await countAttempt('sharedChats', caller.address, Date.now());
    return await readSharedPart(params.shareId, query.part ?? 0, 'visitor');
  },

  async reportPublicShare({ caller, params, body }) {
    await countAttempt('sharedChats', caller.address, Date.now());
    const product = { productName: productName(), siteUrl: requireEnv(ENV.siteUrl) };
    return { message: await reportShare(caller, { ...params, ...body }, product, Date.now()) };
  },
});
