import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { stateFile } from './state-file.ts';

const dir = mkdtempSync(path.join(tmpdir(), 'state-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('a state is loaded as it was saved last', () => {
  const file = stateFile(dir, 'kept');
  expect(file.load()).toBeUndefined();
  file.save({ count: 1 });
  file.save({ count: 2 });
  expect(stateFile(dir, 'kept').load()).toEqual({ count: 2 });
});

it('a state is replaced as a whole, so that a crash leaves the one before or the one after', () => {
  const file = stateFile(dir, 'whole');
  file.save({ count: 1 });
  const before = openSync(path.join(dir, 'whole.json'), 'r');
  file.save({ count: 2 });
  expect(readFileSync(before, 'utf8')).toBe('{"count":1}');
  closeSync(before);
});
