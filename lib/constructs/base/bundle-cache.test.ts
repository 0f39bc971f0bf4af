/** Tests that a bundle is reused until a source or an option changes, or its folder is gone. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROOT } from '../../paths.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-cache-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const source = (name: string) => join(folder, name);
let compiled = 0;

/** Bundles as a new process does; the bundle holds the text of its sources. */
async function bundled(options = 'minify'): Promise<string> {
  vi.resetModules();
  const { cachedBundle } = await import('./bundle-cache.ts');
  const made = cachedBundle(source('entry.ts'), options, () => {
    compiled += 1;
    const files = ['entry.ts', 'part.ts'].map(source);
    const text = files.map((file) => readFileSync(file, 'utf8')).join();
    return {
      files: [{ path: 'index.mjs', contents: Buffer.from(text) }],
      sources: files.map((file) => relative(ROOT, file)),
    };
  });
  return readFileSync(join(made, 'index.mjs'), 'utf8');
}

it('a bundle is compiled when a source or an option has changed, and reused when they change back', async () => {
  writeFileSync(source('entry.ts'), 'entry');
  writeFileSync(source('part.ts'), 'part');
  expect([await bundled(), await bundled(), compiled]).toEqual(['entry,part', 'entry,part', 1]);
  writeFileSync(source('part.ts'), 'another part');
  expect([await bundled(), compiled]).toEqual(['entry,another part', 2]);
  writeFileSync(source('part.ts'), 'part');
  expect([await bundled(), compiled]).toEqual(['entry,part', 2]);
  expect([await bundled('whole'), compiled]).toEqual(['entry,part', 3]);
});

it('a bundle is compiled when its folder is gone', async () => {
  vi.resetModules();
  const { cachedBundle } = await import('./bundle-cache.ts');
  const again = () => ({ files: [{ path: 'index.mjs', contents: Buffer.from('x') }], sources: [] });
  const made = cachedBundle(source('other.ts'), '', again);
  rmSync(made, { recursive: true });
  expect(readFileSync(join(cachedBundle(source('other.ts'), '', again), 'index.mjs'), 'utf8')).toBe('x');
});
