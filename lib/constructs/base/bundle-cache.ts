import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { version } from 'esbuild';
import { ROOT } from '../../root-and-existing-path.ts';

/** Files that decide how imports are resolved. The lockfile stands for `node_modules`, which is not hashed. */
const RESOLUTION = ['package.json', 'package-lock.json', 'tsconfig.json'];
/**
 * Number of bundles and manifests that are kept, some 600 MB. A manifest lists bundles of one entry, with the digests
 * of their sources. The number suffices for ten bundles of each entry, so that switching between a few Git branches
 * needs no compilation.
 */
const MOST_KEPT = 400;
/** Keeps a bundle for this long after its last use, because another process may be about to copy its folder. */
const IN_USE_MS = 30 * 60_000;

export interface Compiled {
  /** `path` is relative to the bundle's folder. */
  readonly files: readonly { readonly path: string; readonly contents: Uint8Array }[];
  /** Sources outside of `node_modules`, relative to the repository. */
  readonly sources: readonly string[];
}

interface Variant {
  readonly sources: Readonly<Record<string, string>>;
  readonly folder: string;
}

/**
 * Returns the folder of an entry's bundle. Calls `compile` unless the cache has a bundle of the same sources,
 * dependencies, compiler and options.
 * @param entry absolute path
 */
export function cachedBundle(entry: string, options: string, compile: () => Compiled): string {
  const resolution = RESOLUTION.map((file) => digestOf(file));
  const key = digest([relative(ROOT, entry), options, version, ...resolution].join('\n'));
  const manifest = `${key}.json`;
  const variants = readVariants(manifest);
  const known = variants.find((variant) => isCurrent(variant) && markUsed(variant.folder));
  if (known) {
    markUsed(manifest);
    return inCache(known.folder);
  }
  const { files, sources } = compile();
  const variant = {
    sources: Object.fromEntries(sources.map((file) => [file, digestOf(file)])),
    folder: randomUUID(),
  };
  for (const { path, contents } of files) write(inCache(variant.folder, path), contents);
  const others = variants.filter(({ folder }) => existsSync(inCache(folder)));
  write(inCache(manifest), JSON.stringify([variant, ...others]));
  removeLeastRecentlyUsed();
  return inCache(variant.folder);
}

/** Tests set `BUNDLE_CACHE`, so that bundles of their temporary entries stay out of the real cache. */
const inCache = (...names: string[]): string =>
  join(process.env.BUNDLE_CACHE ?? join(ROOT, 'node_modules/.cache/bundles'), ...names);

function readVariants(manifest: string): Variant[] {
  const stored = unlessGone(() => readFileSync(inCache(manifest), 'utf8'));
  return stored === undefined ? [] : (JSON.parse(stored) as Variant[]); // written by `cachedBundle`
}

const isCurrent = ({ sources }: Variant): boolean =>
  Object.entries(sources).every(([file, was]) => digestOf(file) === was);

/** Marks a bundle's folder or a manifest as used now. Returns false if another process has removed it. */
function markUsed(name: string): boolean {
  const now = new Date();
  const mark = () => {
    utimesSync(inCache(name), now, now);
    return true;
  };
  return unlessGone(mark) ?? false;
}

/** Returns the modification time, which `markUsed` sets at each use; 0 if the bundle or manifest is gone. */
const usedAt = (name: string): number => statSync(inCache(name), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/**
 * Keeps the `MOST_KEPT` bundles and manifests that were used last, and removes the others after `IN_USE_MS`. Bundles
 * and manifests of deleted entries or of earlier dependencies are no longer used, so in time they are removed too.
 */
function removeLeastRecentlyUsed(): void {
  const entries = readdirSync(inCache()).map((name) => ({ name, at: usedAt(name) }));
  // Reads the time again before a removal, because another process may have used the bundle or manifest since.
  for (const { name } of entries.sort((a, b) => b.at - a.at).slice(MOST_KEPT))
    if (Date.now() - usedAt(name) > IN_USE_MS) rmSync(inCache(name), { recursive: true, force: true });
}

/** Returns undefined if the file or folder that `use` needs does not exist. Another process may have removed it. */
function unlessGone<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces the file by a rename, so that a concurrent process never sees half a file. */
function write(file: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

const digests = new Map<string, string>();

function digestOf(file: string): string {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const absolute = join(ROOT, file);
  const made = existsSync(absolute) ? digest(readFileSync(absolute)) : '';
  digests.set(file, made);
  return made;
}

const digest = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');
