/** Tests when a bundle is reused, compiled and removed. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT } from '../../root-and-existing-path.ts';

let folder: string;
let compiled: number;
beforeEach(() => {
  compiled = 0;
  folder = mkdtempSync(join(tmpdir(), 'bundle-cache-'));
  vi.stubEnv('BUNDLE_CACHE', inCache());
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const source = (name: string) => join(folder, name);
const inCache = (...names: string[]) => join(folder, 'cache', ...names);

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

describe('of 500 old bundles and manifests', () => {
  const DAY = 24 * 3_600_000;
  const setUsed = (path: string, msAgo: number) => {
    const at = new Date(Date.now() - msAgo);
    utimesSync(path, at, at);
  };

  /** Leaves in the cache what was used so long ago: each was used a second before the one that it follows. */
  function leave(msAgo: number): string[] {
    const left = Array.from({ length: 500 }, (_, n) => inCache(n % 2 === 0 ? `bundle-${n}` : `${n}.json`));
    for (const [n, path] of left.entries()) {
      if (path.endsWith('.json')) writeFileSync(path, '[]');
      else mkdirSync(path, { recursive: true });
      setUsed(path, msAgo + 1_000 * n);
    }
    return left;
  }

  /** Bundles the given state of a source as a new process does, and returns the folder. */
  async function folderOf(text: string): Promise<string> {
    writeFileSync(source('many.ts'), text);
    vi.resetModules();
    const { cachedBundle } = await import('./bundle-cache.ts');
    const contents = Buffer.from(text);
    const sources = [relative(ROOT, source('many.ts'))];
    return cachedBundle(source('many.ts'), '', () => ({ files: [{ path: 'index.mjs', contents }], sources }));
  }

  it('those are removed that were used the longest time ago, when a bundle is added', async () => {
    const used = await folderOf('old');
    for (const name of readdirSync(inCache())) setUsed(inCache(name), 2 * DAY);
    const left = leave(DAY);
    expect(await folderOf('old')).toBe(used);
    const added = await folderOf('new');
    expect([used, added].filter((path) => existsSync(path))).toEqual([used, added]);
    expect(await folderOf('old')).toBe(used);
    // The two bundles and their manifest are the other three of the 400.
    expect(left.filter((path) => existsSync(path))).toEqual(left.slice(0, 397));
    expect(readdirSync(inCache())).toHaveLength(400);
  });

  it('none is removed that another process may be copying', async () => {
    const left = leave(60_000);
    await folderOf('new');
    expect(left.filter((path) => existsSync(path))).toEqual(left);
  });
});
