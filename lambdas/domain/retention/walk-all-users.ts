/** The walk over all users, once a UTC day at most, in as many runs as it takes. */
import type { Retention } from '#contract/config';
import { log } from '../../runtime/log.ts';
import { listOwners } from '../../runtime/user-pool-admin.ts';
import { type Cycle, putCycle, readCycle } from '../../store/chats/aged-chats.ts';
import { type Done, removeAgedChats } from './remove-unused-chats.ts';

export interface Run {
  /** True while there is time for another page of users. */
  readonly mayGoOn: () => boolean;
}

/**
 * Continues the walk, or begins the day's. How far it came is stored after every page: a run that crashes, or stops,
 * is continued by the next, and what is done twice is done once.
 * @throws Error at its end when chats of some could not be looked after; they are again on the next day
 */
export async function removeAgedChatsOfAll(retention: Retention, { mayGoOn }: Run): Promise<void> {
  let cycle = begin(await readCycle(), new Date(Date.now()).toISOString().slice(0, 10));
  if (cycle.isDone) return;
  let failed = 0;
  do {
    const page = await listOwners(cycle.next);
    if (page) failed += await keepPage(page.owners, retention);
    // A place that Cognito does not know any more: from the start.
    cycle = { day: cycle.day, next: page?.next, isDone: page !== undefined && page.next === undefined };
    await putCycle(cycle);
  } while (!cycle.isDone && mayGoOn());
  if (failed > 0) throw new Error('Chats of some users were not looked after');
}

const begin = (last: Cycle | undefined, today: string): Cycle =>
  last && (!last.isDone || last.day >= today) ? last : { day: today, isDone: false };

/** How many failed: one user's trouble is not another's. */
async function keepPage(owners: readonly string[], retention: Retention): Promise<number> {
  const sum = { marked: 0, removed: 0, failed: 0 };
  for (const owner of owners) {
    const done = await tryToKeep(owner, retention);
    sum.marked += done?.marked ?? 0;
    sum.removed += done?.removed ?? 0;
    sum.failed += done ? 0 : 1;
  }
  if (sum.marked > 0) log('INFO', 'chats will be removed for their age', { count: sum.marked });
  if (sum.removed > 0) log('INFO', 'chats removed for their age', { count: sum.removed });
  return sum.failed;
}

async function tryToKeep(owner: string, retention: Retention): Promise<Done | undefined> {
  try {
    return await removeAgedChats(owner, retention);
  } catch (cause) {
    log('ERROR', 'chats not looked after', { cause });
    return undefined;
  }
}
