import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { changeRows, type Page, pagedList, rowsOf } from './paged-list.ts';

const KEY = ['letters'];

const given = (...pages: readonly Page<string>[]) => {
  const readPage = vi.fn<(cursor: string | undefined, signal: AbortSignal) => Promise<Page<string>>>();
  for (const page of pages) readPage.mockResolvedValueOnce(page);
  const options = pagedList(KEY, readPage);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const read = async (count: number) =>
    rowsOf(await client.fetchInfiniteQuery({ ...options, pages: count }), String);
  return { client, options, readPage, read };
};

describe('a list by pages', () => {
  it('reads the next page from the cursor, and shows no row twice', async () => {
    const { readPage, read } = given({ rows: ['a', 'b'], nextCursor: '2' }, { rows: ['b', 'c'] });
    expect(await read(2)).toEqual(['a', 'b', 'c']);
    expect(readPage.mock.calls.map(([cursor]) => cursor)).toEqual([undefined, '2']);
  });

  it('reads past pages of a search that found nothing', async () => {
    const { read } = given({ rows: [], nextCursor: '2' }, { rows: [], nextCursor: '3' }, { rows: ['a'] });
    expect(await read(1)).toEqual(['a']);
  });

  it('changes and takes out rows on every page that was read', async () => {
    const { client, options, read } = given({ rows: ['a', 'b'], nextCursor: '2' }, { rows: ['c', 'b'] });
    await read(2);
    changeRows<string>(client, options.queryKey, (row) => (row === 'b' ? undefined : row.toUpperCase()));
    expect(rowsOf(client.getQueryData(options.queryKey), String)).toEqual(['A', 'C']);
  });

  it('drops an answer that came after a change', async () => {
    const { client, options, readPage, read } = given({ rows: ['old'] });
    await read(1);
    const late = Promise.withResolvers<Page<string>>();
    readPage.mockReturnValueOnce(late.promise);
    const reading = client.refetchQueries({ queryKey: KEY });
    await client.cancelQueries({ queryKey: KEY });
    changeRows(client, options.queryKey, () => 'new');
    late.resolve({ rows: ['old'] });
    await reading;
    expect(rowsOf(client.getQueryData(options.queryKey), String)).toEqual(['new']);
  });
});
