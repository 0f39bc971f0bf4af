import { describe, expect, it, vi } from 'vitest';
import type { Chat } from '#contract/entities';
import type { HttpResponse } from '#contract/http-calls';
import { ChatList } from './chat-list.ts';

/** The nth chat that the user created. */
const chat = (n: number): Chat => ({
  chatId: `chat-${n}`,
  name: `Chat ${n}`,
  createdAt: `2026-01-${String(n).padStart(2, '0')}T00:00:00.000Z`,
});
const chats = (...numbers: number[]) => numbers.map(chat);

function givenList(...pages: HttpResponse<'getChats'>[]) {
  const readPage = vi.fn(async (_cursor?: string) => pages.shift() ?? expect.fail('no such page'));
  const list = new ChatList({ readPage });
  const names = () => list.state.get().chats.map(({ name }) => name);
  return { list, readPage, names };
}

it('merges pages newest first, each chat once [S7.chats.1]', async () => {
  const { list, readPage, names } = givenList(
    { chats: chats(5, 4, 3), nextCursor: 'older' },
    { chats: chats(3, 2, 1) },
  );
  await list.load();
  await list.loadMore();
  expect(names()).toEqual(['Chat 5', 'Chat 4', 'Chat 3', 'Chat 2', 'Chat 1']);
  expect(readPage.mock.calls).toEqual([[], ['older', undefined]]);
  expect(list.state.get().nextCursor).toBeUndefined();
});

it('reads one page at a time, and none after the last', async () => {
  const { list, readPage } = givenList({ chats: chats(5), nextCursor: 'older' }, { chats: chats(4) });
  await list.load();
  await Promise.all([list.loadMore(), list.loadMore()]);
  await list.loadMore();
  expect(readPage).toHaveBeenCalledTimes(2);
});

it('reports an older page that fails to load, and loads it at the next try', async () => {
  const { list, readPage, names } = givenList({ chats: chats(5), nextCursor: 'older' }, { chats: chats(4) });
  await list.load();
  readPage.mockRejectedValueOnce(new Error('offline'));
  await list.loadMore();
  expect(list.state.get().more).toBe('failed');
  await list.loadMore();
  expect(names()).toEqual(['Chat 5', 'Chat 4']);
  expect(list.state.get().more).toBe('idle');
});

it('reads the older pages again when a read from the start has failed and the next read succeeds', async () => {
  const { list, readPage } = givenList({ chats: chats(9, 8), nextCursor: 'after 8' }, { chats: chats(7) });
  await list.load();
  await list.loadMore();
  expect(list.state.get().nextCursor).toBeUndefined();
  readPage.mockRejectedValueOnce(new Error('429'));
  await list.load(true);
  expect(list.isStale).toBe(true);
  readPage.mockResolvedValueOnce({ chats: chats(9, 8), nextCursor: 'again' });
  await list.load();
  expect(list.state.get().nextCursor).toBe('again');
  readPage.mockResolvedValueOnce({ chats: chats(9, 8), nextCursor: 'other' });
  await list.load();
  expect(list.state.get().nextCursor).toBe('again');
});

it('is stale when a project was changed during the first read, whose projects are then dropped', async () => {
  const project = { projectId: 'p', name: 'P', createdAt: '' };
  const { list } = givenList({ chats: [], projects: [project] }, { chats: [], projects: [project] });
  const read = list.load();
  list.projects.put({ ...project, projectId: 'other' });
  await read;
  expect([list.projects.isRead, list.isStale]).toEqual([false, true]);
  await list.load();
  expect([list.projects.isRead, list.isStale]).toEqual([true, false]);
});

it.each(['newer', 'same'])(
  'continues after the first page (%s cursor) if that was read again during the read of an older page',
  async (cursor) => {
    const { list, readPage, names } = givenList({ chats: chats(9), nextCursor: 'same' });
    await list.load();
    const older = Promise.withResolvers<HttpResponse<'getChats'>>();
    readPage.mockReturnValueOnce(older.promise);
    const reading = list.loadMore();
    // Chats 7 and 6 were imported meanwhile. The older page, requested before, lacks them.
    readPage.mockResolvedValueOnce({ chats: chats(9), nextCursor: cursor });
    await list.load(true);
    older.resolve({ chats: chats(5), nextCursor: 'after 5' });
    await reading;
    expect(list.state.get()).toMatchObject({ nextCursor: cursor, more: 'idle' });
    readPage.mockResolvedValueOnce({ chats: chats(7, 6, 5), nextCursor: 'after 5' });
    await list.loadMore();
    expect(readPage).toHaveBeenLastCalledWith(cursor, undefined);
    expect(names()).toEqual(['Chat 9', 'Chat 7', 'Chat 6', 'Chat 5']);
  },
);

