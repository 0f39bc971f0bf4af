/** Silent renewal: a request is given up after 10 seconds and retried 5 seconds later (docs/spec.md 9). */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 5_000;

/** The user pool did not answer in time. The next request follows by itself. */
export class RenewalTimeout extends Error {}

/**
 * Makes one request at a time out of many calls. A call while a request runs, or waits for its turn after one
 * that hung, shares its outcome.
 */
export function createTokenRenewal<T>(
  request: (force: boolean) => Promise<T>,
): (force: boolean) => Promise<T> {
  let running: Promise<T> | undefined;
  const begin = (force: boolean, delayMs: number): Promise<T> => {
    const outcome = wait(delayMs).then(() => inTime(request(force)));
    running = outcome;
    outcome.then(
      () => {
        running = undefined;
      },
      (error: unknown) => {
        running = undefined;
        if (error instanceof RenewalTimeout) void begin(force, RETRY_MS);
      },
    );
    return outcome;
  };
  return (force) => running ?? begin(force, 0);
}

function inTime<T>(request: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new RenewalTimeout('The renewal hangs')), TIMEOUT_MS);
    request.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const wait = (ms: number): Promise<void> =>
  ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
