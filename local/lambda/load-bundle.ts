/**
 * Loads a function's bundle with new module instances, so that a process can run one execution environment after
 * another. Node's own loader keeps each module for the life of the process.
 */
import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import vm from 'node:vm';

/** V8's compiled code of files, by the digest of their source. */
const codes = new Map<string, Buffer>();
/** Modules of Node, which all environments of the process share, by specifier. */
const builtins = new Map<string, Promise<vm.Module>>();

/**
 * Imports a bundle and returns its exports. Throws what its evaluation throws.
 * @param entry path of an ES module
 * @param codeDir folder in which processes share V8's compiled code
 */
export async function loadBundle(entry: string, codeDir: string): Promise<Readonly<Record<string, unknown>>> {
  const modules = new Map<string, vm.Module>();
  const evaluations = new Map<vm.Module, Promise<void>>();
  let linked: Promise<void> = Promise.resolve();

  function resolve(specifier: string, from: string): vm.Module | Promise<vm.Module> {
    if (!specifier.startsWith('.')) return builtin(specifier);
    const file = path.resolve(path.dirname(from), specifier);
    const module = modules.get(file) ?? compile(file, codeDir, (wanted) => importFrom(wanted, file));
    modules.set(file, module);
    return module;
  }

  async function link(module: vm.Module): Promise<void> {
    if (module.status === 'unlinked')
      await module.link((specifier, { identifier }) => resolve(specifier, fileURLToPath(identifier)));
  }

  async function importFrom(specifier: string, from: string): Promise<vm.Module> {
    const module = await resolve(specifier, from);
    // Links one import after another. Two imports can have a module in common. If both were linked at once, the
    // second import could find this module half linked by the first, and would then fail.
    linked = linked.catch(() => undefined).then(() => link(module));
    await linked;
    const evaluation =
      evaluations.get(module) ?? (module.status === 'linked' ? module.evaluate() : undefined);
    if (evaluation) evaluations.set(module, evaluation);
    await evaluation;
    return module;
  }

  const { namespace } = await importFrom(`./${path.basename(entry)}`, entry);
  return namespace as Readonly<Record<string, unknown>>; // a namespace is an object
}

type Import = (specifier: string) => Promise<vm.Module>;

function compile(file: string, codeDir: string, importModuleDynamically: Import): vm.SourceTextModule {
  const source = readFileSync(file, 'utf8');
  const digest = hash('sha1', source);
  const kept = path.join(codeDir, `${digest}-${process.version}-whole.code`);
  const url = pathToFileURL(file).href;
  const options = {
    identifier: url,
    importModuleDynamically,
    initializeImportMeta: (meta: object) =>
      void Object.assign(meta, { url, filename: file, dirname: path.dirname(file) }),
  };
  const code = codes.get(digest) ?? readCode(kept);
  if (code) {
    codes.set(digest, code);
    try {
      return new vm.SourceTextModule(source, { ...options, cachedData: code });
    } catch (error) {
      // V8 refuses code of another build of Node.
      if (!isRefusedCode(error)) throw error;
    }
  }
  // The types of Node lack `createCachedData`: https://nodejs.org/api/vm.html#sourcetextmodulecreatecacheddata
  const module = compileWhole(source, options) as vm.SourceTextModule & { createCachedData(): Buffer };
  const made = module.createCachedData();
  codes.set(digest, made);
  writeCode(kept, made);
  return module;
}

/**
 * Compiles a module with all its functions, so that its cached code has them too. By default, V8 compiles a function at
 * its first call; the first invocation of each environment then took 15 ms longer.
 */
function compileWhole(source: string, options: vm.SourceTextModuleOptions): vm.SourceTextModule {
  setFlagsFromString('--no-lazy');
  try {
    return new vm.SourceTextModule(source, options);
  } finally {
    // Restored before the code is cached, because V8 refuses code that was cached under other flags.
    setFlagsFromString('--lazy');
  }
}

const isRefusedCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_VM_MODULE_CACHED_DATA_REJECTED';

function readCode(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes the file whole or not at all, because other processes read it. */
function writeCode(file: string, code: Buffer): void {
  const part = `${file}-${randomUUID()}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(part, code);
    renameSync(part, file);
  } catch {
    // Another stack may have emptied the cache meanwhile. Without the file, a later process only compiles once more.
  }
}

/** Wraps a module that Node's own loader imports, such as `node:fs`, for the modules of a bundle. */
function builtin(specifier: string): Promise<vm.Module> {
  const known = builtins.get(specifier) ?? wrap(specifier);
  builtins.set(specifier, known);
  return known;
}

async function wrap(specifier: string): Promise<vm.Module> {
  const exports: Record<string, unknown> = await import(specifier);
  const names = Object.keys(exports);
  const module = new vm.SyntheticModule(names, () => {
    for (const name of names) module.setExport(name, exports[name]);
  });
  await module.link(() => module);
  await module.evaluate();
  return module;
}
