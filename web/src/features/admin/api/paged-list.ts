import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { explainAdminFailure } from './call-admin.ts';

export interface Page<T> {
  readonly rows: readonly T[];
  readonly nextCursor?: string | undefined;
}

type Pages<T> = InfiniteData<Page<T>>;
type ReadPage<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

/** Query options of a list that the server returns in pages. */
export const pagedList = <T>(queryKey: QueryKey, readPage: ReadPage<T>) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      let page = await readPage(pageParam, signal);
      // A search can return an empty page that is not the last one.
      while (page.rows.length === 0 && page.nextCursor !== undefined)
        page = await readPage(page.nextCursor, signal);
      return page;
    },
    initialPageParam: undefined as string | undefined, // typed like the cursors of later pages
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

export interface PagedRows<T> {
  readonly isLoading: boolean;
  readonly rows: readonly T[];
  /** Message for the operator. Undefined during a read. */
  readonly error: string | undefined;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Reads all loaded pages again. */
  reload(): Promise<void>;
  loadMore(): Promise<{ readonly added: number; readonly isEnd: boolean }>;
}

/** Reads a list. `keyOf` returns the key of a row, so that a row that moved to a later page is shown only once. */
export function usePagedList<T>(
  options: ReturnType<typeof pagedList<T>>,
  keyOf: (row: T) => string,
): PagedRows<T> {
  const query = useInfiniteQuery(options);
  const rows = rowsOf(query.data, keyOf);
  return {
    isLoading: query.isPending,
    rows,
    // Removes the message during the next read, so that screen readers announce a second failure with the same message.
    error: query.error && !query.isFetching ? explainAdminFailure(query.error) : undefined,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    reload: async () => void (await query.refetch()),
    async loadMore() {
      const { data, hasNextPage } = await query.fetchNextPage();
      return { added: rowsOf(data, keyOf).length - rows.length, isEnd: !hasNextPage };
    },
  };
}

/** Returns the rows of all pages; of rows with the same key, only the first. */
export function rowsOf<T>(data: Pages<T> | undefined, keyOf: (row: T) => string): readonly T[] {
  const rows = new Map<string, T>();
  for (const row of data?.pages.flatMap((page) => page.rows) ?? [])
    if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
  return [...rows.values()];
}

/** Changes every cached row of the list. A row for which `change` returns undefined is removed. */
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

/**
 * Reads lists again after a change. Cancels running reads, because their answers may be older than the change.
 * `invalidateQueries` alone would not cancel the first read of a list.
 */
export async function readAgain(client: QueryClient, lists: QueryFilters): Promise<void> {
  await client.cancelQueries(lists);
  await client.invalidateQueries(lists);
}
