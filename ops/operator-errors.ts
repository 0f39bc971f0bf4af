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
 * Returns what the operator reads about a failure: the message of an OpsError or AppError, else one line about a
 * failure of AWS or of the network. For any other error, a defect of the program itself, returns the stack.
 */
export function explain(error: unknown): string {
  if (error instanceof OpsError) return error.message;
  if (error instanceof AppError) return toErrorBody(error).message;
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[error.name];
  if (advice !== undefined) return advice;
  // A network error has the operating system's `code`, and an error in an answer of AWS has `$fault`. The SDK adds
  // `$metadata` to both, so network errors are recognised before `$metadata` is looked at.
  if ('code' in error && !('$fault' in error)) return oneLine(`${NO_AWS} (${error.message || error.code})`);
  if (error.message === 'Region is missing') return 'No AWS region: set AWS_REGION. Did you mean --local?';
  if ('$metadata' in error) return oneLine(`AWS refused: ${error.message}`);
  return error.stack ?? error.message;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
