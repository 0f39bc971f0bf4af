import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import type { HttpResponse } from '#contract/http-calls';
import { adminCopy } from '../copy.ts';
import { announce } from '../screen-reader-announcer.tsx';
import { callAdmin } from './call-admin.ts';

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
  useChange((body: admin.AnnouncementDraft) => callAdmin(admin.setAnnouncement, { body }), words.saved);

export const useRemoveAnnouncement = () =>
  useChange((_: undefined) => callAdmin(admin.removeAnnouncement, { query: {} }), words.removed);

function useChange<Input>(change: (input: Input) => Promise<HttpResponse<'getAnnouncement'>>, done: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (state) => {
      client.setQueryData(KEY, state);
      announce(done);
    },
  });
}
