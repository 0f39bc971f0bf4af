import * as admin from '#contract/admin';
import type { WaitlistStatus } from '#contract/join-waitlist';
import { callAdmin } from './call-admin.ts';
import { type Page, pagedList } from './paged-list.ts';

export interface WaitlistQuery {
  /** Undefined if `search` is set, because a search covers both statuses. */
  readonly status?: WaitlistStatus | undefined;
  readonly search?: string | undefined;
}

/**
 * Reads a page of the waitlist. Waiting entries come with the longest wait first, and approved entries with the latest
 * approval first. A search lists all matching waiting entries before the matching approved entries.
 */
export async function listWaitlist(
  { status, search }: WaitlistQuery,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<admin.WaitlistEntry>> {
  const query = { status, search, cursor };
  const { entries, nextCursor } = await callAdmin(admin.listWaitlist, { query, ...(signal && { signal }) });
  return { rows: entries, nextCursor };
}

/** Start of the query keys of all lists of the waitlist. */
export const WAITLIST_KEY = ['admin', 'waitlist'] as const;

export const waitlistOptions = (query: WaitlistQuery) =>
  pagedList([...WAITLIST_KEY, query], (cursor, signal) => listWaitlist(query, cursor, signal));

/** Approves the entries of at most `WAITLIST_BATCH_MAX` addresses. */
export const approve = async (emails: readonly string[]): Promise<readonly admin.Approval[]> =>
  (await callAdmin(admin.approveWaitlist, { body: { emails } })).results;

/** Removes the entries of at most `WAITLIST_BATCH_MAX` addresses. Resolves with the addresses that were on the list. */
export const remove = async (emails: readonly string[]): Promise<readonly string[]> =>
  (await callAdmin(admin.removeFromWaitlist, { body: { emails } })).removed;
