import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TurnItem } from '../../store/turns/turns.ts';
import { newestOnPath, turnsOnPath } from './read-turns-on-path.ts';

let stored: TurnItem[] = [];
vi.mock('../../store/turns/list-turns.ts', () => ({
  listTurnsFrom: () => expect.fail('the chat has branches'),
  listRange: async (
    _: object,
    { from, to, limit, isForward }: { from: number; to: number; limit: number; isForward: boolean },
  ) => {
    // DynamoDB refuses a range that ends before it begins.
    if (from > to) expect.fail(`a range from ${from} to ${to}`);
    const within = stored.filter(({ index }) => index >= from && index <= to);
    return { turns: (isForward ? within : within.toReversed()).slice(0, limit), isCut: false };
  },
}));

const turn = (index: number, change: Partial<TurnItem> = {}): TurnItem => ({
  ...{ index, userText: 'Q', text: 'A', replyAt: '', status: 'complete' },
  ...change,
});
const CHAT = { owner: 'o', chatId: 'c' };
/** Branches and newest path of a chat in which a version of the message at 9 begins at 21. */
const on = {
  branches: [{ from: 21, versionOf: 9 }],
  path: [
    { from: 0, to: 8 },
    { from: 21, to: Number.POSITIVE_INFINITY },
  ],
};
const indexesOf = (turns: readonly TurnItem[]) => turns.map(({ index }) => index);

beforeEach(() => {
  // A late worker stored a turn at 29 whose branch was never added.
  const late = turn(29, { versionOf: 3 });
  stored = [1, 3, 5, 7, 21, 23, 25, 27].map((index) => turn(index)).concat(late, turn(31));
});

describe('a turn that is on no path', () => {
  it('leaves no gap in the newest turns', async () => {
    const found = await newestOnPath(CHAT, on, { limit: 4, known: [] });
    expect(indexesOf(found)).toEqual([31, 27, 25]);
    const rest = await newestOnPath(CHAT, on, { limit: 4, before: 25, known: [] });
    expect(indexesOf(rest)).toEqual([23, 21, 7, 5]);
  });

  it('leaves no gap in the turns that follow an index', async () => {
    const late = [turn(2, { versionOf: 1 }), turn(3, { versionOf: 1 })];
    stored = [turn(1), ...late, ...[5, 7, 21, 23, 25].map((index) => turn(index))];
    const found = await turnsOnPath(CHAT, on, { limit: 2, from: 0 });
    expect([indexesOf(found.turns), found.hasMore]).toEqual([[1], true]);
    const rest = await turnsOnPath(CHAT, on, { limit: 4, from: 4 });
    expect([indexesOf(rest.turns), rest.hasMore]).toEqual([[5, 7, 21, 23], true]);
  });
});

it('has no turns after an index that is greater than that of every message', async () => {
  for (const from of [100_000_000, 999_999_999])
    expect(await turnsOnPath(CHAT, on, { limit: 4, from })).toEqual({ turns: [], hasMore: false });
});
