/** Starts and drives one execution environment of a function, in a process that runs one invocation at a time. */
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { InvokeResult, Log } from '../emulator-types.ts';
import type {
  FailurePayload,
  InvokeMessage,
  LoadMessage,
  ProcessMessage,
  TimeMessage,
} from './function-process-message-types.ts';
import type { FunctionSpec } from './function-spec.ts';
import { isAlive, keepProcess, takeProcess } from './reused-function-processes.ts';

export interface Environment {
  readonly alive: boolean;
  /** Never rejects: a crash or a timeout is a result with `functionError`. */
  invoke(event: unknown, clockOffset: number, requestId: string): Promise<InvokeResult>;
  kill(): void;
  /** Ends an idle environment. Its process is kept for another environment, or killed (`keepProcess`). */
  release(): Promise<void>;
  /** Advances timers, clock and remaining time. Resolves when the process has done so, or has ended. */
  passTime(ms: number, clockOffset: number): Promise<void>;
}

/** Resolves when the bundle is imported or its import has failed. After a failed import, each invocation fails. */
export async function startEnvironment(
  spec: FunctionSpec,
  variables: Readonly<Record<string, string>>,
  log: Log,
): Promise<Environment> {
  const process = takeProcess(spec, variables);
  const { child } = process;
  const lines = [child.stdout, child.stderr].flatMap((input) => (input ? createInterface({ input }) : []));
  for (const reader of lines) reader.on('line', (line) => log(spec.name, line));
  const pending = new Map<string, (result: InvokeResult) => void>();
  const deadlines = new Set<(passedMs: number) => void>();
  /** Resolvers of `passTime`, in the order of its calls. */
  const passing: (() => void)[] = [];
  const started = Promise.withResolvers<FailurePayload | undefined>();

  const onMessage = (message: ProcessMessage) => {
    if (message.type === 'ready') started.resolve(undefined);
    else if (message.type === 'initFailed') started.resolve(message.error);
    else if (message.type === 'passed') passing.shift()?.();
    else if (message.type === 'result')
      pending.get(message.requestId)?.({ payload: JSON.parse(message.json) });
    else if (message.type === 'failed') pending.get(message.requestId)?.(unhandled(message.error));
  };
  const onExit = () => {
    started.resolve({ errorType: 'Runtime.ExitError', errorMessage: 'Error: Runtime exited during init' });
    for (const [requestId, settle] of pending) settle(unhandled(exited(requestId)));
    for (const resolve of passing.splice(0)) resolve();
  };
  const onError = (error: Error) => {
    log(spec.name, error.message);
    onExit();
  };
  child.on('message', onMessage).on('exit', onExit).on('error', onError);
  const load: LoadMessage = { load: { variables } };
  child.send(load, () => undefined);

  const initFailure = await started.promise;
  return {
    get alive() {
      return isAlive(child) && initFailure === undefined;
    },
    kill: () => void child.kill('SIGKILL'),
    async release() {
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      for (const reader of lines) reader.close();
      await keepProcess(process);
    },
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

const unhandled = (payload: FailurePayload): InvokeResult => ({ payload, functionError: 'Unhandled' });

const exited = (requestId: string): FailurePayload => ({
  errorType: 'Runtime.ExitError',
  errorMessage: `RequestId: ${requestId} Error: Runtime exited without providing a reason`,
});
const timedOut = (requestId: string, seconds: number): FailurePayload => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `RequestId: ${requestId} Error: Task timed out after ${seconds.toFixed(2)} seconds`,
});
