/** Replaces the code of changed functions without a synthesis. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { context, type Metafile, type OutputFile } from 'esbuild';
import { BUNDLING } from '../../lib/constructs/base/bundle.ts';
import type { Stack } from '../stack.ts';
import { buildError, newest, ROOT } from './build-and-synthesize.ts';

export interface LiveFunctions {
  /**
   * Replaces the code of changed functions and returns their entry files. Throws a BuildError when the build fails, and
   * then changes nothing.
   */
  update(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const SOURCES = 'lambdas';

interface Code {
  readonly files: readonly OutputFile[];
  readonly digest: string;
}

/**
 * Empties the folder of the functions' code, and starts a first build in the background.
 * @param since time in Unix milliseconds at which the sources of the running code were read
 */
export async function startLiveFunctions(
  { functions }: Pick<Stack, 'functions'>,
  folder: string,
  since: number,
): Promise<LiveFunctions> {
  rmSync(folder, { recursive: true, force: true });
  const entries = Object.entries(functions.entries());
  const builder = await context({
    ...BUNDLING,
    absWorkingDir: ROOT,
    entryPoints: Object.fromEntries(entries.map(([, entry]) => [`${nameOf(entry)}/index`, entry])),
    outdir: folder,
  });
  let readAt = since;
  let running: ReadonlyMap<string, Code> = new Map();

  async function build(): Promise<ReadonlyMap<string, Code>> {
    const { metafile, outputFiles } = await builder.rebuild().catch((error: Error) => {
      throw buildError('The functions do not build', error.message);
    });
    return codeByEntry(metafile, outputFiles);
  }

  /**
   * Builds the sources, so that the first `update` can compare its build with the running code. If a source is newer
   * than the running code, the first `update` counts all functions as changed.
   */
  async function takeStock(): Promise<void> {
    const built = await build();
    if (newest(SOURCES) <= since) running = built;
  }
  // An error is ignored here, because the next update builds again and reports it.
  const stock = takeStock().catch(() => undefined);

  return {
    async update() {
      if (newest(SOURCES) <= readAt) return [];
      await stock;
      const startedAt = Date.now();
      const built = await build();
      const changed = entries.filter(([, entry]) => built.get(entry)?.digest !== running.get(entry)?.digest);
      for (const [name, entry] of changed) {
        for (const file of built.get(entry)?.files ?? []) write(file);
        functions.updateCode(name, path.join(folder, nameOf(entry)));
      }
      running = built;
      readAt = startedAt;
      return changed.map(([, entry]) => entry);
    },
    async close() {
      await stock;
      await builder.dispose();
    },
  };
}

const nameOf = (entry: string): string => entry.replace(/\.ts$/, '');

function codeByEntry({ outputs }: Metafile, files: readonly OutputFile[]): ReadonlyMap<string, Code> {
  const byPath = new Map(files.map((file) => [path.relative(ROOT, file.path), file]));
  const found = new Map<string, Code>();
  for (const [output, { entryPoint }] of Object.entries(outputs)) {
    if (entryPoint === undefined) continue;
    const loaded = [...withImports(output, outputs)].toSorted();
    const hashes = loaded.map((file) => `${file} ${byPath.get(file)?.hash}`);
    found.set(entryPoint, {
      files: loaded
        .flatMap((file) => [byPath.get(file), byPath.get(`${file}.map`)])
        .filter((file) => file !== undefined),
      digest: createHash('sha256').update(hashes.join('\n')).digest('hex'),
    });
  }
  return found;
}

function withImports(output: string, outputs: Metafile['outputs'], found = new Set<string>()): Set<string> {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path: imported, external } of outputs[output]?.imports ?? [])
    if (!external) withImports(imported, outputs, found);
  return found;
}

/** Writes a file. An existing chunk is skipped, because its name contains its hash and a process may be reading it. */
function write({ path: file, contents }: OutputFile): void {
  if (existsSync(file) && !/\/index\.mjs(\.map)?$/.test(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, contents);
}
