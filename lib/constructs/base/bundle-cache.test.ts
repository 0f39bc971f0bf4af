/** Tests that a bundle is reused until a source or an option changes, or its folder is gone. */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
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

it('an old bundle is removed, but not while another process may be copying it', async () => {
  const many = source('many.ts');
  /** Bundles the given state of the source as a new process does, and returns the folder. */
  const folderOf = async (text: string): Promise<string> => {
    writeFileSync(many, text);
    vi.resetModules();
    const { cachedBundle: fresh } = await import('./bundle-cache.ts');
    const contents = Buffer.from(text);
    const sources = [relative(ROOT, many)];
    return fresh(many, '', () => ({ files: [{ path: 'index.mjs', contents }], sources }));
  };
  const folders: string[] = [];
  for (let n = 0; n < 10; n += 1) folders.push(await folderOf(`state ${n}`));
  expect(folders.filter((made) => existsSync(made))).toEqual(folders);
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const made of folders) utimesSync(made, longAgo, longAgo);
  expect(await folderOf('state 1')).toBe(folders[1]);
  await folderOf('state 10');
  // The seven newest of the old ones stay, and the one that was just used.
  expect(folders.filter((made) => existsSync(made))).toEqual([folders[1], ...folders.slice(3)]);
});
