import type { InvokeResult, Log } from '../types.ts';

/**
 * Returns a handler for the error of an invocation that failed outside the function's code, for example because no
 * process could be started. The handler logs the error, and returns the result of a failed function. Queues, streams
 * and asynchronous invocations then retry the event.
 */
export const asFailedResult =
  (functionName: string, log: Log) =>
  (error: unknown): InvokeResult => {
    log(functionName, `ERROR ${String(error)}`);
    return { payload: { errorMessage: String(error) }, functionError: 'Unhandled' };
  };
