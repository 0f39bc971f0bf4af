import type { Approval, Invite, WaitlistEntry } from '#contract/admin';
import { AppError } from '#contract/error-codes';
import type { WaitlistStatus } from '#contract/join-waitlist';
import { ADMIN_PAGE_SIZE, EMAIL_MAX_LENGTH, INVITES } from '#contract/limits';
import { retryUntilWritten } from '../../runtime/retry.ts';
import { findAccount } from '../../runtime/user-pool-signup-and-reset.ts';
import { approve, readEntry, readQueue, remove, type WaitlistItem } from '../../store/signup/waitlist.ts';
import { auditEntry } from '../audit-log.ts';
import { fitsAccount, maskEmail, normaliseEmail } from '../email-address.ts';
import { mapInBatches } from '../map-in-batches.ts';
import { describeInvite, mailInvite, newInvite, showInvite } from './invites.ts';
import type { Page } from './list-page-type.ts';
import type { OperatorContext } from './operator-context.ts';
import { readFilteredPage } from './read-filtered-page.ts';

const AT_ONCE = 5;

/**
 * Approves waiting addresses: mints an invite for each and mails it. An approved address gets no second invite or mail.
 * @throws AppError `invalid_request` before any change, when one of the texts is not an address
 */
export async function approveWaitlist(
  operator: OperatorContext,
  typed: readonly string[],
): Promise<Approval[]> {
  const emails = typed.map((text) => normaliseEmail(text, 'emails'));
  const results = await mapInBatches([...new Set(emails)], AT_ONCE, (email) => approveOne(operator, email));
  const byEmail = new Map(results.map((result) => [result.email, result]));
  return emails.flatMap((email) => byEmail.get(email) ?? []);
}

async function approveOne(operator: OperatorContext, email: string): Promise<Approval> {
  const approval = await retryUntilWritten(() => decideOn(operator, email));
  if (approval.outcome !== 'approved' || !approval.invite) return approval;
  return { ...approval, mail: await mailInvite(operator, approval.invite, email) };
}

async function decideOn(operator: OperatorContext, email: string): Promise<Approval | undefined> {
  const entry = await readEntry(email);
  if (!entry) return { email, outcome: 'not_found' };
  if (entry.status === 'approved')
    return { email, outcome: 'already_approved', ...(await inviteOf(operator, entry)) };
  if (!fitsAccount(email)) return { email, outcome: 'too_long' };
  if ((await findAccount(email))?.isConfirmed) return { email, outcome: 'has_account' };
  const at = new Date().toISOString();
  const expiresInDays = INVITES.days.default;
  const minted = newInvite(operator, at, { maxUses: 1, expiresInDays, email });
  const record = auditEntry(operator, 'waitlist.approve', {
    at,
    target: maskEmail(email),
    detail: minted.code,
  });
  if (!(await approve(entry, minted, record))) return undefined;
  // Describes the invite without reading it from the database. If such a read failed, the call would end before it
  // mails the invite. A repeated call would find the entry approved, and would not mail the invite either.
  return { email, outcome: 'approved', invite: describeInvite(operator, minted, []) };
}

async function inviteOf(
  operator: OperatorContext,
  { inviteCode }: Pick<WaitlistItem, 'inviteCode'>,
): Promise<{ invite?: Invite }> {
  if (inviteCode === undefined) return {};
  try {
    return { invite: await showInvite(operator, inviteCode) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'invite_not_found') return {};
    throw error;
  }
}

/**
 * Removes addresses from the waitlist. Returns the addresses that were on it.
 * @throws AppError `invalid_request` before any change, when one of the texts is not an address
 */
export async function removeFromWaitlist(
  operator: OperatorContext,
  typed: readonly string[],
): Promise<string[]> {
  const emails = [...new Set(typed.map((text) => normaliseEmail(text, 'emails')))];
  const removed = await mapInBatches(emails, AT_ONCE, (email) =>
    retryUntilWritten(() => removeOne(operator, email)),
  );
  return emails.filter((_, i) => removed[i]);
}

async function removeOne(operator: OperatorContext, email: string): Promise<boolean | undefined> {
  const entry = await readEntry(email);
  if (!entry) return false;
  const record = auditEntry(operator, 'waitlist.remove', { target: maskEmail(email), detail: entry.status });
  return (await remove(entry, record)) || undefined;
}

export interface WaitlistQuery {
  readonly status?: WaitlistStatus | undefined;
  readonly search?: string | undefined;
  readonly cursor?: string | undefined;
}

/**
 * Lists the entries with one status (`waiting` by default). A search ignores `status`: it lists the matching waiting
 * entries, then the matching approved entries.
 */
export async function listWaitlist({
  status,
  search = '',
  cursor,
}: WaitlistQuery): Promise<Page<WaitlistEntry>> {
  const wanted = search.trim().normalize('NFC').toLowerCase();
  if (wanted === '') return readStatus(status ?? 'waiting', '', cursor);
  const [of, after] = readSearchCursor(cursor);
  if (of === 'approved') return marked('approved', await readStatus('approved', wanted, after));
  const waiting = await readStatus('waiting', wanted, after);
  if (waiting.nextCursor !== undefined) return marked('waiting', waiting);
  if (waiting.rows.length === 0) return marked('approved', await readStatus('approved', wanted, undefined));
  return { ...waiting, nextCursor: `approved${MARK}` };
}

/**
 * Separates a status from a sort key in a search's cursor, as in `approved:<sort key>`. Without a key, the search
 * begins at the start of that status's list.
 */
const MARK = ':';

function readSearchCursor(cursor: string | undefined): [WaitlistStatus, string | undefined] {
  if (cursor === undefined) return ['waiting', undefined];
  const at = cursor.indexOf(MARK);
  const [of, after] = [cursor.slice(0, at), cursor.slice(at + 1)];
  if (of !== 'waiting' && of !== 'approved') throw new AppError('invalid_request', { field: 'cursor' });
  return [of, after === '' ? undefined : after];
}

const marked = (of: WaitlistStatus, page: Page<WaitlistEntry>): Page<WaitlistEntry> =>
  page.nextCursor === undefined ? page : { ...page, nextCursor: `${of}${MARK}${page.nextCursor}` };

/**
 * Rows that a search reads in one query, and for one page. 2,000 take about 400 KB; 20,000 are read in about a second.
 */
const SEARCH_LIMITS = { atATime: 2_000, atMost: 20_000 };

const SORT_KEY = /^\d{4}-[\dT:.Z-]{1,30}#(\S+@\S+)$/;

/**
 * Checks a cursor: a time, `#`, and an address. Limits the address, because DynamoDB refuses a sort key of more than
 * 1,024 bytes.
 */
const isSortKey = (text: string): boolean =>
  (SORT_KEY.exec(text)?.[1]?.length ?? Infinity) <= EMAIL_MAX_LENGTH;

const readStatus = (status: WaitlistStatus, wanted: string, cursor: string | undefined) =>
  readFilteredPage({
    cursor,
    size: ADMIN_PAGE_SIZE,
    isCursor: isSortKey,
    read: (after, limit) => readQueue(status, after, limit),
    take: async (rows) =>
      rows.filter(({ entry }) => entry.email.includes(wanted)).map(({ sk, entry }) => ({ sk, value: entry })),
    isFiltered: wanted !== '',
    limits: SEARCH_LIMITS,
  });
