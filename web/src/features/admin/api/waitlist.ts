import type { Approval, WaitlistEntry, WaitlistStatus } from '#contract/admin';
import {
  approveWaitlistResponse,
  listWaitlistResponse,
  removeFromWaitlistResponse,
} from '#contract/admin-responses';
import { adminRoutes } from '#contract/admin-routes';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

export interface WaitlistQuery {
  /** Not with `search`, which is over everybody. */
  readonly status?: WaitlistStatus | undefined;
  readonly search?: string | undefined;
}

/** A page of those who wait, longest first; or of those approved, latest first. */
export async function listWaitlist(
  { status, search }: WaitlistQuery,
  cursor?: string,
): Promise<Page<WaitlistEntry>> {
  const query = { status, search, cursor };
  const { entries, nextCursor } = await callAdmin(adminRoutes.listWaitlist, listWaitlistResponse, { query });
  return { rows: entries, nextCursor };
}

/** Invites these people; at most WAITLIST_BATCH_MAX of them. */
export const approve = async (emails: readonly string[]): Promise<readonly Approval[]> =>
  (await callAdmin(adminRoutes.approveWaitlist, approveWaitlistResponse, { body: { emails } })).results;

/** Takes these people off the list; at most WAITLIST_BATCH_MAX of them. Resolves with those who were on it. */
export const remove = async (emails: readonly string[]): Promise<readonly string[]> =>
  (await callAdmin(adminRoutes.removeFromWaitlist, removeFromWaitlistResponse, { body: { emails } })).removed;
