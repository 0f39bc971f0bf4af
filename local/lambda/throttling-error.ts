/** Error with which Lambda refuses an invocation when the account, or the function, has no concurrency left. */
import { AwsError } from '../aws-json/aws-error.ts';

/** https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_Errors */
const CODE = 'TooManyRequestsException';

export const throttled = (): AwsError =>
  new AwsError(CODE, 'Rate Exceeded.', 429, { Reason: 'ConcurrentInvocationLimitExceeded' });

export const isThrottled = (error: unknown): boolean => error instanceof AwsError && error.code === CODE;

/** Returns undefined for an invocation that Lambda has throttled. */
export async function unlessThrottled<T>(invocation: Promise<T>): Promise<T | undefined> {
  try {
    return await invocation;
  } catch (error) {
    if (isThrottled(error)) return undefined;
    throw error;
  }
}
