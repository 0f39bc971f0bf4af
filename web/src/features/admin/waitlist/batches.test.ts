import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.ts';

describe('batches', () => {
  it('hold all of a list in its order, none more than the size', () => {
    expect(batchesOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(batchesOf([1, 2], 2)).toEqual([[1, 2]]);
    expect(batchesOf([], 2)).toEqual([]);
  });
});
