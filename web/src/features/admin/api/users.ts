import type { User, UserDetails } from '#contract/admin';
import { getUserResponse, listUsersResponse, setUserEnabledResponse } from '#contract/admin-responses';
import { adminRoutes } from '#contract/admin-routes';
import type { Page } from '../model/paged-list.ts';
import { callAdmin } from './call-admin.ts';

/** A page of the accounts; with `search`, those whose address begins so. */
export async function listUsers(search: string | undefined, cursor?: string): Promise<Page<User>> {
  const query = { search, cursor };
  const { users, nextCursor } = await callAdmin(adminRoutes.listUsers, listUsersResponse, { query });
  return { rows: users, nextCursor };
}

export const getUser = (owner: string): Promise<UserDetails> =>
  callAdmin(adminRoutes.getUser, getUserResponse, { params: { owner } });

export const setUserEnabled = (owner: string, enabled: boolean): Promise<User> =>
  callAdmin(adminRoutes.setUserEnabled, setUserEnabledResponse, { params: { owner }, body: { enabled } });
