/** Types that the emulators share. Each takes resolved template properties and these, never the whole assembly. */

/** Result of a Lambda invocation; `functionError` is set when the function failed, and payload then holds the error. */
export interface InvokeResult {
  readonly payload: unknown;
  readonly functionError?: string;
}

/** Invokes a function by name or ARN and waits for its result. */
export type Invoke = (functionNameOrArn: string, event: unknown) => Promise<InvokeResult>;

/** Throws an error that carries AWS's AccessDenied shape unless the caller's role allows the action. */
export type Authorize = (accessKeyId: string | undefined, action: string, resource: string) => void;

/** The stack's clock in milliseconds; tests move it. */
export interface Clock {
  now(): number;
}

/** One thing that happened in the stack, for `npm start`'s output and for tests. */
export type Log = (source: string, text: string) => void;

export const REGION = 'us-east-1';
export const ACCOUNT = '000000000000';
