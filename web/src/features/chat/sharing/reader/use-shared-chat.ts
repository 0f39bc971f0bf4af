import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '#contract/error-codes';
import { readPublicShare, readShare, type SharedPart } from '#contract/sharing';
import { callApi, callAsVisitor } from '../../../../lib/api-client.ts';
import { loadSiteConfig } from '../../../../lib/site-config.ts';

/** `member` is a signed-in user, `visitor` is not signed in. */
export type Reader = 'member' | 'visitor';

export interface SharedChatProps {
  readonly shareId: string;
  readonly reader: Reader;
}

/** Thrown for a visitor if only users with an account may read shared chats. The chat is then not requested. */
export class AccountNeeded extends Error {}

/** Milliseconds after which the request of one part is aborted. API Gateway answers within 30 seconds. */
const TIMEOUT_MS = 30_000;

/**
 * Reads a shared chat part by part. If the author updates the chat between two parts, reads the chat again from its
 * beginning, and `isRestarted` becomes true.
 */
export function useSharedChat(shareId: string, reader: Reader) {
  const client = useQueryClient();
  const [isRestarted, setRestarted] = useState(false);
  const queryKey = ['shared', shareId, reader];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readPart(shareId, {
        reader,
        part: pageParam,
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }),
    initialPageParam: 0,
    getNextPageParam: ({ nextPart }) => nextPart,
    refetchOnReconnect: ({ state }) => state.data === undefined,
  });
  const { data, error, isFetchNextPageError } = query;
  const parts = data?.pages ?? [];
  const isMixed = parts.some(({ version }) => version !== parts[0]?.version);
  // A later part may be missing because an update has made the chat shorter. Only a read of the first part tells
  // whether the chat is still shared.
  const isPartGone = isFetchNextPageError && isNotFound(error);
  const mustRestart = isMixed || isPartGone;
  useEffect(() => {
    if (!mustRestart) return;
    setRestarted(true);
    void client.resetQueries({ queryKey: ['shared', shareId, reader] });
  }, [mustRestart, client, shareId, reader]);
  const [first] = parts;
  return {
    chat:
      first && !mustRestart ? { ...first, messages: parts.flatMap(({ messages }) => messages) } : undefined,
    error: data === undefined ? error : undefined,
    isRestarted,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: isFetchNextPageError && !query.isFetchingNextPage,
    isLoading: query.isFetching,
    more: () => !query.isFetching && void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

export const isNotFound = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'share_not_found';

interface Reading {
  readonly reader: Reader;
  readonly part: number;
  readonly signal: AbortSignal;
}

/** @throws AccountNeeded, or as `callApi` and `loadSiteConfig` */
async function readPart(shareId: string, { reader, part, signal }: Reading): Promise<SharedPart> {
  const input = { params: { shareId }, query: { part }, signal };
  if (reader === 'member') return await callApi(readShare, input);
  const { sharing = 'off' } = await loadSiteConfig();
  if (sharing === 'members') throw new AccountNeeded();
  return await callAsVisitor(readPublicShare, input);
}