it('knows whether the project of a chat has instructions, once the projects are known', async () => {
  const project = (projectId: string, hasInstructions?: true) => ({
    ...{ projectId, name: 'House', createdAt: '2026-01-01T00:00:00.000Z' },
    ...(hasInstructions && { hasInstructions }),
  });
  const inProject = (n: number, projectId: string) => ({ ...chat(n), projectId });
  const { list } = givenList({
    chats: [inProject(4, 'with'), inProject(3, 'without'), inProject(2, 'unknown'), chat(1)],
    projects: [project('with', true), project('without')],
  });
  list.add(inProject(5, 'with'));
  expect(list.instructedProject('chat-5')).toBeUndefined();
  await list.load();
  const known = [4, 3, 2, 1].map((n) => list.instructedProject(`chat-${n}`));
  expect(known).toEqual(['with', null, undefined, undefined]);
});

it('puts a restored chat back where it was', async () => {
  const { list, names } = givenList({ chats: chats(3, 2, 1) });
  await list.load();
  list.remove('chat-2');
  expect(names()).toEqual(['Chat 3', 'Chat 1']);
  list.add(chat(2));
  expect(names()).toEqual(['Chat 3', 'Chat 2', 'Chat 1']);
  expect(list.state.get().removed.size).toBe(0);
});

it('a chat removed during the read of an older page does not come back with that page', async () => {
  const { list, readPage, names } = givenList({ chats: chats(3), nextCursor: 'older' });
  await list.load();
  const page = Promise.withResolvers<{ chats: Chat[] }>();
  readPage.mockReturnValueOnce(page.promise);
  const loading = list.loadMore();
  list.remove('chat-2');
  page.resolve({ chats: chats(2, 1) });
  await loading;
  expect(names()).toEqual(['Chat 3', 'Chat 1']);
});

it('a page whose chats are all removed during its read is not taken for a sign that older chats are gone', async () => {
  const { list, readPage, names } = givenList(
    { chats: chats(5, 4), nextCursor: 'older' },
    { chats: chats(3) },
  );
  await list.load();
  await list.loadMore();
  const page = Promise.withResolvers<HttpResponse<'getChats'>>();
  readPage.mockReturnValueOnce(page.promise);
  const reading = list.load();
  for (const id of ['chat-5', 'chat-4']) list.remove(id);
  page.resolve({ chats: chats(5, 4), nextCursor: 'older' });
  expect(await reading).toEqual([]);
  expect(names()).toEqual(['Chat 3']);
});

it.each(['older', 'pinned', 'project'] as const)(
  'a chat that was deleted here and restored elsewhere is shown again by the next read of its page: %s',
  async (where) => {
    const { list, readPage, names } = givenList({ chats: chats(3, 2), nextCursor: 'older' });
    await list.load();
    list.add(chat(1));
    list.remove('chat-1');
    // Without a frame, the newest page does not tell of a restored chat that is older.
    const pinned = where === 'pinned' ? [{ ...chat(1), pinnedAt: '2026-02-01T00:00:00.000Z' }] : [];
    readPage.mockResolvedValueOnce({ chats: chats(3, 2), pinned, archivedIds: [], nextCursor: 'older' });
    await list.load(true);
    readPage.mockResolvedValueOnce({ chats: chats(1) });
    if (where === 'older') await list.loadMore();
    if (where === 'project') await list.loadProject('p', undefined);
    expect(names()).toEqual(['Chat 3', 'Chat 2', 'Chat 1']);
    expect(list.state.get().removed.size).toBe(0);
  },
);

it('notices chats that were deleted and restored while there was no connection', async () => {
  const { list, names } = givenList(
    { chats: chats(5, 4, 3), nextCursor: 'older' },
    { chats: chats(2, 1) },
    { chats: chats(6, 4, 3), nextCursor: 'older' },
  );
  await list.load();
  await list.loadMore();
  list.remove('chat-4');
  expect(await list.load()).toEqual(chats(5));
  // Chats 2 and 1 are older than the page, which does not show whether they still exist.
  expect(names()).toEqual(['Chat 6', 'Chat 4', 'Chat 3', 'Chat 2', 'Chat 1']);
  expect([...list.state.get().removed]).toEqual(['chat-5']);
});

