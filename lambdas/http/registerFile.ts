/**
 * HTTP handler of the registration of an upload. The call parses untrusted content, so it runs in a function of its
 * own, whose role allows only what the call needs.
 */

import * as routes from '#contract/files';
import { wordedError } from '#contract/server-worded-errors';
import { toFileInfo } from '../domain/files/convert-file-items.ts';
import { fileAllowanceOf, storageOf } from '../domain/files/file-addresses-and-limits.ts';
import { registerFile } from '../domain/files/register-uploaded-file.ts';
import { countRegistration } from '../domain/quota/rate-limiter.ts';
import { allowances } from '../runtime/deployment-config.ts';
import { identityOf } from '../runtime/find-identity-in-identity-pool.ts';
import { httpHandler } from '../runtime/http-handler.ts';
import { readRevocation } from '../store/revocations.ts';

export const handler = httpHandler(routes, readRevocation, {
  async registerFile({ caller: { owner }, body: { fileId, name }, idToken }) {
    const now = Date.now();
    const allowance = await fileAllowanceOf(owner, allowances(), now);
    if (!allowance) throw wordedError('files_not_available');
    await countRegistration(owner, now);
    const identityId = await identityOf(idToken);
    const file = await registerFile({ owner, identityId, fileId, name }, allowance, now);
    return { file: toFileInfo(file), storage: await storageOf(owner, allowance.storageBytes) };
  },
});
