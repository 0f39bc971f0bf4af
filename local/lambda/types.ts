/** Types of Lambda functions, and of the messages between the stack's process and the processes that run functions. */

/** Function with everything that `pool.ts` needs to run it. */
export interface FunctionSpec {
  /** Physical name, as CloudFormation would assign it. */
  readonly name: string;
  readonly arn: string;
  /** Folder of the unpacked bundle. */
  readonly dir: string;
  /** Source file of the bundle, relative to the repository; undefined when the template does not name it. */
  readonly entry?: string;
  /** Handler as `file.export`. */
  readonly handler: string;
  /** Timeout in seconds. */
  readonly timeout: number;
  /** Memory in megabytes. */
  readonly memory: number;
  readonly roleName: string;
  readonly logGroup: string;
  /** Environment variables of the template, with AWS's host names replaced by local ones. */
  readonly environment: Readonly<Record<string, string>>;
  /**
   * Number of concurrent invocations that Lambda reserves for this function. More never run at the same time.
   * @default the function shares the part of the account's concurrency that no function reserves
   */
  readonly reservedConcurrency?: number;
}

/** Properties of an AWS::Lambda::EventInvokeConfig, with references resolved. */
export interface EventInvokeConfig {
  readonly MaximumRetryAttempts?: number;
  readonly MaximumEventAgeInSeconds?: number;
  readonly DestinationConfig?: {
    readonly OnFailure?: { readonly Destination: string };
  };
}

/** Payload of an invocation whose handler failed. */
export interface FailurePayload {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/**
 * Message that begins an environment in a process: the process loads the function's bundle. `variables` replace all
 * environment variables of the process. `LAMBDA_TASK_ROOT` and `_HANDLER` among them name the bundle and its handler.
 */
export interface LoadMessage {
  readonly load: { readonly variables: Readonly<Record<string, string>> };
}

/**
 * Message that ends an environment. The process removes the globals and timers that the environment has added, and
 * answers with `unloaded`.
 */
export interface UnloadMessage {
  readonly unload: true;
}

/** Message that starts an invocation in a process. */
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

/** Message that tells a process that the stack's clock was advanced. The process advances its timers and `Date` too. */
export interface TimeMessage {
  /** Milliseconds by which the clock was advanced. */
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
  /**
   * The environment has ended. `isClean` is false if a global that it added could not be removed, or if it has changed
   * another global or the process's listeners.
   */
  | { readonly type: 'unloaded'; readonly isClean: boolean };
