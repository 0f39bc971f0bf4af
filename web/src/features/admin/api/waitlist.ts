import * as admin from '#contract/admin';
import type { WaitlistStatus } from '#contract/waitlist';
import { callAdmin } from './call-admin.ts';
import { type Page, pagedList } from './paged-list.ts';

export interface WaitlistQuery {
  /** Not with `search`, which is over everybody. */
  readonly status?: WaitlistStatus | undefined;
  readonly search?: string | undefined;
}

/** A page of those who wait, longest first; or of those approved, latest first. */
export async function listWaitlist(
  { status, search }: WaitlistQuery,
  cursor?: string,
  signal?: AbortSignal,
): Promise<Page<admin.WaitlistEntry>> {
  const query = { status, search, cursor };
  const { entries, nextCursor } = await callAdmin(admin.listWaitlist, { query, ...(signal && { signal }) });
  return { rows: entries, nextCursor };
}

export const waitlistOptions = (query: WaitlistQuery) =>
  pagedList(['admin', 'waitlist', query], (cursor, signal) => listWaitlist(query, cursor, signal));

/** Invites these people; at most WAITLIST_BATCH_MAX of them. */
export const approve = async (emails: readonly string[]): Promise<readonly admin.Approval[]> =>
  (await callAdmin(admin.approveWaitlist, { body: { emails } })).results;

/** Takes these people off the list; at most WAITLIST_BATCH_MAX of them. Resolves with those who were on it. */
export const remove = async (emails: readonly string[]): Promise<readonly string[]> =>
  (await callAdmin(admin.removeFromWaitlist, { body: { emails } })).removed;
