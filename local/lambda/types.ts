/** Types of Lambda functions, and of the messages between the pool (`pool.ts`) and the processes that run them. */

/** Function with everything that the pool needs to run it. */
export interface FunctionSpec {
  /** Physical name, as CloudFormation would assign it. */
  readonly name: string;
  readonly arn: string;
  /** Folder of the unpacked bundle. */
  readonly dir: string;
  /** Source file of the bundle, relative to the repository, when the template names it. */
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
   * Number of invocations that Lambda sets aside for this function; no more run at a time.
   * @default the function shares what the account has left
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

/** Message by which an environment begins: the process loads a bundle, with these variables alone. */
export interface LoadMessage {
  readonly load: { readonly variables: Readonly<Record<string, string>> };
}

/** Message by which an environment ends: the process leaves nothing of it behind, or says that something is left. */
export interface UnloadMessage {
  readonly unload: true;
}

/** Message by which the pool starts an invocation in a process. */
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

/** Message by which a process follows the stack's clock after a test has advanced it. */
export interface TimeMessage {
  /** Milliseconds by which the clock was advanced. */
  readonly passedMs: number;
  /** Milliseconds that the stack's clock is ahead of the machine's. */
  readonly clockOffset: number;
}

/** Messages from a process to the pool. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'initFailed'; readonly error: FailurePayload }
  | { readonly type: 'result'; readonly requestId: string; readonly json: string }
  | { readonly type: 'failed'; readonly requestId: string; readonly error: FailurePayload }
  /** The process has applied a {@link TimeMessage}. */
  | { readonly type: 'passed' }
  /** The environment has ended. */
  | { readonly type: 'unloaded'; readonly isClean: boolean };