it.each(['load', 'loadMore'] as const)(
  'keeps a change that is made during %s, whose page may be older',
  async (name) => {
    const { list, readPage } = givenList({ chats: chats(5, 4), nextCursor: 'older' });
    await list.load();
    const page = Promise.withResolvers<{ chats: Chat[] }>();
    readPage.mockReturnValueOnce(page.promise);
    const reading = list[name]();
    list.change('chat-4', { model: undefined });
    list.change('chat-3', { name: 'Renamed' });
    page.resolve({ chats: [{ ...chat(4), model: 'claude' }, chat(3)] });
    await reading;
    expect(list.find('chat-4')?.model).toBeUndefined();
    expect(list.find('chat-3')?.name).toBe('Renamed');
  },
);

it('a page requested after a local change overrides that change', async () => {
  const { list } = givenList({ chats: chats(4) }, { chats: [{ ...chat(4), name: 'By another device' }] });
  await list.load();
  list.change('chat-4', { name: 'Mine' });
  await list.load();
  expect(list.find('chat-4')?.name).toBe('By another device');
});

describe('pinned and archived chats', () => {
  const AT = '2026-02-01T00:00:00.000Z';
  const pinned = (n: number): Chat => ({ ...chat(n), pinnedAt: AT });
  const archived = (n: number): Chat => ({ ...chat(n), archivedAt: AT });
  const placesOf = (list: ChatList) =>
    list.state
      .get()
      .chats.map(({ name, pinnedAt, archivedAt }) => [
        name,
        pinnedAt !== undefined,
        archivedAt !== undefined,
      ]);

  it('an old pinned chat comes with the first page; one unpinned on another device is unpinned', async () => {
    const { list } = givenList(
      { chats: chats(5), pinned: [pinned(1)], archivedIds: [], nextCursor: 'older' },
      { chats: chats(5), pinned: [], archivedIds: [], nextCursor: 'older' },
    );
    await list.load();
    expect(placesOf(list)).toEqual([
      ['Chat 5', false, false],
      ['Chat 1', true, false],
    ]);
    await list.load();
    expect(placesOf(list)[1]).toEqual(['Chat 1', false, false]);
  });

  it('a chat that another device has unpinned and moved is in its new project', async () => {
    const { list } = givenList(
      { chats: [{ ...pinned(5), projectId: 'a' }], pinned: [{ ...pinned(5), projectId: 'a' }] },
      { chats: [{ ...chat(5), projectId: 'b' }], pinned: [] },
    );
    await list.load();
    await list.load();
    expect(list.find('chat-5')).toMatchObject({ projectId: 'b', pinnedAt: undefined });
  });

  it('a chat that another device has archived is not taken for a deleted one', async () => {
    const { list } = givenList(
      { chats: chats(5, 4), pinned: [], archivedIds: [] },
      { chats: chats(5), pinned: [], archivedIds: ['chat-4'] },
    );
    await list.load();
    expect(await list.load()).toEqual([]);
    expect(placesOf(list)[1]).toEqual(['Chat 4', false, true]);
    expect(list.state.get().removed.size).toBe(0);
  });

  it.each([
    ['pinned', pinned(4), ['Chat 4', true, false]],
    ['archived', archived(4), ['Chat 4', false, true]],
  ])('a chat that was %s while an older page was read stays so', async (_, changed, place) => {
    const { list } = givenList(
      { chats: chats(5, 4), pinned: [], archivedIds: [] },
      { chats: chats(5, 4), pinned: [], archivedIds: [] },
    );
    await list.load();
    const read = list.load();
    list.put(changed);
    await read;
    expect(placesOf(list)[1]).toEqual(place);
  });

  it('a chat restored during the read of a page that lists it as archived stays restored', async () => {
    const { list } = givenList(
      { chats: chats(5), pinned: [], archivedIds: ['chat-4'] },
      { chats: chats(5), pinned: [], archivedIds: ['chat-4'] },
    );
    await list.load();
    list.know(archived(4));
    const read = list.load();
    list.put(chat(4));
    await read;
    expect(placesOf(list)[1]).toEqual(['Chat 4', false, false]);
  });

  it('a frame adds no unknown archived chat, and a history adds no deleted or unarchived one', async () => {
    const { list, names } = givenList({ chats: chats(5), pinned: [], archivedIds: [] });
    await list.load();
    list.put(archived(2));
    list.remove('chat-3');
    list.know(archived(3));
    list.know(chat(1));
    expect(names()).toEqual(['Chat 5']);
    list.know(archived(2));
    expect(names()).toEqual(['Chat 5', 'Chat 2']);
  });
});

