import { describe, expect, it } from 'vitest';
import { readFilteredPage } from './read-filtered-page.ts';

const ROWS = Array.from({ length: 5_000 }, (_, i) => ({ sk: String(i).padStart(4, '0') }));

/** Reads a page of a list of 5,000 rows; with `wanted`, only of the rows that match. */
function page(cursor: string | undefined, wanted?: (sk: string) => boolean) {
  let reads = 0;
  const result = readFilteredPage({
    cursor,
    size: 50,
    isCursor: (text) => /^\d{4}$/.test(text),
    async read(after, limit) {
      reads += 1;
      const from = after === undefined ? 0 : Number(after) + 1;
      if (Number.isNaN(from)) throw new Error(`${after} is no place in the list`);
      const rows = ROWS.slice(from, from + limit);
      return { rows, end: from + rows.length >= ROWS.length };
    },
    take: async (rows) => rows.filter(({ sk }) => wanted?.(sk) ?? true).map(({ sk }) => ({ sk, value: sk })),
    isFiltered: wanted !== undefined,
  });
  return result.then((found) => ({ ...found, reads }));
}

async function all(wanted?: (sk: string) => boolean): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await page(cursor, wanted);
    found.push(...rows);
    cursor = nextCursor;
  } while (cursor !== undefined);
  return found;
}

describe('a list', () => {
  it('comes in full pages, each row once, and ends without an empty page', async () => {
    expect((await page(undefined)).rows).toHaveLength(50);
    expect(await all()).toEqual(ROWS.map(({ sk }) => sk));
    const { rows, nextCursor } = await page('4949');
    expect([rows.length, nextCursor]).toEqual([50, undefined]);
  });

  it('that is searched gives each matching row once, wherever the rows stand in it', async () => {
    for (const wanted of [
      (sk: string) => sk.endsWith('7'),
      (sk: string) => sk.startsWith('49'),
      (sk: string) => Number(sk) % 999 === 0,
      () => true,
    ])
      expect(await all(wanted)).toEqual(ROWS.map(({ sk }) => sk).filter(wanted));
  });

  it('that is searched reads a limited number of rows at a time, and continues after them', async () => {
    const { rows, nextCursor, reads } = await page(undefined, () => false);
    expect([rows, nextCursor, reads]).toEqual([[], '1999', 20]);
  });

  it('refuses a malformed cursor', async () => {
    await expect(page('x')).rejects.toMatchObject({ code: 'invalid_request', field: 'cursor' });
  });
});
