import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import type { HttpResponse } from '#contract/http';
import { announce } from '../announcer.tsx';
import { adminCopy } from '../copy.ts';
import { callAdmin } from './call-admin.ts';
import { pagedList, usePagedList } from './paged-list.ts';

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

/** The invites, newest first; with `search`, those it finds. */
export function useInvites(search: string | undefined) {
  const list = pagedList<admin.Invite>([...KEY, { search }], async (cursor, signal) => {
    const { invites, nextCursor } = await callAdmin(admin.listInvites, { query: { search, cursor }, signal });
    return { rows: invites, nextCursor };
  });
  return usePagedList(list, ({ code }) => code);
}

export const useCreateInvites = () =>
  useInviteAct((body: NewInvites) => callAdmin(admin.createInvites, { body }), sayCreated);

/** Ends an invite. */
export const useRevokeInvite = () =>
  useInviteAct(
    (code: string) => callAdmin(admin.revokeInvite, { params: { code }, body: {} }),
    ({ code }) => announce(words.revoked(code)),
  );

const sayCreated = ({ invites }: HttpResponse<'createInvites'>) =>
  announce(words.createdTitle(invites.length));

/** One act at a time. Another operator may have been faster, so the list is read again even after a failure. */
function useInviteAct<Input, Output>(act: (input: Input) => Promise<Output>, say: (done: Output) => void) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationKey: KEY,
    mutationFn: act,
    // An answer to a question from before the act is out of date.
    onMutate: () => client.cancelQueries({ queryKey: KEY }),
    onSuccess: say,
    onSettled: () => void client.invalidateQueries({ queryKey: KEY }),
  });
  return {
    error: mutation.error,
    /** True also while an act is under way whose dialog was closed. */
    isPending: useIsMutating({ mutationKey: KEY }) > 0,
    begin(input: Input, onSuccess: (done: Output) => void): void {
      if (client.isMutating({ mutationKey: KEY }) === 0) mutation.mutate(input, { onSuccess });
    },
  };
}
