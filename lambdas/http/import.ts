import * as routes from '#contract/import';
import { broadcastOrLog } from '../domain/broadcast-to-owner.ts';
import { checkImport, importChats } from '../domain/import/import-chats.ts';
import { allowances } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  checkImport: ({ caller, body: { chatIds } }) => checkImport(caller.owner, chatIds, allowances()),

  async importChats({ caller, body }) {
    const chats = await importChats(caller.owner, body.chats, allowances());
    const hasNew = chats.some(({ outcome }) => outcome === 'imported' || outcome === 'restored');
    if (hasNew) await broadcastOrLog(caller.owner, [{ type: 'chatsImported' }]);
    return { chats };
  },
});
