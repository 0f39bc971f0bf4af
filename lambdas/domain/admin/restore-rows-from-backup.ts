/** Copies lost rows into a table in use, from a second table that AWS has restored from a backup. Overwrites no row. */

import { AppError } from '#contract/error-codes';
import { wordedError } from '#contract/server-worded-errors';
import { listUsers } from '../../runtime/user-pool-users.ts';
import { listTombstones } from '../../store/account/deletions.ts';
import { announcementKey } from '../../store/announcement.ts';
import { putAudit } from '../../store/audit.ts';
import type { Key } from '../../store/batch-read-write.ts';
import {
  countAgain,
  isCounted,
  keysInUse,
  nameOf,
  putMissing,
  type Row,
  restoredRows,
  rowInUse,
} from '../../store/copy-rows-from-backup.ts';
import {
  auditTable,
  chatsTable,
  invitesTable,
  subscriptionsTable,
  usageTable,
  waitlistTable,
} from '../../store/db-and-table-names.ts';
import { FEEDBACK_PREFIX } from '../../store/feedback.ts';
import { chatSort, isGuestOwner, ownerPartition, TEMPORARY_SORT } from '../../store/owner-keys.ts';
import { switchKey } from '../../store/reply-switch.ts';
import { type WaitlistItem, waitlistKey, waitlistQueueKey } from '../../store/signup/waitlist.ts';
import { tableOfRow, tablesOf } from '../../store/table-of-row.ts';
import { inSeconds } from '../../store/unix-seconds.ts';
import { auditEntry } from '../audit-log.ts';
import { normaliseEmail } from '../email-address.ts';
import type { OperatorContext } from './operator-context.ts';

/**
 * Tables that rows can be copied into, by their ids in the CDK app. Connections is left out, because connections and
 * sign-ins may have ended since the backup. Search is left out, because it is built again from the chats.
 */
export const RESTORABLE = {
  Chats: chatsTable,
  Waitlist: waitlistTable,
  Invites: invitesTable,
  Subscriptions: subscriptionsTable,
  Usage: usageTable,
  Audit: auditTable,
} as const;
export type Restorable = keyof typeof RESTORABLE;
export const isRestorable = (name: string): name is Restorable => Object.hasOwn(RESTORABLE, name);
/** Tables with rows that name their owner in the key. */
export const WITH_OWNERS: readonly Restorable[] = ['Chats', 'Subscriptions', 'Usage'];

export interface Restoring {
  readonly from: string;
  /** Id (`sub`) of a user. Only the rows of this user are copied and counted. @default all rows */
  readonly owner?: string | undefined;
  readonly isTrial: boolean;
}

export interface RestoreCounts {
  copied: number;
  /** Rows whose key the table in use already has. */
  present: number;
  /** Rows whose key names a closed account. */
  closed: number;
  /**
   * Rows that are left out: expired rows, rows of kinds that are never copied, rows that belong to another table, and
   * rows without their head (`WITH_HEADS`).
   */
  left: number;
}

/** Tables in which some rows are of no use without another row, their head: for example, a turn without its chat. */
const WITH_HEADS: readonly Restorable[] = ['Chats', 'Waitlist'];
const AT_ONCE = 16;
/** Largest number of users on a page of Cognito. */
const PAGE = 60;

/**
 * @throws AppError before anything is written: `invalid_request` when `from` is no copy of the table; `user_not_found`
 * when `owner` has no account
 */
export async function restoreTable(
  operator: OperatorContext,
  table: Restorable,
  restoring: Restoring,
): Promise<RestoreCounts> {
  const target = RESTORABLE[table]();
  const counts: RestoreCounts = { copied: 0, present: 0, closed: 0, left: 0 };
  await checkSource(table, restoring.from);
  const isOpen = await openAccounts();
  if (restoring.owner !== undefined) checkOwner(restoring.owner, isOpen);
  const recount = new Set<string>();
  if (!restoring.isTrial)
    await putAudit(auditEntry(operator, 'table.restore', { target: table, detail: restoring.from }));
  const steps = WITH_HEADS.includes(table) ? (['heads', 'rest'] as const) : (['heads'] as const);
  for (const step of steps)
    for await (const page of restoredRows(restoring.from)) {
      const rows = page.filter((row) => (headOf(table, row) === undefined) === (step === 'heads'));
      await copyPage(rows.filter((row) => isWanted(row)));
    }
  for (const owner of recount) await countAgain(owner);
  return counts;

  function isWanted(row: Row): boolean {
    if (restoring.owner !== undefined && ownerOf(row) !== restoring.owner) return false;
    if (isLeft(row) || isExpired(row) || isOfOther(table, row)) counts.left += 1;
    else if (!isOpen(row)) counts.closed += 1;
    else return true;
    return false;
  }

  async function copyPage(rows: readonly Row[]): Promise<void> {
    const inUse = await keysInUse(target, rows);
    const missing = rows.filter((row) => !inUse.has(nameOf(row)));
    // `countAgain` must store how many prompts and projects each owner has. Owners of present rows are included,
    // because an earlier run may have crashed before it counted.
    if (!restoring.isTrial && table === 'Chats')
      for (const owner of rows.filter(isCounted).map(ownerOf)) if (owner !== undefined) recount.add(owner);
    counts.present += rows.length - missing.length;
    const headless = await withoutHead(missing);
    counts.left += headless.size;
    const wanted = missing.filter((row) => !headless.has(row));
    for (let i = 0; i < wanted.length; i += AT_ONCE)
      await Promise.all(wanted.slice(i, i + AT_ONCE).map(async (row) => copy(row)));
  }

  async function copy(row: Row): Promise<void> {
    if (!restoring.isTrial && !(await putMissing(target, row))) {
      counts.present += 1;
      return;
    }
    counts.copied += 1;
  }

  async function withoutHead(rows: readonly Row[]): Promise<ReadonlySet<Row>> {
    const found = new Set<Row>();
    // A trial has copied no heads, so every row counts as having one.
    if (restoring.isTrial) return found;
    const heads = new Map<string, Promise<Row | undefined>>();
    for (const row of rows) {
      const key = headOf(table, row);
      if (key === undefined) continue;
      const head = heads.get(nameOf(key)) ?? rowInUse(target, key);
      heads.set(nameOf(key), head);
      if (!follows(table, row, await head)) found.add(row);
    }
    return found;
  }
}

