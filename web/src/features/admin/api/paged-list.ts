import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { explain } from './call-admin.ts';

export interface Page<T> {
  readonly rows: readonly T[];
  readonly nextCursor?: string | undefined;
}

type Pages<T> = InfiniteData<Page<T>>;
type ReadPage<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** Options of a list that is read page by page. */
export const pagedList = <T>(queryKey: QueryKey, readPage: ReadPage<T>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      let page = await readPage(pageParam, signal);
      // A page of a search may have found nothing, and yet not be the last.
      while (page.rows.length === 0 && page.nextCursor !== undefined)
        page = await readPage(page.nextCursor, signal);
      return page;
    },
    initialPageParam: undefined as string | undefined, // it has the type of the cursors that follow
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

/** A list of the server's, as far as it has been read. */
export interface PagedRows<T> {
  readonly isLoading: boolean;
  readonly rows: readonly T[];
  /** Why the last reading failed, in words for people. */
  readonly error: string | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Reads it again; rows on screen stay until then. */
  reload(): Promise<void>;
  /** Reads the next page. Resolves with how many rows are new, and whether that was the last page. */
  loadMore(): Promise<{ readonly added: number; readonly isEnd: boolean }>;
}

/** Reads a list. `keyOf` identifies a row: one that moved to the next page meanwhile is not shown twice. */
export function usePagedList<T>(
  options: ReturnType<typeof pagedList<T>>,
  keyOf: (row: T) => string,
): PagedRows<T> {
  const query = useInfiniteQuery(options);
  const rows = rowsOf(query.data, keyOf);
  return {
    isLoading: query.isPending,
    rows,
    // Gone while it is read again: an alert that comes back is read out again.
    error: query.error && !query.isFetching ? explain(query.error) : undefined,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    reload: async () => void (await query.refetch()),
    async loadMore() {
      const { data, hasNextPage } = await query.fetchNextPage();
      return { added: rowsOf(data, keyOf).length - rows.length, isEnd: !hasNextPage };
    },
  };
}

export function rowsOf<T>(data: Pages<T> | undefined, keyOf: (row: T) => string): readonly T[] {
  const rows = new Map<string, T>();
  for (const row of data?.pages.flatMap((page) => page.rows) ?? [])
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  return [...rows.values()];
}

/** Changes each row that was read, or takes it out where `change` returns nothing. */
export function changeRows<T>(client: QueryClient, key: QueryKey, change: (row: T) => T | undefined): void {
  client.setQueryData<Pages<T>>(
    key,
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, rows: page.rows.flatMap((row) => change(row) ?? []) })),
      },
  );
}
