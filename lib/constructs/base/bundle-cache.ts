/**
 * Bundles that were made before, by content: compiling all functions is half of a synthesis. A bundle is used again
 * while each of its sources, the dependencies and the compiler are the same.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { version } from 'esbuild';
import { ROOT } from '../../paths.ts';

const CACHE = join(ROOT, 'node_modules/.cache/bundles');
/** Whatever decides how an import is resolved, beside the sources. */
const RESOLUTION = ['package.json', 'package-lock.json', 'tsconfig.json'];
/** How many bundles of an entry are kept: those of a few branches. */
const MOST_VARIANTS = 8;

export interface Compiled {
  /** By path within the bundle. */
  readonly files: readonly { readonly path: string; readonly contents: Uint8Array }[];
  /** Sources outside of `node_modules`, relative to the repository. */
  readonly sources: readonly string[];
}

interface Variant {
  /** Digest of each source, by its path. */
  readonly sources: Readonly<Record<string, string>>;
  readonly folder: string;
}

/**
 * Gives the folder of an entry's bundle, compiled when no earlier one has the same sources.
 * @param entry absolute path
 * @param options what else the bundle depends on
 */
export function cachedBundle(entry: string, options: string, compile: () => Compiled): string {
  const resolution = RESOLUTION.map((file) => digestOf(file));
  const key = digest([relative(ROOT, entry), options, version, ...resolution].join('\n'));
  const manifest = join(CACHE, `${key}.json`);
  const variants = readVariants(manifest);
  const known = variants.find(isCurrent);
  if (known) return join(CACHE, known.folder);
  const { files, sources } = compile();
  const variant = {
    sources: Object.fromEntries(sources.map((file) => [file, digestOf(file)])),
    folder: randomUUID(),
  };
  for (const { path, contents } of files) write(join(CACHE, variant.folder, path), contents);
  const kept = [variant, ...variants].slice(0, MOST_VARIANTS);
  write(manifest, JSON.stringify(kept));
  for (const { folder } of variants.slice(MOST_VARIANTS - 1))
    rmSync(join(CACHE, folder), { recursive: true, force: true });
  return join(CACHE, variant.folder);
}

/** A manifest that another process is replacing is whole all the same: it is renamed into its place. */
function readVariants(manifest: string): Variant[] {
  return existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as Variant[]) : []; // as `write` left it
}

const isCurrent = ({ sources, folder }: Variant): boolean =>
  Object.entries(sources).every(([file, was]) => digestOf(file) === was) && existsSync(join(CACHE, folder));

function write(file: string, contents: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

const digests = new Map<string, string>();

/** Digest of a file's contents, read once a process; empty for one that is gone. */
function digestOf(file: string): string {
  const known = digests.get(file);
  if (known !== undefined) return known;
  const absolute = join(ROOT, file);
  const made = existsSync(absolute) ? digest(readFileSync(absolute)) : '';
  digests.set(file, made);
  return made;
}

const digest = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');
