/**
 * Settings that the AWS clients share. Each client is made when first used and kept for the life of the execution
 * environment. Imports no SDK: a function pays at its start only for the clients that it uses.
 */

/**
 * Credentials of the function's role, from the environment, where Lambda puts them: the SDK's provider chain would cost
 * start-up time and finds the same.
 */
export const credentials = async () => ({
  accessKeyId: process.env.AWS_ACCESS_KEY_ID ?? '',
  secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY ?? '',
  ...(process.env.AWS_SESSION_TOKEN && { sessionToken: process.env.AWS_SESSION_TOKEN }),
});

/** A value computed at the first call and kept. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * Options of a client whose calls end: without them a call that gets no answer waits until its function is killed. A
 * try that times out is repeated like one that failed.
 * @param requestMs from the request to the head of its answer
 * @param attempts tries in all
 */
export const timeouts = ({ requestMs, attempts = 3 }: { requestMs: number; attempts?: number }) => ({
  maxAttempts: attempts,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: requestMs, throwOnRequestTimeout: true },
});
