import { useQueryClient } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import type { HttpResponse } from '#contract/http-calls';
import { announce } from '../components/console-screen-reader-announcer.tsx';
import { adminCopy } from '../copy.ts';
import { callAdmin } from './call-admin.ts';
import { useKeptMutation } from './kept-mutation.ts';
import { pagedList, readAgain, usePagedList } from './paged-list.ts';

const words = adminCopy.invites;
const KEY = ['admin', 'invites'];

export interface NewInvites {
  readonly count: number;
  readonly maxUses: number;
  readonly expiresInDays: number;
  readonly email?: string;
  readonly note?: string;
  readonly sendMail: boolean;
}

/**
 * Loads the invites, newest first. `search` looks in the code, the note, the only address that may use the invite, and
 * the addresses of accounts that used it.
 */
export function useInvites(search: string | undefined) {
  const list = pagedList<admin.Invite>([...KEY, { search }], async (cursor, signal) => {
    const { invites, nextCursor } = await callAdmin(admin.listInvites, { query: { search, cursor }, signal });
    return { rows: invites, nextCursor };
  });
  return usePagedList(list, ({ code }) => code);
}

export const useCreateInvites = () =>
  useInviteMutation(
    'create',
    (body: NewInvites) => callAdmin(admin.createInvites, { body }),
    announceCreated,
  );

export const useRevokeInvite = () =>
  useInviteMutation(
    'revoke',
    (code: string) => callAdmin(admin.revokeInvite, { params: { code }, body: {} }),
    ({ code }) => announce(words.revoked(code)),
  );

const announceCreated = ({ invites }: HttpResponse<'createInvites'>) =>
  announce(words.createdTitle(invites.length));

/** The list is read again even after a failure, because another operator may have changed it. */
function useInviteMutation<Input, Output>(
  name: string,
  mutate: (input: Input) => Promise<Output>,
  announceDone: (done: Output) => void,
) {
  const client = useQueryClient();
  return useKeptMutation([...KEY, name], {
    mutationFn: mutate,
    onSuccess: announceDone,
    onSettled: () => void readAgain(client, { queryKey: KEY }),
  });
}
