import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import { announce } from '../components/console-screen-reader-announcer.tsx';
import { adminCopy } from '../copy.ts';
import { callAdmin } from './call-admin.ts';
import { useKeptMutation } from './kept-mutation.ts';
import { pagedList, usePagedList } from './paged-list.ts';

const words = adminCopy.users;

/** Loads the accounts, page by page. `search` is the beginning of an e-mail address. */
export function useUsers(search: string | undefined) {
  const list = pagedList<admin.User>(['admin', 'users', { search }], async (cursor, signal) => {
    const { users, nextCursor } = await callAdmin(admin.listUsers, { query: { search, cursor }, signal });
    return { rows: users, nextCursor };
  });
  return usePagedList(list, ({ owner }) => owner);
}

const userOptions = (owner: string) =>
  queryOptions({
    queryKey: ['admin', 'user', owner],
    queryFn: ({ signal }) => callAdmin(admin.getUser, { params: { owner }, signal }),
  });

export const useUser = (owner: string) => useQuery(userOptions(owner));

/** Mutation that enables or disables an account. Only one runs at a time for each account. */
export function useSetUserEnabled(owner: string) {
  const client = useQueryClient();
  const { queryKey } = userOptions(owner);
  return useKeptMutation([...queryKey, 'enabled'], {
    mutationFn: (enabled: boolean) =>
      callAdmin(admin.setUserEnabled, { params: { owner }, body: { enabled } }),
    async onSuccess(changed) {
      // Cancels running reads, whose responses could overwrite the newer data.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (user) => user && { ...user, ...changed });
      announce((changed.enabled ? words.enabledAgain : words.disabled)(changed.email));
    },
  });
}
