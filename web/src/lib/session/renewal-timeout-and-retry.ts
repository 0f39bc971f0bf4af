/** Milliseconds after which a request counts as timed out (docs/spec.md 9). */
const TIMEOUT_MS = 10_000;
/** Milliseconds from a timeout to the next request (docs/spec.md 9). */
const RETRY_MS = 5_000;

export class RenewalTimeout extends Error {}

/**
 * Returns a function that requests a token. With `force`, it requests a token even if the stored token is valid. Calls
 * during a request share the outcome of that request, whatever their `force`. If the request times out, all these calls
 * reject with `RenewalTimeout`, but the request is not cancelled. A retry follows after a delay. Calls during the delay
 * or the retry get the outcome of the retry.
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
