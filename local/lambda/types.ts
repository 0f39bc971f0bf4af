/** A function as the pool runs it. */

export interface FunctionSpec {
  /** Physical name. */
  readonly name: string;
  readonly arn: string;
  /** Folder of the unpacked bundle. */
  readonly dir: string;
  /** File that the bundle is built from, relative to the repository, where the template names it. */
  readonly entry?: string;
  /** `file.export`. */
  readonly handler: string;
  /** Seconds. */
  readonly timeout: number;
  /** Megabytes. */
  readonly memory: number;
  readonly roleName: string;
  readonly logGroup: string;
  /** The template's variables, host names rewritten. */
  readonly environment: Readonly<Record<string, string>>;
  /** Most environments at a time. @default 20 */
  readonly reservedConcurrency?: number;
}

/** AWS::Lambda::EventInvokeConfig, resolved. */
export interface EventInvokeConfig {
  readonly MaximumRetryAttempts?: number;
  readonly MaximumEventAgeInSeconds?: number;
  readonly DestinationConfig?: {
    readonly OnFailure?: { readonly Destination: string };
    readonly OnSuccess?: { readonly Destination: string };
  };
}

/** Form of a handler's failure in an invocation's payload. */
export interface FailurePayload {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}

/** Messages from the pool to a process. */
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

/** Time that a running function is to find passed. */
export interface TimeMessage {
  readonly passedMs: number;
  /** As in {@link InvokeMessage}. */
  readonly clockOffset: number;
}

/** Messages from a process to the pool. */
export type ProcessMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'initFailed'; readonly error: FailurePayload }
  | { readonly type: 'result'; readonly requestId: string; readonly json: string }
  | { readonly type: 'failed'; readonly requestId: string; readonly error: FailurePayload }
  /** The process has taken in that time has passed. */
  | { readonly type: 'passed' };
