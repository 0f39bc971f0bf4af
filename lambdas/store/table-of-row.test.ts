import { expect, it } from 'vitest';
import stored from '../../test/support/rows-of-an-earlier-version.json' with { type: 'json' };
import { tableOfRow } from './table-of-row.ts';

it.each(Object.entries(stored.tables))(
  'each row that an earlier version wrote into %s is of it',
  (name, rows) => {
    const others = rows
      .map((row) => ({ pk: row.pk.S, sk: row.sk.S }))
      .filter((key) => tableOfRow(key) !== name);
    expect(others).toEqual([]);
  },
);

it.each([
  ['another partition', { pk: 'ORDER#1', sk: 'ORDER' }],
  ['a partition named like a property of every object', { pk: 'constructor', sk: 'x' }],
  ['other keys', { id: 'x' }],
  ['keys that are numbers', { pk: 1, sk: 2 }],
])('a row with %s is of no table', (_, row) => {
  expect(tableOfRow(row)).toBeUndefined();
});
