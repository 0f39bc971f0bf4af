import { AppError, toErrorBody } from '#contract/errors';

/** Error that an operator can correct. It is shown without a stack trace. */
export class OpsError extends Error {}

const NO_AWS = 'No credentials or network: sign in as for the AWS CLI. Did you mean --local?';

/** Advice for AWS's errors, by their names. */
const ADVICE: Readonly<Record<string, string>> = {
  CredentialsProviderError: NO_AWS,
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  ExpiredToken: 'Your AWS credentials have expired: sign in again.',
  UnrecognizedClientException: 'AWS does not know these credentials: sign in again.',
  ThrottlingException: 'AWS is asked too often right now: try again in a moment.',
  TooManyRequestsException: 'AWS is asked too often right now: try again in a moment.',
};

/**
 * Matches the codes of Node's errors that are mistakes in the program: those that begin with `ERR_`, except for those
 * of a TLS connection.
 */
export const MISTAKE = /^ERR_(?!TLS_|SSL_)/;

/**
 * Returns what the operator reads about a failure: the message of an OpsError or AppError, else one line about a file
 * that cannot be used, or about a failure of AWS or of the network. For any other error, a defect of the program
 * itself, returns the stack.
 */
export function explain(error: unknown): string {
  if (error instanceof OpsError) return error.message;
  if (error instanceof AppError) return toErrorBody(error).message;
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[error.name];
  if (advice !== undefined) return advice;
  if ('code' in error && 'path' in error) return oneLine(error.message);
  // A network error has the operating system's `code`. An error that AWS answered may have a `code` too, copied from
  // the answer, but it also has `$fault`. `$metadata` tells nothing here, because the SDK adds it to both.
  if ('code' in error && !('$fault' in error) && !MISTAKE.test(String(error.code)))
    return oneLine(`${NO_AWS} (${error.message || error.code})`);
  if (error.message === 'Region is missing') return 'No AWS region: set AWS_REGION. Did you mean --local?';
  if ('$metadata' in error) return oneLine(`AWS refused: ${error.message}`);
  return error.stack ?? error.message;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
