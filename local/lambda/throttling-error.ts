/** Error of Lambda when no concurrency is left, for the account or for the function. */
import { AwsError } from '../aws-json/errors.ts';

/** Code of a throttled invocation. https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_Errors */
const CODE = 'TooManyRequestsException';

export const throttled = (): AwsError =>
  new AwsError(CODE, 'Rate Exceeded.', 429, { Reason: 'ConcurrentInvocationLimitExceeded' });

export const isThrottled = (error: unknown): boolean => error instanceof AwsError && error.code === CODE;

/** Returns the result of an invocation, or undefined when it was throttled, so that the function did not run. */
export async function unlessThrottled<T>(invocation: Promise<T>): Promise<T | undefined> {
  try {
    return await invocation;
  } catch (error) {
    if (isThrottled(error)) return undefined;
    throw error;
  }
}
