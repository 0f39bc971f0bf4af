import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 KB'],
  [1_047_000, '1,022 KB'],
  [1_024 ** 2 - 1, '1 MB'],
  [1_024 ** 3 - 1, '1 GB'],
  [10_189, '10 KB'],
  [3_565_158, '3.4 MB'],
  [20 * 1_024 ** 2, '20 MB'],
  [5 * 1_024 ** 3, '5 GB'],
  [5_000 * 1_024 ** 3, '5,000 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
