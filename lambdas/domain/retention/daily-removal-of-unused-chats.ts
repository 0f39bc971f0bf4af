import type { Retention } from '#contract/deployment-config';
import { log } from '../../runtime/log.ts';
import { listOwners } from '../../runtime/user-pool-users.ts';
import { deleteExpired } from '../../store/chats/delete-expired-temporary-chats.ts';
import { type Cycle, putCycle, readCycle } from '../../store/retention-progress.ts';
import { type RemovalCounts, removeUnusedChats } from './remove-unused-chats.ts';

export interface Run {
  readonly hasTime: () => boolean;
}

/**
 * Removes unused chats, and expired temporary chats, of all users once a UTC day. Stores the position after every page
 * of users, so that the next run continues after a crash or a timeout. Processing a user twice is harmless.
 * @throws Error at the end of the run if some users could not be processed; they are tried again on the next UTC day
 */
export async function removeUnusedChatsOfAll(retention: Retention, { hasTime }: Run): Promise<void> {
  let cycle = begin(await readCycle(), new Date(Date.now()).toISOString().slice(0, 10));
  if (cycle.isDone) return;
  let failed = 0;
  do {
    const page = await listOwners(cycle.next);
    if (page) failed += await processPage(page.owners, retention);
    // `page` is undefined when Cognito no longer accepts the position. Then the next page begins with the first user.
    cycle = { day: cycle.day, next: page?.next, isDone: page !== undefined && page.next === undefined };
    await putCycle(cycle);
  } while (!cycle.isDone && hasTime());
  if (failed > 0) throw new Error('Chats of some users could not be checked for removal');
}

const begin = (last: Cycle | undefined, today: string): Cycle =>
  last && (!last.isDone || last.day >= today) ? last : { day: today, isDone: false };

/** Returns how many users failed. A failure does not stop the other users. */
async function processPage(owners: readonly string[], retention: Retention): Promise<number> {
  const sum = { marked: 0, removed: 0, expired: 0, failed: 0 };
  for (const owner of owners) {
    const done = await tryToProcess(owner, retention);
    sum.marked += done?.marked ?? 0;
    sum.removed += done?.removed ?? 0;
    sum.expired += done?.expired ?? 0;
    sum.failed += done ? 0 : 1;
  }
  if (sum.marked > 0) log('INFO', 'chats will be removed for their age', { count: sum.marked });
  if (sum.removed > 0) log('INFO', 'chats removed for their age', { count: sum.removed });
  if (sum.expired > 0) log('INFO', 'expired temporary chats removed', { count: sum.expired });
  return sum.failed;
}

interface Counts extends RemovalCounts {
  readonly expired: number;
}

async function tryToProcess(owner: string, retention: Retention): Promise<Counts | undefined> {
  try {
    // Expired chats come first, so that they are removed even if the removal of unused chats fails every day.
    const expired = await deleteExpired(owner, Date.now());
    return { ...(await removeUnusedChats(owner, retention)), expired };
  } catch (cause) {
    log('ERROR', 'chats of a user not checked for removal', { cause });
    return undefined;
  }
}
