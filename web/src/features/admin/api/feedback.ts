import { useQuery } from '@tanstack/react-query';
import * as admin from '#contract/admin';
import { callAdmin } from './call-admin.ts';
import { pagedList, usePagedList } from './paged-list.ts';

const feedbackList = pagedList<admin.FeedbackDetails>(['admin', 'feedback'], async (cursor, signal) => {
  const { feedback, nextCursor } = await callAdmin(admin.listFeedback, { query: { cursor }, signal });
  return { rows: feedback, nextCursor };
});

/** Loads the users' feedback on replies, newest first. */
export const useFeedback = () => usePagedList(feedbackList, ({ id }) => id);

/**
 * Reads the conversation that a user sent with feedback. The server records each read in the audit log, so no read is
 * repeated automatically.
 */
export const useFeedbackConversation = (id: string) =>
  useQuery({
    queryKey: ['admin', 'feedback', id],
    queryFn: ({ signal }) => callAdmin(admin.readFeedbackConversation, { params: { id }, signal }),
    ...{ gcTime: 0, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
