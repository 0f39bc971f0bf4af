/** Emulates Lambda's asynchronous invocations: delivery at least once, retries, and the on-failure destination. */
import { AwsError } from '../aws-json/errors.ts';
import type { MovableClock } from '../faults/index.ts';
import type { Clock, InvokeResult, Log } from '../types.ts';
import { createDelays } from './clock-delays.ts';
import { checkPayload } from './payload-limits.ts';
import { unlessThrottled } from './throttling.ts';
import type { EventInvokeConfig, FunctionSpec } from './types.ts';

/**
 * Retries of a failed event, and the pauses before them.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
const DEFAULT_RETRIES = 2;
const RETRY_DELAYS_MS = [60_000, 120_000];
/** Pauses after a throttle, which double from a second to five minutes. */
const THROTTLE_MS = { first: 1_000, most: 300_000 };

export interface AsyncInvocationsOptions {
  /** Configurations by function name. */
  readonly configs: Readonly<Record<string, EventInvokeConfig>>;
  readonly find: (nameOrArn: string) => FunctionSpec;
  readonly invoke: (
    nameOrArn: string,
    event: unknown,
  ) => Promise<InvokeResult & { readonly requestId: string }>;
  /** Sends a record to an on-failure destination, which must be a queue. */
  readonly sendTo: (arn: string, body: string) => void;
  /** Pauses before the retries, in milliseconds of the stack's clock. @default one and two minutes, as on AWS */
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly clock: MovableClock;
  readonly log: Log;
}

export interface AsyncInvocations {
  /**
   * Accepts an event. Throws ResourceNotFoundException for an unknown function, and RequestEntityTooLargeException for an
   * event that is too large.
   */
  accept(nameOrArn: string, event: unknown): void;
  /** Number of events that are accepted and not yet ended. */
  pending(): number;
  /** Number of pending events whose attempt runs or is due now. The others wait for the clock. */
  due(): number;
  /** Delivers every later event this many times at once, because AWS promises delivery only at least once. */
  deliverTimes(copies: number): void;
  close(): void;
}

export function createAsyncInvocations(options: AsyncInvocationsOptions): AsyncInvocations {
  const delays = createDelays(options.clock);
  const { retryDelaysMs = RETRY_DELAYS_MS } = options;
  let pending = 0;
  let copies = 1;

  async function attempt(spec: FunctionSpec, event: unknown, count: number, throttles = 0): Promise<void> {
    const result = await unlessThrottled(options.invoke(spec.name, event));
    // A throttled invocation does not count as an attempt; Lambda retries it for six hours.
    if (result === undefined)
      return delays.schedule(throttlePause(throttles), () => begin(spec, event, count, throttles + 1));
    const config = options.configs[spec.name] ?? {};
    if (!result.functionError) {
      pending -= 1;
      return;
    }
    if (count <= (config.MaximumRetryAttempts ?? DEFAULT_RETRIES)) {
      options.log(spec.name, `attempt ${count} failed; trying again`);
      return delays.schedule(retryDelaysMs[count - 1] ?? retryDelaysMs.at(-1) ?? 0, () =>
        begin(spec, event, count + 1),
      );
    }
    pending -= 1;
    const destination = config.DestinationConfig?.OnFailure?.Destination;
    if (destination) options.sendTo(destination, envelope(spec, event, result, count, options.clock));
    else options.log(spec.name, `an event failed ${count} times and was dropped`);
  }

  function begin(spec: FunctionSpec, event: unknown, count: number, throttles?: number): void {
    attempt(spec, event, count, throttles).catch((error: unknown) => options.log(spec.name, String(error)));
  }

  const throttlePause = (before: number): number =>
    options.retryDelaysMs?.[0] ?? Math.min(THROTTLE_MS.first * 2 ** before, THROTTLE_MS.most);

  return {
    accept(nameOrArn, event) {
      const spec = options.find(nameOrArn);
      checkPayload(event, 'Event');
      pending += copies;
      for (let copy = 0; copy < copies; copy++) begin(spec, event, 1);
    },
    pending: () => pending,
    due: () => pending - delays.waiting(),
    deliverTimes(times) {
      copies = times;
    },
    close: delays.close,
  };
}

/** Builds the record for the on-failure destination. Source: the page above, "Destinations". */
function envelope(
  spec: FunctionSpec,
  event: unknown,
  { payload, functionError, requestId }: InvokeResult & { readonly requestId: string },
  count: number,
  clock: Clock,
): string {
  if (!functionError) throw new AwsError('InternalServerError', 'A success has no failure envelope', 500);
  return JSON.stringify({
    version: '1.0',
    timestamp: new Date(clock.now()).toISOString(),
    requestContext: {
      requestId,
      functionArn: `${spec.arn}:$LATEST`,
      condition: 'RetriesExhausted',
      approximateInvokeCount: count,
    },
    requestPayload: event,
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError },
    responsePayload: payload,
  });
}
