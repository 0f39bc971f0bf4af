/** HTTP handler of signed-in users' calls about shared chats (docs/spec.md 7.1). */
import * as routes from '#contract/sharing';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { welcomeText } from '../domain/chats/create-chat.ts';
import { continueShare } from '../domain/shares/continue-share.ts';
import { changeReaders, describeShares, shareChat, updateShare } from '../domain/shares/manage-shares.ts';
import { readSharedPart } from '../domain/shares/read-share.ts';
import { reportShare } from '../domain/shares/report-share.ts';
import { productName } from '../runtime/deployment-config.ts';
import { requireEnv } from '../runtime/env.ts';
import { ENV } from '../runtime/env-names.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';
import { removeShare } from '../store/shares/shares.ts';

export const handler = httpHandler(routes, readRevocation, {
  async listShares({ caller }) {
    return { shares: await describeShares(caller.owner) };
  },

  createShare: ({ caller, params, body }) => shareChat(caller.owner, { ...params, ...body }, Date.now()),

  updateShare: ({ caller, params, body }) => updateShare(caller.owner, { ...params, ...body }, Date.now()),

  setShareReaders: ({ caller, params, body }) => changeReaders(caller.owner, params.shareId, body.readers),

  async deleteShare({ caller, params: { shareId } }) {
    await removeShare(caller.owner, shareId);
    return { shareId };
  },

  readShare: ({ params, query }) => readSharedPart(params.shareId, query.part ?? 0, 'member'),

  async continueShare({ caller, params: { shareId }, body: { requestId } }) {
    const welcome = welcomeText(productName(), caller.name);
    const chat = await continueShare(caller.owner, { shareId, requestId, welcome }, Date.now());
    await broadcastOrLog(caller.owner, [{ type: 'chatCreated', data: chat }]);
    return chat;
  },

  async reportShare({ caller, params, body }) {
    const product = { productName: productName(), siteUrl: requireEnv(ENV.siteUrl) };
    return { message: await reportShare(caller, { ...params, ...body }, product, Date.now()) };
  },
});
