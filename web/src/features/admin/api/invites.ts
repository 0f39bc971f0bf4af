import * as admin from '#contract/admin';
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
export async function listInvites(search: string | undefined, cursor?: string): Promise<Page<admin.Invite>> {
  const query = { search, cursor };
  const { invites, nextCursor } = await callAdmin(admin.listInvites, { query });
  return { rows: invites, nextCursor };
}

export const createInvites = (body: NewInvites): Promise<HttpResponse<'createInvites'>> =>
  callAdmin(admin.createInvites, { body });

/** Ends an invite. Resolves with what it is now. */
export const revokeInvite = (code: string): Promise<admin.Invite> =>
  callAdmin(admin.revokeInvite, { params: { code }, body: {} });
