/** HTTP handler of the calls about files, except the registration of a file (`registerFile.ts`). */
import * as routes from '#contract/files';
import { fileAddresses, fileAllowanceOf, storageOf } from '../domain/files/file-addresses-and-limits.ts';
import { removeFile } from '../domain/files/remove-files.ts';
import { allowances } from '../runtime/deployment-config.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async getFileLimits({ caller }) {
    const allowance = await fileAllowanceOf(caller.owner, allowances(), Date.now());
    const storage = await storageOf(caller.owner, allowance?.storageBytes);
    if (!allowance) return { storage };
    const { perMessage, maxBytes, tokensPerMessage } = allowance;
    return { limits: { perMessage, maxBytes, tokensPerMessage }, storage };
  },

  getFileAddresses: async ({ caller, body: { fileIds, asDownload = false } }) => ({
    addresses: await fileAddresses(caller.owner, { fileIds, asDownload }, Date.now()),
  }),

  async deleteFile({ caller, params: { fileId }, query: { chatId, messageIndex } }) {
    const isShown = chatId !== undefined && messageIndex !== undefined;
    await removeFile(caller.owner, fileId, isShown ? { chatId, messageIndex } : undefined);
    return { fileId };
  },
});
