import { describe, expect, it, vi } from 'vitest';
import { AppError } from '#contract/errors';
import { type Page, PagedList } from './paged-list.ts';

const listOf = (...pages: readonly (Page<string> | Error)[]) => {
  const readPage = vi.fn<(cursor?: string) => Promise<Page<string>>>();
  for (const page of pages)
    if (page instanceof Error) readPage.mockRejectedValueOnce(page);
    else readPage.mockResolvedValueOnce(page);
  return { readPage, list: new PagedList({ readPage, keyOf: (row) => row }) };
};

describe('a list by pages', () => {
  it('reads on where the page before ended, and shows no row twice', async () => {
    const { list, readPage } = listOf({ rows: ['a', 'b'], nextCursor: '2' }, { rows: ['b', 'c'] });
    await list.load();
    expect(await list.loadMore()).toEqual(['c']);
    expect(readPage).toHaveBeenLastCalledWith('2');
    expect(list.state.get()).toMatchObject({ phase: 'ready', rows: ['a', 'b', 'c'], nextCursor: undefined });
  });

  it('reads the next page once, however often it is asked', async () => {
    const { list, readPage } = listOf({ rows: ['a'], nextCursor: '2' }, { rows: ['b'] });
    await list.load();
    await Promise.all([list.loadMore(), list.loadMore()]);
    expect(readPage).toHaveBeenCalledTimes(2);
  });

  it('reads past pages of a search that found nothing', async () => {
    const { list } = listOf({ rows: [], nextCursor: '2' }, { rows: [], nextCursor: '3' }, { rows: ['a'] });
    await list.load();
    expect(list.state.get().rows).toEqual(['a']);
  });

  it("says why it failed in the server's words, and keeps the rows it has", async () => {
    const { list } = listOf(
      { rows: ['a'] },
      new AppError('too_many_requests', { message: 'Too many attempts.' }),
      { rows: ['b'] },
    );
    await list.load();
    await list.load();
    expect(list.state.get()).toMatchObject({ phase: 'ready', rows: ['a'] });
    expect(list.state.get().error).toMatch(/Too many attempts/);
    await list.load();
    expect(list.state.get()).toMatchObject({ rows: ['b'], error: undefined });
  });

  it('drops an answer that a newer question overtook', async () => {
    let answerFirst = (_page: Page<string>) => {};
    const first = new Promise<Page<string>>((resolve) => {
      answerFirst = resolve;
    });
    const readPage = vi
      .fn()
      .mockReturnValueOnce(first)
      .mockResolvedValueOnce({ rows: ['new'] });
    const list = new PagedList<string>({ readPage, keyOf: (row) => row });
    const slow = list.load();
    await list.load();
    answerFirst({ rows: ['old'] });
    await slow;
    expect(list.state.get().rows).toEqual(['new']);
  });
});
