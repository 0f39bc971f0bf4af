import * as admin from '#contract/admin';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

/** A page of the accounts; with `search`, those whose address begins so. */
export async function listUsers(search: string | undefined, cursor?: string): Promise<Page<admin.User>> {
  const query = { search, cursor };
  const { users, nextCursor } = await callAdmin(admin.listUsers, { query });
  return { rows: users, nextCursor };
}

export const getUser = (owner: string): Promise<admin.UserDetails> =>
  callAdmin(admin.getUser, { params: { owner } });

export const setUserEnabled = (owner: string, enabled: boolean): Promise<admin.User> =>
  callAdmin(admin.setUserEnabled, { params: { owner }, body: { enabled } });
