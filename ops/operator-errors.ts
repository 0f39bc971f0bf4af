import { AppError, toErrorBody } from '#contract/error-codes';

/** Error that an operator can correct. It is shown without a stack trace. */
export class OpsError extends Error {}

const NO_AWS = 'No credentials or network: sign in as for the AWS CLI. Did you mean --local?';

const ADVICE: Readonly<Record<string, string>> = {
  CredentialsProviderError: NO_AWS,
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  ExpiredToken: 'Your AWS credentials have expired: sign in again.',
  UnrecognizedClientException: 'AWS does not know these credentials: sign in again.',
  ThrottlingException: 'AWS is asked too often right now: try again in a moment.',
  TooManyRequestsException: 'AWS is asked too often right now: try again in a moment.',
};

/**
 * Matches the code of a Node error that means a mistake in the program, for example `ERR_INVALID_ARG_TYPE`. Does not
 * match the codes of a TLS connection, such as `ERR_TLS_CERT_ALTNAME_INVALID`, because the network causes these errors.
 */
export const MISTAKE = /^ERR_(?!TLS_|SSL_)/;

/** Returns what the operator reads about an error: one line, or the stack if the error is a defect of the program. */
export function explain(error: unknown): string {
  if (error instanceof OpsError) return error.message;
  if (error instanceof AppError) return toErrorBody(error).message;
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[error.name];
  if (advice !== undefined) return advice;
  if ('code' in error && 'path' in error) return oneLine(error.message);
  // Network errors and AWS's answers may both have `code` and `$metadata`. Only AWS's answers have `$fault`.
  if ('code' in error && !('$fault' in error) && !MISTAKE.test(String(error.code)))
    return oneLine(`${NO_AWS} (${error.message || error.code})`);
  if (error.message === 'Region is missing') return 'No AWS region: set AWS_REGION. Did you mean --local?';
  if ('$metadata' in error) return oneLine(`AWS refused: ${error.message}`);
  return error.stack ?? error.message;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
