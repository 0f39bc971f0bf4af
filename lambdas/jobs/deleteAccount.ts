/**
 * Deletes closed accounts for good. The job `cleanUpAfterRemovals` invokes this job with the owner of one account. A
 * scheduled run every hour continues all unfinished deletions. The log never names the user.
 */
import type { ScheduledEvent } from 'aws-lambda';
import { deleteAccount } from '../domain/account/delete-account.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { getTombstone, listTombstones } from '../store/account/deletions.ts';

/** Throws when a deletion failed, so that Lambda retries the run and counts an error. */
export const handler = jobHandler(async (event: { readonly owner: string } | ScheduledEvent) => {
  const owners = 'owner' in event ? [event.owner] : (await listTombstones()).map(({ owner }) => owner);
  let failed = 0;
  for (const owner of owners) if (!(await tryToDelete(owner))) failed += 1;
  if (failed > 0) throw new Error('Accounts are not deleted');
});

async function tryToDelete(owner: string): Promise<boolean> {
  const startedAt = performance.now();
  try {
    const tombstone = await getTombstone(owner);
    if (!tombstone) return true;
    await deleteAccount(tombstone, Date.now());
    const ms = Math.round(performance.now() - startedAt);
    log('INFO', 'account deletion', { status: tombstone.phase, ms });
    return true;
  } catch (cause) {
    log('ERROR', 'account not deleted', { cause });
    return false;
  }
}
