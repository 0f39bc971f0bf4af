/**
 * Program of a function's process. It imports the bundle and runs one invocation at a time, like Lambda's Node runtime.
 * The pool starts it with an IPC channel.
 */
import { existsSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { elapsed, followTime, passTime } from './function-timers.ts';
import type { FailurePayload, InvokeMessage, ProcessMessage, TimeMessage } from './types.ts';

type Handler = (event: unknown, context: object) => unknown;

const send = (message: ProcessMessage) => process.send?.(message);

// Only this process uses the variable; a function on AWS does not see it.
delete process.env.NODE_COMPILE_CACHE;

followTime();
leaveOutWebClients();
try {
  const handler = await loadHandler();
  process.on('message', (message: InvokeMessage | TimeMessage) => {
    if ('event' in message) return run(handler, message);
    shiftClock(message.clockOffset);
    passTime(message.passedMs);
    return send({ type: 'passed' });
  });
  send({ type: 'ready' });
} catch (error) {
  send({ type: 'initFailed', error: failureOf(error) });
}
// Exits with the pool, because every caller is gone too.
process.on('disconnect', () => process.exit());

async function loadHandler(): Promise<Handler> {
  const { _HANDLER = '', LAMBDA_TASK_ROOT = '' } = process.env;
  const [file = '', name = ''] = _HANDLER.split(/\.(?=[^.]+$)/);
  const bundle = ['.mjs', '.js', '.cjs']
    .map((end) => path.join(LAMBDA_TASK_ROOT, file + end))
    .find(existsSync);
  if (!bundle) throw named('Runtime.ImportModuleError', `Error: Cannot find module '${file}'`);
  const module: Record<string, unknown> = await import(pathToFileURL(bundle).href);
  const handler = module[name];
  if (typeof handler !== 'function')
    throw named('Runtime.HandlerNotFound', `${_HANDLER} is undefined or not exported`);
  return handler as Handler; // checked by the line above
}

async function run(
  handler: Handler,
  { requestId, event, arn, remainingMs, clockOffset, trace }: InvokeMessage,
) {
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
    const result = await handler(event, context);
    send({ type: 'result', requestId, json: JSON.stringify(result) ?? 'null' });
  } catch (error) {
    send({ type: 'failed', requestId, error: failureOf(error) });
  }
  // The pool kills processes by a signal, after which Node does not write the compile cache.
  setImmediate(flushCompileCache);
}

/**
 * Removes the web's clients from the exports of `node:http`, which makes each start 30 ms faster. An import of the module
 * reads every export, and reading these three loads all of `fetch`. Only here does the AWS SDK import the module: the
 * local endpoints are without TLS, those of AWS are not.
 */
function leaveOutWebClients(): void {
  const http = process.getBuiltinModule('node:http');
  for (const name of ['CloseEvent', 'MessageEvent', 'WebSocket']) Reflect.deleteProperty(http, name);
}

const RealDate = Date;
/** Shifts `Date`, so that functions see the stack's time. */
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