describe('a list that the browser has kept', () => {
  const kept = (...numbers: number[]) => ({ chats: chats(...numbers), projects: [], nextCursor: 'chat-1' });

  it('is shown until the newest page has been read, which replaces it', async () => {
    const { list, names } = givenList({
      chats: [{ ...chat(5), name: 'Renamed' }, chat(4)],
      nextCursor: 'chat-4',
    });
    const read = list.load();
    list.restore(kept(4, 3, 2));
    expect(names()).toEqual(['Chat 4', 'Chat 3', 'Chat 2']);
    expect(list.state.get()).toMatchObject({ phase: 'loading', isKept: true });
    await read;
    // Chats 3 and 2 are on a page that has not been read.
    expect(names()).toEqual(['Renamed', 'Chat 4']);
    expect(list.state.get()).toMatchObject({ phase: 'ready', isKept: false, nextCursor: 'chat-4' });
  });

  it('chats that an opened project has shown stay, although the newest page lacks them', async () => {
    const { list, readPage, names } = givenList();
    const newest = Promise.withResolvers<HttpResponse<'getChats'>>();
    readPage.mockReturnValueOnce(newest.promise).mockResolvedValueOnce({ chats: chats(2) });
    const read = list.load();
    list.restore(kept(4, 3, 2));
    await list.loadProject('p', undefined);
    newest.resolve({ chats: chats(5, 4), nextCursor: 'chat-4' });
    await read;
    expect(names()).toEqual(['Chat 5', 'Chat 4', 'Chat 2']);
  });

  it('reports the chats that were deleted since', async () => {
    const { list, names } = givenList({ chats: chats(4, 2) });
    const read = list.load();
    list.restore(kept(4, 3, 2));
    expect(await read).toEqual([chat(3)]);
    expect(names()).toEqual(['Chat 4', 'Chat 2']);
  });

  it('loses an old pinned chat that was deleted since', async () => {
    const { list, names } = givenList({ chats: chats(5, 4), pinned: [], nextCursor: 'chat-4' });
    const read = list.load();
    list.restore({ ...kept(4), chats: [chat(4), { ...chat(2), pinnedAt: '2026-02-01T00:00:00.000Z' }] });
    await read;
    expect(names()).toEqual(['Chat 5', 'Chat 4']);
  });

  it('a chat that was created during the read stays', async () => {
    const { list, names } = givenList({ chats: chats(4) });
    const read = list.load();
    list.restore(kept(4));
    list.add(chat(6));
    await read;
    expect(names()).toEqual(['Chat 6', 'Chat 4']);
  });

  it('is not shown after the newest page, and no older page is read before it', async () => {
    const { list, readPage, names } = givenList({ chats: chats(5) }, { chats: chats(4) });
    await list.load();
    list.restore(kept(3));
    expect(names()).toEqual(['Chat 5']);
    const early = givenList({ chats: chats(5) });
    early.list.restore(kept(3));
    await early.list.loadMore();
    expect(early.readPage).not.toHaveBeenCalled();
    expect(readPage).toHaveBeenCalledOnce();
  });

  it.each(['before', 'after'])(
    'stays when the read fails %s it is restored, until a later read succeeds',
    async (when) => {
      const { list, readPage, names } = givenList({ chats: chats(5) });
      readPage.mockRejectedValueOnce(new Error('offline'));
      if (when === 'after') list.restore(kept(3));
      await list.load();
      list.restore(kept(3));
      expect(list.state.get()).toMatchObject({ phase: 'loading', isKept: true });
      expect(list.isStale).toBe(true);
      expect(names()).toEqual(['Chat 3']);
      await list.load();
      expect(names()).toEqual(['Chat 5']);
    },
  );

  it('does not tell the server that a project is without instructions', () => {
    const { list } = givenList();
    const project = { projectId: 'p', name: 'Birds', emoji: '🐦', hasInstructions: false };
    list.restore({ ...kept(3), chats: [{ ...chat(3), projectId: 'p' }], projects: [project] as never });
    expect(list.projects.state.get()).toHaveLength(1);
    expect(list.instructedProject('chat-3')).toBeUndefined();
  });
});
