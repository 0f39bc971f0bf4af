/** Error of an AWS service. `code` is the exception's name; `details` are further fields of the response's body. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>>;
  constructor(code: string, message: string, status = 400, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = code;
    this.code = code;
    this.status = status;
    this.details = details;
  }
}

/** Converts any error to an AwsError. An error without `code` or `status` becomes a 500 with the error's stack. */
export function wireError(error: unknown): AwsError {
  if (error instanceof AwsError) return error;
  if (error instanceof Error && 'code' in error && 'status' in error)
    return new AwsError(String(error.code), error.message, Number(error.status));
  return new AwsError(
    'InternalServerError',
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    500,
  );
}
