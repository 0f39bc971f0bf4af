import type { InvokeResult, Log } from '../emulator-types.ts';

/**
 * Logs an error from outside the function's code, such as a process that could not be started. Returns a failed result,
 * so that the event is retried.
 */
export const asFailedResult =
  (functionName: string, log: Log) =>
  (error: unknown): InvokeResult => {
    log(functionName, `ERROR ${String(error)}`);
    return { payload: { errorMessage: String(error) }, functionError: 'Unhandled' };
  };
