import { ENV } from '../../runtime/env-names.ts';
import { invokeAsync } from '../../runtime/invoke-async.ts';
import { log } from '../../runtime/log.ts';

/** Starts a merge of the owner's search index. Only logs a failure, because later messages start a merge again. */
export async function startMerge(owner: string): Promise<void> {
  try {
    await invokeAsync(ENV.mergeSearchFunction, { owner });
  } catch (cause) {
    log('WARN', 'merge not started', { cause });
  }
}
