/**
 * Types that the emulators share, and the region and account of everything local. Each emulator takes resolved template
 * properties and these types, never the whole assembly.
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
 * Throws AWS's AccessDenied error unless the caller's role allows the action, UnrecognizedClientException for an
 * unknown access key, and ExpiredTokenException for a key whose time is over. `context` has the request's own
 * condition keys, for example `ses:FromAddress`.
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

/** Writes a log line, for `npm start`'s output and for tests. */
export type Log = (source: string, text: string) => void;

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';
