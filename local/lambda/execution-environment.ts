/** Starts and drives one execution environment of a function: a process that runs one invocation at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { InvokeResult, Log } from '../types.ts';
import type { FailurePayload, FunctionSpec, InvokeMessage, ProcessMessage, TimeMessage } from './types.ts';

const RUNTIME = `${import.meta.dirname}/runtime.ts`;
/** Folder of Node's compile cache for the runtime and the functions. With it, a process starts in half the time. */
const COMPILED = path.join(import.meta.dirname, '../../node_modules/.cache/functions');
/** Number of files above which the cache is emptied. Several versions of all functions fit below it. */
const MOST_COMPILED = 4_000;

/**
 * Empties the compile cache when it holds more than a few versions of the functions, because Node never removes a file
 * from it.
 */
export function trimCompiled(): void {
  try {
    if (readdirSync(COMPILED, { recursive: true }).length <= MOST_COMPILED) return;
    // The folder is renamed before it is removed, because a process of another stack may be writing into it.
    const old = `${COMPILED}-${randomUUID()}`;
    renameSync(COMPILED, old);
    rmSync(old, { recursive: true });
  } catch (error) {
    // There is no cache yet, or another stack has removed it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

export interface Environment {
  readonly alive: boolean;
  /** Never rejects: a crash or a timeout is a result with `functionError`. */
  invoke(event: unknown, clockOffset: number, requestId: string): Promise<InvokeResult>;
  kill(): void;
  /**
   * Tells a running invocation that time has passed, which moves its timers, its clock and its remaining time. Resolves
   * when the process has applied it, or has ended.
   */
  passTime(ms: number, clockOffset: number): Promise<void>;
}

/**
 * Starts a process. Resolves when the bundle is imported or its import has failed. After a failed import, each
 * invocation fails.
 */
export async function startEnvironment(
  spec: FunctionSpec,
  variables: Readonly<Record<string, string>>,
  log: Log,
): Promise<Environment> {
  const child = fork(RUNTIME, [], {
    cwd: spec.dir,
    env: { ...variables, NODE_COMPILE_CACHE: COMPILED },
    execArgv: [`--max-old-space-size=${Math.max(64, spec.memory)}`, '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    if (stream) createInterface({ input: stream }).on('line', (line) => log(spec.name, line));
  const pending = new Map<string, (result: InvokeResult) => void>();
  const deadlines = new Set<(passedMs: number) => void>();
  /** Resolvers of `passTime`, in the order of its calls. */
  const passing: (() => void)[] = [];
  const started = Promise.withResolvers<FailurePayload | undefined>();

  child.on('message', (message: ProcessMessage) => {
    if (message.type === 'ready') started.resolve(undefined);
    else if (message.type === 'initFailed') started.resolve(message.error);
    else if (message.type === 'passed') passing.shift()?.();
    else if (message.type === 'result')
      pending.get(message.requestId)?.({ payload: JSON.parse(message.json) });
    else pending.get(message.requestId)?.(unhandled(message.error));
  });
  child.on('exit', () => {
    started.resolve({ errorType: 'Runtime.ExitError', errorMessage: 'Error: Runtime exited during init' });
    for (const [requestId, settle] of pending) settle(unhandled(exited(requestId)));
    for (const resolve of passing.splice(0)) resolve();
  });
  child.on('error', (error) => log(spec.name, error.message));

  const initFailure = await started.promise;
  return {
    get alive() {
      return isAlive(child) && initFailure === undefined;
    },
    kill: () => void child.kill('SIGKILL'),
    passTime(passedMs, clockOffset) {
      const message: TimeMessage = { passedMs, clockOffset };
      const taken = Promise.withResolvers<void>();
      passing.push(taken.resolve);
      if (isAlive(child)) child.send(message, () => undefined);
      else taken.resolve();
      for (const move of deadlines) move(passedMs);
      return taken.promise;
    },
    async invoke(event, clockOffset, requestId) {
      if (initFailure) {
        child.kill('SIGKILL');
        return unhandled(initFailure);
      }
      const outcome = Promise.withResolvers<InvokeResult>();
      pending.set(requestId, outcome.resolve);
      let left = spec.timeout * 1000;
      const begun = performance.now();
      const end = () => {
        outcome.resolve(unhandled(timedOut(requestId, spec.timeout)));
        child.kill('SIGKILL');
      };
      let timer = setTimeout(end, left);
      const move = (passedMs: number) => {
        left -= passedMs;
        clearTimeout(timer);
        timer = setTimeout(end, Math.max(0, left - (performance.now() - begun)));
      };
      deadlines.add(move);
      const message: InvokeMessage = {
        requestId,
        event,
        arn: spec.arn,
        remainingMs: spec.timeout * 1000,
        clockOffset,
        trace: `Root=1-${Math.floor(Date.now() / 1000).toString(16)}-${randomUUID().replaceAll('-', '').slice(8)};Sampled=0`,
      };
      if (isAlive(child)) child.send(message, () => undefined);
      else outcome.resolve(unhandled(exited(requestId)));
      try {
        return await outcome.promise;
      } finally {
        clearTimeout(timer);
        deadlines.delete(move);
        pending.delete(requestId);
      }
    },
  };
}

const isAlive = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null && !child.killed;

const unhandled = (payload: FailurePayload): InvokeResult => ({ payload, functionError: 'Unhandled' });

/** Payloads of Lambda's responses after a crash and after a timeout. */
const exited = (requestId: string): FailurePayload => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `RequestId: ${requestId} Error: Runtime exited without providing a reason`,
});
const timedOut = (requestId: string, seconds: number): FailurePayload => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
});
