/**
 * Starts the processes that run Lambda functions. When an execution environment ends, its process may be kept for a
 * later environment, of the same or another function.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import type { ProcessMessage, UnloadMessage } from './function-process-message-types.ts';
import type { FunctionSpec } from './function-spec.ts';

const PROGRAM = `${import.meta.dirname}/function-program.ts`;
/** Folder of compiled code of the runtime and the functions. With it, a process starts in half the time. */
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/functions');
/** Number of files above which `COMPILED` is emptied. A few versions of all functions have fewer files. */
const MOST_COMPILED = 4_000;
/** Largest number of environments that a process runs one after another. Each leaves its modules in memory. */
const ENVIRONMENTS_MAX = 12;
/** Largest number of processes that are kept without an environment. Each takes about 60 MB of memory. */
const KEPT_MAX = 24;
/** Longest wait in milliseconds for a process to end its environment. After that time, the process is killed. */
const UNLOAD_MS = 2_000;

export interface FunctionProcess {
  readonly child: ChildProcess;
  /** Memory limit and certificates, which all environments of a process share. */
  readonly settings: string;
  /** Number of environments that the process has run, including the present one. */
  environments: number;
}

const kept: FunctionProcess[] = [];

/** Takes a kept process with the function's memory and certificates, or starts one. */
export function takeProcess(
  spec: FunctionSpec,
  variables: Readonly<Record<string, string>>,
): FunctionProcess {
  const settings = `${spec.memory} ${variables.NODE_EXTRA_CA_CERTS}`;
  for (;;) {
    const at = kept.findIndex((one) => one.settings === settings);
    const [found] = at < 0 ? [] : kept.splice(at, 1);
    if (!found) return { child: startProcess(spec, variables), settings, environments: 1 };
    if (!isAlive(found.child)) continue;
    found.environments += 1;
    for (const handle of handlesOf(found.child)) handle?.ref();
    return found;
  }
}

function startProcess(spec: FunctionSpec, variables: Readonly<Record<string, string>>): ChildProcess {
  const child = fork(PROGRAM, [], {
    cwd: spec.dir,
    // Used at the start only: the variables of each execution environment replace these (`LoadMessage`).
    env: { ...variables, NODE_COMPILE_CACHE: COMPILED, PARLEY_COMPILED: COMPILED },
    execArgv: [
      `--max-old-space-size=${Math.max(64, spec.memory)}`,
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  // Without a listener, an error of a kept process would end the process of the stack.
  child.on('error', () => undefined);
  return child;
}

/**
 * Ends the environment of an idle process, and keeps the process for another environment. Kills the process instead
 * when the environment does not end cleanly or a limit is reached. The caller must first remove its own listeners from
 * the process.
 */
export async function keepProcess(process: FunctionProcess): Promise<void> {
  const { child, environments } = process;
  if (!isAlive(child) || environments >= ENVIRONMENTS_MAX || kept.length >= KEPT_MAX)
    return void child.kill('SIGKILL');
  const unloaded = Promise.withResolvers<boolean>();
  const onMessage = (message: ProcessMessage) => {
    if (message.type === 'unloaded') unloaded.resolve(message.isClean);
  };
  const onExit = () => unloaded.resolve(false);
  child.on('message', onMessage).once('exit', onExit);
  const timer = setTimeout(onExit, UNLOAD_MS);
  const unload: UnloadMessage = { unload: true };
  child.send(unload, () => undefined);
  const isClean = await unloaded.promise;
  clearTimeout(timer);
  child.off('message', onMessage).off('exit', onExit);
  // Other processes may have been kept meanwhile.
  if (!isClean || kept.length >= KEPT_MAX) return void child.kill('SIGKILL');
  // Reads and drops the last lines of the environment, so that they do not come into the log of the next one.
  for (const stream of [child.stdout, child.stderr]) stream?.resume();
  // A kept process must not keep the process of the stack alive.
  for (const handle of handlesOf(child)) handle?.unref();
  kept.push(process);
}

/** Returns all that keeps the event loop alive while a child process runs. */
const handlesOf = (child: ChildProcess) => [
  child,
  child.channel,
  ...[child.stdout, child.stderr].map((stream) => stream as Socket | null), // pipes are sockets
];

export const isAlive = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null && !child.killed;

/** Empties the folder of compiled code when it holds more than `MOST_COMPILED` files. */
export function trimCompiled(): void {
  try {
    if (readdirSync(COMPILED, { recursive: true }).length <= MOST_COMPILED) return;
    // Renames the folder before the removal. If the folder kept its name, a process of another stack could add a file
    // during the removal. The removal would then fail, because the folder is not empty.
    const old = `${COMPILED}-${randomUUID()}`;
    renameSync(COMPILED, old);
    rmSync(old, { recursive: true });
  } catch (error) {
    // There is no cache yet, or another stack has removed it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
