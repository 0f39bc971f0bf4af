import type { Invite } from '#contract/admin';
import { createInvitesResponse, listInvitesResponse, revokeInviteResponse } from '#contract/admin-responses';
import { adminRoutes } from '#contract/admin-routes';
import type { HttpResponse } from '#contract/http';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

export interface NewInvites {
  readonly count: number;
  readonly maxUses: number;
  readonly expiresInDays: number;
  readonly email?: string;
  readonly note?: string;
  readonly sendMail: boolean;
}

/** A page of the invites, newest first; with `search`, those it finds. */
export async function listInvites(search: string | undefined, cursor?: string): Promise<Page<Invite>> {
  const query = { search, cursor };
  const { invites, nextCursor } = await callAdmin(adminRoutes.listInvites, listInvitesResponse, { query });
  return { rows: invites, nextCursor };
}

export const createInvites = (body: NewInvites): Promise<HttpResponse<'createInvites'>> =>
  callAdmin(adminRoutes.createInvites, createInvitesResponse, { body });

/** Ends an invite. Resolves with what it is now. */
export const revokeInvite = (code: string): Promise<Invite> =>
  callAdmin(adminRoutes.revokeInvite, revokeInviteResponse, { params: { code }, body: {} });