/**
 * Checks that `from` is a copy of the table. Reads pages until one has a row of a known kind, and accepts a `from`
 * without such rows.
 * @throws AppError `invalid_request` when that page has no row of the table
 */
async function checkSource(table: Restorable, from: string): Promise<void> {
  for await (const page of restoredRows(from)) {
    const found = tablesOf(page);
    if (found.has(table)) return;
    if (found.size === 0) continue;
    const message = `${from} is no copy of ${table}: it has rows of ${[...found].join(', ')}. Nothing was written.`;
    throw new AppError('invalid_request', { message });
  }
}

/**
 * Guests and network addresses count as having an account, as they do for `isOpen`.
 * @throws AppError `user_not_found` for an owner without an account
 */
function checkOwner(owner: string, isOpen: (row: Row) => boolean): void {
  const key = { pk: ownerPartition(owner), sk: '' };
  if (ownerOf(key) !== owner || !isOpen(key)) throw wordedError('user_not_found');
}

/** False for a row of an unknown kind, which an earlier version may have written. */
const isOfOther = (table: Restorable, row: Row): boolean => (tableOfRow(row) ?? table) !== table;

function ownerOf({ pk }: Key): string | undefined {
  const [kind, owner] = pk.split('#');
  return kind === 'OWNER' || kind === 'CHAT' ? owner : undefined;
}

function headOf(table: Restorable, { pk, email }: Row): Key | undefined {
  const [kind, owner = '', chatId = ''] = pk.split('#');
  if (table === 'Chats' && kind === 'CHAT') return { pk: ownerPartition(owner), sk: chatSort(chatId) };
  return table === 'Waitlist' && pk.startsWith('WAITLIST#') ? waitlistKey(String(email)) : undefined;
}

/**
 * True if the row still belongs to its head. If an operator approved an entry of the waitlist after the backup, the
 * entry is now in another queue. The backup's row shows the entry's place in the old queue, and must not be copied.
 */
function follows(table: Restorable, row: Row, head: Row | undefined): boolean {
  if (!head || table !== 'Waitlist') return head !== undefined;
  // Only the store of the waitlist writes rows with this key, so the cast is safe.
  return nameOf(waitlistQueueKey(head as unknown as WaitlistItem)) === nameOf(row);
}

/**
 * Beginnings of the partition keys and of the sort keys of rows that are never copied. A file's object was deleted with
 * its row, so a restored row would show a file that is gone. `STORAGE` and `FREED#` describe the storage at the time of
 * the backup, and would be wrong today. A restored share would be open to its readers again. Restored feedback would be
 * open to operators again. A restored tombstone would begin an account's deletion again. A restored reservation would
 * belong to a sign-up that has ended. A temporary chat must not come back. A restored `SWITCH` would stop all replies,
 * and a withdrawn announcement would be shown.
 */
const LEFT_KEYS = ['SHARE#', 'DELETIONS', 'RESERVATION#', FEEDBACK_PREFIX];
const LEFT_SORTS = [
  ...['FILE#', 'FREED#', 'STORAGE', 'SHARE#', 'SHARES', FEEDBACK_PREFIX, TEMPORARY_SORT],
  ...[switchKey().sk, announcementKey().sk],
];

const isLeft = ({ pk, sk }: Key): boolean =>
  LEFT_KEYS.some((start) => pk.startsWith(start)) || LEFT_SORTS.some((start) => sk.startsWith(start));

const isExpired = ({ ttl }: Row): boolean => typeof ttl === 'number' && ttl <= inSeconds(Date.now());

/**
 * Returns a test that is false for a row whose key names an account that is closed or being deleted, and for a
 * redemption (`EMAIL#`, `REDEEMED#`) whose address no user of the pool has.
 */
async function openAccounts(): Promise<(row: Row) => boolean> {
  const [ids, addresses] = [new Set<string>(), new Set<string>()];
  let next: string | undefined;
  do {
    const page = await listUsers({ next, limit: PAGE });
    for (const { owner, email } of page.users) {
      ids.add(owner);
      addresses.add(normaliseEmail(email));
    }
    next = page.next;
  } while (next !== undefined);
  for (const { owner } of await listTombstones()) ids.delete(owner);
  return (row) => {
    const owner = ownerOf(row);
    if (owner !== undefined) return isGuestOwner(owner) || owner.startsWith('address:') || ids.has(owner);
    const address = /^EMAIL#(.+)$/.exec(row.pk)?.[1] ?? /^REDEEMED#(.+)$/.exec(row.sk)?.[1];
    return address === undefined || addresses.has(address);
  };
}
