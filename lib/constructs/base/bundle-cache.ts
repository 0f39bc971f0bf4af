import { createHash, randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { version } from 'esbuild';
import { ROOT } from '../../paths.ts';

const CACHE = join(ROOT, 'node_modules/.cache/bundles');
/** Files that decide how imports are resolved. The lockfile stands for `node_modules`, which is not hashed. */
const RESOLUTION = ['package.json', 'package-lock.json', 'tsconfig.json'];
/**
 * Bundles of one entry that are kept for the same options, compiler and dependencies, so that switching between a few
 * Git branches needs no compilation.
 */
const MOST_VARIANTS = 8;
/** Keeps a bundle for this long after its last use, because another process may be about to copy its folder. */
const IN_USE_MS = 10 * 60_000;

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
  const manifest = join(CACHE, `${key}.json`);
  const variants = readVariants(manifest);
  const known = variants.find(isCurrent);
  if (known) {
    const now = new Date();
    utimesSync(join(CACHE, known.folder), now, now);
    return join(CACHE, known.folder);
  }
  const { files, sources } = compile();
  const variant = {
    sources: Object.fromEntries(sources.map((file) => [file, digestOf(file)])),
    folder: randomUUID(),
  };
  for (const { path, contents } of files) write(join(CACHE, variant.folder, path), contents);
  const removed = variants.slice(MOST_VARIANTS - 1).filter((other) => !isInUse(other));
  write(manifest, JSON.stringify([variant, ...variants.filter((other) => !removed.includes(other))]));
  for (const { folder } of removed) rmSync(join(CACHE, folder), { recursive: true, force: true });
  return join(CACHE, variant.folder);
}

function readVariants(manifest: string): Variant[] {
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Variant[]) : []; // written by `cachedBundle`
}

const isCurrent = ({ sources, folder }: Variant): boolean =>
  Object.entries(sources).every(([file, was]) => digestOf(file) === was) && existsSync(join(CACHE, folder));

/** The modification time of a variant's folder is the time of its last use. */
function isInUse({ folder }: Variant): boolean {
  const usedAt = statSync(join(CACHE, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - usedAt < IN_USE_MS;
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
