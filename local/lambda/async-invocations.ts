/** Emulates Lambda's asynchronous invocations: delivery at least once, retries, and the on-failure destination. */
import { randomUUID } from 'node:crypto';
import type { Clock, InvokeResult, Log } from '../emulator-types.ts';
import type { MovableClock } from '../faults/faults.ts';
import { asFailedResult } from './as-failed-result.ts';
import { createDelays } from './delay-by-clock.ts';
import type { FunctionSpec } from './function-spec.ts';
import { checkPayload } from './payload-and-batch-limits.ts';
import { unlessThrottled } from './throttling-error.ts';

/**
 * Retries of a failed event, and the pauses before them.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
const DEFAULT_RETRIES = 2;
const RETRY_DELAYS_MS = [60_000, 120_000];
/** Longest age of an event. https://docs.aws.amazon.com/lambda/latest/api/API_FunctionEventInvokeConfig.html */
const DEFAULT_AGE_SECONDS = 21_600;
/** Shortest and longest pause in milliseconds after a throttle. Each consecutive throttle doubles the pause. */
const THROTTLE_MS = { first: 1_000, most: 300_000 };

export interface EventInvokeConfig {
  readonly MaximumRetryAttempts?: number;
  readonly MaximumEventAgeInSeconds?: number;
  readonly DestinationConfig?: {
    readonly OnFailure?: { readonly Destination: string };
  };
}

export interface AsyncInvocationsOptions {
  /** By function name. */
  readonly configs: Readonly<Record<string, EventInvokeConfig>>;
  readonly find: (nameOrArn: string) => FunctionSpec;
  readonly invoke: (
    nameOrArn: string,
    event: unknown,
  ) => Promise<InvokeResult & { readonly requestId: string }>;
  /** Sends a record to an on-failure destination, which must be a queue. */
  readonly sendTo: (arn: string, body: string) => void;
  /**
   * Pauses before the retries, in milliseconds of the stack's clock. The first is also the pause after each throttle.
   * @default `RETRY_DELAYS_MS`; after throttles, the pauses of `THROTTLE_MS`
   */
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly clock: MovableClock;
  readonly log: Log;
}

export interface AsyncInvocations {
  /**
   * Accepts an event. Throws ResourceNotFoundException for an unknown function, and RequestEntityTooLargeException for
   * an event that is too large.
   */
  accept(nameOrArn: string, event: unknown): void;
  /** Number of accepted events that have not ended. */
  pending(): number;
  /** Number of pending events whose attempt runs or is due now. Events whose next attempt is due later do not count. */
  due(): number;
  /** Makes every later event arrive `copies` times. AWS, too, may deliver an event more than once. */
  deliverTimes(copies: number): void;
  close(): void;
}

export function createAsyncInvocations(options: AsyncInvocationsOptions): AsyncInvocations {
  const { clock } = options;
  const delays = createDelays(clock);
  const { retryDelaysMs = RETRY_DELAYS_MS } = options;
  let pending = 0;
  let copies = 1;

  async function attempt(accepted: Accepted, count: number, throttles = 0): Promise<void> {
    const { spec, event, at } = accepted;
    const { MaximumEventAgeInSeconds = DEFAULT_AGE_SECONDS, MaximumRetryAttempts = DEFAULT_RETRIES } =
      options.configs[spec.name] ?? {};
    if (clock.now() - at > MaximumEventAgeInSeconds * 1_000)
      return giveUp(accepted, { condition: 'EventAgeExceeded', count: count - 1 });
    const result: Attempted | undefined = await unlessThrottled(options.invoke(spec.name, event)).catch(
      asFailedResult(spec.name, options.log),
    );
    // A throttled invocation does not count as an attempt; Lambda retries it until the event is too old.
    if (result === undefined)
      return delays.schedule(throttlePause(throttles), () => begin(accepted, count, throttles + 1));
    if (!result.functionError) {
      pending -= 1;
      return;
    }
    if (count <= MaximumRetryAttempts) {
      options.log(spec.name, `attempt ${count} failed; trying again`);
      return delays.schedule(retryDelaysMs[count - 1] ?? retryDelaysMs.at(-1) ?? 0, () =>
        begin(accepted, count + 1),
      );
    }
    giveUp(accepted, { condition: 'RetriesExhausted', count, result });
  }

  function giveUp(accepted: Accepted, end: End): void {
    pending -= 1;
    const { name } = accepted.spec;
    const destination = options.configs[name]?.DestinationConfig?.OnFailure?.Destination;
    if (destination) options.sendTo(destination, envelope(accepted, end, clock));
    else options.log(name, `an event was dropped after ${end.count} attempts: ${end.condition}`);
  }

  function begin(accepted: Accepted, count: number, throttles?: number): void {
    attempt(accepted, count, throttles).catch((error: unknown) =>
      options.log(accepted.spec.name, String(error)),
    );
  }

  const throttlePause = (before: number): number =>
    options.retryDelaysMs?.[0] ?? Math.min(THROTTLE_MS.first * 2 ** before, THROTTLE_MS.most);

  return {
    accept(nameOrArn, event) {
      const spec = options.find(nameOrArn);
      checkPayload(event, 'Event');
      pending += copies;
      for (let copy = 0; copy < copies; copy++)
        begin({ spec, event, at: clock.now(), requestId: randomUUID() }, 1);
    },
    pending: () => pending,
    due: () => pending - delays.waiting(),
    deliverTimes(times) {
      copies = times;
    },
    close: delays.close,
  };
}

interface Accepted {
  readonly spec: FunctionSpec;
  readonly event: unknown;
  /** Unix milliseconds. */
  readonly at: number;
  readonly requestId: string;
}

/** End of an event that never succeeded, after `count` attempts. An event that became too old has no `result`. */
interface End {
  readonly condition: 'RetriesExhausted' | 'EventAgeExceeded';
  readonly count: number;
  readonly result?: Attempted;
}

/** The id is missing if the attempt failed outside the function, e.g. because no process could be started. */
type Attempted = InvokeResult & { readonly requestId?: string };

/**
 * Builds the record for the on-failure destination.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
function envelope(
  { spec, event, requestId }: Accepted,
  { condition, count, result }: End,
  clock: Clock,
): string {
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date(clock.now()).toISOString(),
    requestContext: {
      requestId: result?.requestId ?? requestId,
      functionArn: `${spec.arn}:$LATEST`,
      condition,
      approximateInvokeCount: count,
    },
    requestPayload: event,
    ...(result && {
      responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: result.functionError },
      responsePayload: result.payload,
    }),
  });
}
