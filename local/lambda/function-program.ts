/**
 * Program of a process that runs functions, like Lambda's Node runtime. The process has one execution environment after
 * another, and loads a function's bundle for each of them.
 */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import type {
  FailurePayload,
  InvokeMessage,
  LoadMessage,
  ProcessMessage,
  TimeMessage,
  UnloadMessage,
} from './function-process-message-types.ts';
import { loadBundle } from './load-bundle.ts';
import { clearTimers, elapsed, followTime, passTime } from './skippable-timers.ts';

type Handler = (event: unknown, context: object) => unknown;

const send = (message: ProcessMessage) => process.send?.(message);

const { PARLEY_COMPILED: codeDir = '' } = process.env;
const RealDate = Date;
let handler: Handler | undefined;

followTime();
leaveOutWebClients();
process.on('message', (message: LoadMessage | InvokeMessage | TimeMessage | UnloadMessage) => {
  if ('load' in message) return load(message.load.variables);
  if ('event' in message) return run(message);
  if ('unload' in message) return unload();
  shiftClock(message.clockOffset);
  passTime(message.passedMs);
  return send({ type: 'passed' });
});
// The process of the stack has ended.
process.on('disconnect', () => process.exit());
/** Globals and listeners of the process before its first environment. */
const blank = { globals: globals(), listeners: listeners() };

async function load(variables: Readonly<Record<string, string>>): Promise<void> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, variables);
  process.chdir(variables.LAMBDA_TASK_ROOT ?? '.');
  try {
    handler = await loadHandler();
    send({ type: 'ready' });
  } catch (error) {
    send({ type: 'initFailed', error: failureOf(error) });
  }
  // Writes the compiled code of this program to Node's compile cache now. Node does so when a process exits by itself,
  // but this process usually ends by a signal.
  setImmediate(flushCompileCache);
}

/** Ends the environment: drops its timers and removes the globals that its code has added. */
function unload(): void {
  handler = undefined;
  clearTimers();
  shiftClock(0);
  // Globals that libraries have added hold settings of the ended environment.
  const added = [...globals().keys()].filter((name) => !blank.globals.has(name));
  const isRemoved = added.every((name) => Reflect.deleteProperty(globalThis, name));
  const now = globals();
  const isSame = [...blank.globals].every(([name, value]) => value === undefined || now.get(name) === value);
  send({ type: 'unloaded', isClean: isRemoved && isSame && listeners() === blank.listeners });
}

/** The value is undefined for a global with a getter, such as `crypto`. */
function globals(): Map<string, unknown> {
  const names = Object.keys(globalThis);
  return new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)?.value]));
}

function listeners(): string {
  return process
    .eventNames()
    .map((name) => `${String(name)} ${process.listenerCount(name)}`)
    .sort()
    .join();
}

async function loadHandler(): Promise<Handler> {
  const { _HANDLER = '', LAMBDA_TASK_ROOT = '' } = process.env;
  const [file = '', name = ''] = _HANDLER.split(/\.(?=[^.]+$)/);
  const bundle = path.join(LAMBDA_TASK_ROOT, `${file}.mjs`);
  if (!existsSync(bundle))
    throw named('Runtime.ImportModuleError', `Error: Cannot find module '${file}', or it is no .mjs file`);
  const handler = (await loadBundle(bundle, codeDir))[name];
  if (typeof handler !== 'function')
    throw named('Runtime.HandlerNotFound', `${_HANDLER} is undefined or not exported`);
  return handler as Handler; // checked by the line above
}

async function run({ requestId, event, arn, remainingMs, clockOffset, trace }: InvokeMessage) {
  shiftClock(clockOffset);
  process.env._X_AMZN_TRACE_ID = trace;
  const deadline = elapsed() + remainingMs;
  const context = {
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    awsRequestId: requestId,
    logGroupName: process.env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: process.env.AWS_LAMBDA_LOG_STREAM_NAME,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadline - elapsed())),
  };
  try {
    const result = await handler?.(event, context);
    send({ type: 'result', requestId, json: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    send({ type: 'failed', requestId, error: failureOf(error) });
  }
}

/**
 * Removes `WebSocket` and its events from the exports of `node:http`, which makes each start 30 ms faster. An import of
 * `node:http` reads every export, and reading these three loads all of `fetch`.
 */
function leaveOutWebClients(): void {
  const http = process.getBuiltinModule('node:http');
  for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket']) Reflect.deleteProperty(http, name);
}

/** Shifts `Date` by `offset` milliseconds, so that functions see the stack's time. */
function shiftClock(offset: number): void {
  if (offset === 0) {
    globalThis.Date = RealDate;
    return;
  }
  globalThis.Date = class extends RealDate {
    constructor(...parts: ConstructorParameters<typeof Date> | []) {
      if (parts.length === 0) super(RealDate.now() + offset);
      else super(...parts);
    }
    static override now = () => RealDate.now() + offset;
  } as DateConstructor; // only Date() without `new` is missing
}

function failureOf(error: unknown): FailurePayload {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error) };
  return { errorType: error.name, errorMessage: error.message, trace: (error.stack ?? '').split('\n') };
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
