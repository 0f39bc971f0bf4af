import { toErrorBody } from '#contract/error-table';
import { AppError } from '#contract/errors';

/** What an operator can put right; told without a stack trace. */
export class OpsError extends Error {}

/** AWS's errors by what an operator can do about them. */
const ADVICE: Readonly<Record<string, string>> = {
  CredentialsProviderError: 'There are no AWS credentials here: sign in as for the AWS CLI.',
  ExpiredTokenException: 'Your AWS credentials have expired: sign in again.',
  ExpiredToken: 'Your AWS credentials have expired: sign in again.',
  UnrecognizedClientException: 'AWS does not know these credentials: sign in again.',
  ThrottlingException: 'AWS is asked too often right now: try again in a moment.',
  TooManyRequestsException: 'AWS is asked too often right now: try again in a moment.',
};

/** Any failure in one line of plain words; a mistake in the program itself with its stack. */
export function explain(error: unknown): string {
  if (error instanceof OpsError) return error.message;
  if (error instanceof AppError) return toErrorBody(error).message;
  if (!(error instanceof Error)) return String(error);
  const advice = ADVICE[error.name];
  if (advice !== undefined) return advice;
  if ('$metadata' in error || error.message === 'Region is missing')
    return oneLine(`AWS refused: ${error.message}`);
  if ('code' in error) return oneLine(`AWS cannot be reached: ${error.message || error.code}`);
  return error.stack ?? error.message;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
