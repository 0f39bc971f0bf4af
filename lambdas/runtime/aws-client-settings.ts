/**
 * Settings that the AWS clients share. This file imports no SDK, so that a function loads only the clients it uses.
 */

import { ENV } from './env-names.ts';

/**
 * Credentials of the function's role, which Lambda puts into the environment. The SDK's provider chain would find them
 * too, but costs start-up time.
 */
export const credentials = async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

/**
 * Options that bound each attempt of a client's calls. Without them, a call without a response waits until the
 * function's own timeout.
 * @param requestMs milliseconds from the request to the head of its response; `ENV.attemptMaxMs` may shorten it
 * @param attempts number of attempts, the first included
 */
export function timeouts({ requestMs, attempts = 3 }: { requestMs: number; attempts?: number }) {
  const mostMs = Number(process.env[ENV.attemptMaxMs] ?? Infinity);
  const [connectionTimeout, requestTimeout] = [Math.min(2_000, mostMs), Math.min(requestMs, mostMs)];
  return {
    maxAttempts: attempts,
    requestHandler: { connectionTimeout, requestTimeout, throwOnRequestTimeout: true },
  };
}
