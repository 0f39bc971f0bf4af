import { describe, expect, it } from 'vitest';
import { splitIntoBatches } from './split-into-batches.ts';

describe('batches', () => {
  it('hold all of a list in its order, none more than the size', () => {
    expect(splitIntoBatches([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(splitIntoBatches([1, 2], 2)).toEqual([[1, 2]]);
    expect(splitIntoBatches([], 2)).toEqual([]);
  });
});
