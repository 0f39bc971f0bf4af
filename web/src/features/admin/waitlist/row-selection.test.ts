import { describe, expect, it } from 'vitest';
import { extent, NOTHING, toggle, toggleRange, within } from './row-selection.ts';

const KEYS = ['a', 'b', 'c', 'd'];
const sorted = (selection: ReadonlySet<string>) => [...selection].sort().join('');

describe('a selection', () => {
  it('ticks and unticks one row, and leaves the given selection unchanged', () => {
    const one = toggle(NOTHING, 'a', true);
    expect(sorted(one)).toBe('a');
    expect(sorted(toggle(one, 'a', false))).toBe('');
    expect(sorted(one)).toBe('a');
    expect(NOTHING.size).toBe(0);
  });

  it('selects a range in either direction, and one row when the start of the range is gone', () => {
    expect(sorted(toggleRange(NOTHING, KEYS, 'b', 'd', true))).toBe('bcd');
    expect(sorted(toggleRange(NOTHING, KEYS, 'd', 'b', true))).toBe('bcd');
    expect(sorted(toggleRange(new Set(KEYS), KEYS, 'a', 'b', false))).toBe('cd');
    expect(sorted(toggleRange(NOTHING, KEYS, 'gone', 'c', true))).toBe('c');
    expect(sorted(toggleRange(NOTHING, KEYS, undefined, 'c', true))).toBe('c');
  });

  it('forgets rows that are not in the list any more', () => {
    expect(sorted(within(new Set(['a', 'x']), KEYS))).toBe('a');
  });

  it('knows whether it is all, some or none of the rows', () => {
    expect(extent(NOTHING, KEYS)).toBe('none');
    expect(extent(NOTHING, [])).toBe('none');
    expect(extent(new Set(['a', 'x']), KEYS)).toBe('some');
    expect(extent(new Set([...KEYS, 'x']), KEYS)).toBe('all');
  });
});
