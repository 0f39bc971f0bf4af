/**
 * Types that the emulators share, and the region and account of the local stack. An emulator gets template properties
 * whose references are resolved, never the whole `Assembly` of `local/assembly/index.ts`.
 */

/**
 * Result of a Lambda invocation. `functionError` is present when the function failed; `payload` then holds the error.
 */
export interface InvokeResult {
  readonly payload: unknown;
  readonly functionError?: string;
}

/** Invokes a function by name or ARN and waits for its result. */
export type Invoke = (functionNameOrArn: string, event: unknown) => Promise<InvokeResult>;

/**
 * Throws UnrecognizedClientException for a missing or unknown access key, ExpiredTokenException for a key whose time is
 * over, and AccessDeniedException for a key whose policies do not allow the action. `context` has the request's own
 * values of IAM condition keys, for example of `ses:FromAddress`.
 */
export type Authorize = (
  accessKeyId: string | undefined,
  action: string,
  resource: string,
  context?: Readonly<Record<string, string>>,
) => void;

/** Clock of the stack in Unix milliseconds, which tests can advance. */
export interface Clock {
  now(): number;
}

/** Writes a log line. `source` names its origin, such as a function. */
export type Log = (source: string, text: string) => void;

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';
