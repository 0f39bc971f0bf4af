/** Result of an invocation. `functionError` is present if the function failed; `payload` then holds the error. */
export interface InvokeResult {
  readonly payload: unknown;
  readonly functionError?: string;
}

export type Invoke = (functionNameOrArn: string, event: unknown) => Promise<InvokeResult>;

/**
 * Throws UnrecognizedClientException for a missing or unknown access key, ExpiredTokenException for an expired key, and
 * AccessDeniedException if the key's policies do not allow the action. `context` holds values of IAM condition keys,
 * such as `ses:FromAddress`.
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

export type Log = (source: string, text: string) => void;
