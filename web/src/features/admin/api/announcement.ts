import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import { AppError } from '#contract/error-codes';
import type { HttpResponse } from '#contract/http-calls';
import { announce } from '../components/console-screen-reader-announcer.tsx';
import { adminCopy } from '../copy.ts';
import { callAdmin } from './call-admin.ts';
import { useKeptMutation } from './kept-mutation.ts';

const words = adminCopy.announcement;
const KEY = ['admin', 'announcement'];

/** Loads the announcement when its screen opens, and not again while the operator may be editing it. */
export const useAnnouncement = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callAdmin(admin.getAnnouncement, { query: {}, signal }),
    ...{ gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });

export const useSetAnnouncement = () =>
  useKeptMutation([...KEY, 'set'], {
    mutationFn: (body: admin.AnnouncementDraft & { readonly seen: string }) =>
      callAdmin(admin.setAnnouncement, { body }),
    onSuccess: useShowChange(words.saved),
    onError: useReadChange(),
  });

export const useRemoveAnnouncement = () =>
  useKeptMutation([...KEY, 'remove'], {
    mutationFn: (seen: string) => callAdmin(admin.removeAnnouncement, { query: { seen } }),
    onSuccess: useShowChange(words.removed),
    onError: useReadChange(),
  });

function useShowChange(done: string) {
  const client = useQueryClient();
  return async (state: HttpResponse<'getAnnouncement'>) => {
    // Cancels a running read, whose response could overwrite the newer announcement.
    await client.cancelQueries({ queryKey: KEY });
    // The query is gone if the operator has left the screen. If `setQueryData` created the query again, the form would
    // later open with this text, even if another operator has changed the announcement since.
    if (client.getQueryState(KEY)) client.setQueryData(KEY, state);
    announce(done);
  };
}

/** Reads the announcement again after the server has refused a change, because another operator has changed it. */
function useReadChange() {
  const client = useQueryClient();
  return async (error: unknown) => {
    if (error instanceof AppError && error.code === 'announcement_changed')
      await client.invalidateQueries({ queryKey: KEY });
  };
}
