/** Messages between the stack's process and the processes that run functions. */

/** Payload of a failed invocation. */
export interface FailurePayload {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/**
 * Tells a process to begin an execution environment. `variables` replace all environment variables of the process. Two
 * of the new variables, `LAMBDA_TASK_ROOT` and `_HANDLER`, name the bundle and its handler.
 */
export interface LoadMessage {
  readonly load: { readonly variables: Readonly<Record<string, string>> };
}

/** Tells a process to end its execution environment. The process answers with `unloaded`. */
export interface UnloadMessage {
  readonly unload: true;
}

export interface InvokeMessage {
  readonly requestId: string;
  readonly event: unknown;
  readonly arn: string;
  /** Milliseconds until the timeout. */
  readonly remainingMs: number;
  /** Milliseconds that the stack's clock is ahead of the machine's. */
  readonly clockOffset: number;
  readonly trace: string;
}

/** Tells a process to advance its timers and `Date` with the stack's clock. */
export interface TimeMessage {
  readonly passedMs: number;
  /** Milliseconds that the stack's clock is ahead of the machine's. */
  readonly clockOffset: number;
}

/** Messages to the stack from a process that runs functions. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'initFailed'; readonly error: FailurePayload }
  | { readonly type: 'result'; readonly requestId: string; readonly json: string }
  | { readonly type: 'failed'; readonly requestId: string; readonly error: FailurePayload }
  /** The process has applied a {@link TimeMessage}. */
  | { readonly type: 'passed' }
  /** `isClean` is false if the environment has left a changed or added global, or a listener, in the process. */
  | { readonly type: 'unloaded'; readonly isClean: boolean };
