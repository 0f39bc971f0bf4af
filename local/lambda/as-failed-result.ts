/** Invocations that fail outside the function, for example because no process could be started. */
import type { InvokeResult, Log } from '../types.ts';

/**
 * Returns a function that logs the error of such an invocation, and returns the result of a failed function. Callers
 * then retry the event.
 */
export const asFailedResult =
  (functionName: string, log: Log) =>
  (error: unknown): InvokeResult => {
    log(functionName, `ERROR ${String(error)}`);
    return { payload: { errorMessage: String(error) }, functionError: 'Unhandled' };
  };
