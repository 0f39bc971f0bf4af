/** Emulates SQS queues in memory, and the event source mappings that deliver their messages to functions. */
import { createHash, randomUUID } from 'node:crypto';
import type { InvokeResult, Log } from '../emulator-types.ts';
import type { MovableClock } from '../faults/faults.ts';
import { asFailedResult } from '../lambda/as-failed-result.ts';
import { createDelays } from '../lambda/delay-by-clock.ts';
import { recordsThatFit } from '../lambda/payload-and-batch-limits.ts';
import { unlessThrottled } from '../lambda/throttling-error.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

export interface QueueProperties {
  readonly VisibilityTimeout?: number;
  readonly RedrivePolicy?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: number };
}

/** Properties of an AWS::Lambda::EventSourceMapping of a queue, with references resolved. */
export interface EventSourceMapping {
  readonly EventSourceArn: string;
  readonly FunctionName: string;
  readonly BatchSize?: number;
  readonly FunctionResponseTypes?: readonly string[];
}

export interface QueuesOptions {
  /** By ARN. */
  readonly queues: Readonly<Record<string, QueueProperties>>;
  readonly mappings: readonly EventSourceMapping[];
  readonly invoke: (functionName: string, event: unknown) => Promise<InvokeResult>;
  /**
   * Milliseconds of the stack's clock for which a failed message stays invisible. @default the queue's visibility
   * timeout
   */
  readonly retryDelayMs?: number | undefined;
  readonly clock: MovableClock;
  readonly log: Log;
}

export interface Queues {
  /** Throws for a queue that the templates do not define. */
  send(queueArn: string, body: string): void;
  /** Returns the bodies of all messages, those in flight included. */
  messages(queueArn: string): readonly string[];
  /** Number of messages that a consumer is processing or gets as soon as it can. */
  due(): number;
  /**
   * Receives at most `most` visible messages and hides them for `seconds`.
   * @param seconds @default the queue's visibility timeout
   */
  receive(queueArn: string, most: number, seconds?: number): readonly Received[];
  /** Number of messages that could be received now. */
  visible(queueArn: string): number;
  /** Returns false when no message has this handle. */
  remove(queueArn: string, receiptHandle: string): boolean;
  purge(queueArn: string): void;
  close(): void;
}

export interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
}

/** AWS's default. https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html */
const VISIBILITY_SECONDS = 30;
/** AWS's default. https://docs.aws.amazon.com/lambda/latest/api/API_CreateEventSourceMapping.html */
const BATCH_SIZE = 10;

/** Value of `hiddenUntil` while a function processes the message. */
const IN_FLIGHT = Number.POSITIVE_INFINITY;

interface Message {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  received: number;
  /** Unix milliseconds. @default the message was never received */
  firstReceivedAt?: number;
  /** Handle that the latest `receive` of the message returned. */
  receiptHandle?: string;
  /** Unix milliseconds. @default the message was never hidden */
  hiddenUntil?: number;
}

export function createQueues(options: QueuesOptions): Queues {
  const waiting = new Map<string, Message[]>(Object.keys(options.queues).map((arn) => [arn, []]));
  const delays = createDelays(options.clock);
  const messagesOf = (arn: string): Message[] => {
    const messages = waiting.get(arn);
    if (!messages) throw new Error(`There is no queue ${arn} in the templates`);
    return messages;
  };

  const consumerOf = (arn: string) => options.mappings.find(({ EventSourceArn }) => EventSourceArn === arn);

  const visibilityOf = (arn: string): number => options.queues[arn]?.VisibilityTimeout ?? VISIBILITY_SECONDS;

  function remove(arn: string, message: Message): void {
    const messages = messagesOf(arn);
    messages.splice(messages.indexOf(message), 1);
  }

  const visibleOf = (arn: string): Message[] => {
    const now = options.clock.now();
    return messagesOf(arn).filter(({ hiddenUntil = 0 }) => hiddenUntil <= now);
  };

  /** Hides messages for `ms` milliseconds, and then delivers them to the queue's consumer, if it has one. */
  function hide(arn: string, messages: readonly Message[], ms: number): void {
    const until = options.clock.now() + ms;
    for (const message of messages) message.hiddenUntil = until;
    if (messages.length > 0 && consumerOf(arn)) pollAt(arn, until);
  }

  /** Polls a queue at the time `at`. A timer that fires a millisecond early is set again. */
  function pollAt(arn: string, at: number): void {
    const left = Math.max(0, at - options.clock.now());
    delays.schedule(left, () => (options.clock.now() < at ? pollAt(arn, at) : poll(arn)));
  }

  /** Hands the visible messages to the consumer, in batches that run side by side. */
  function poll(arn: string): void {
    const mapping = consumerOf(arn);
    if (!mapping) return;
    const { BatchSize = BATCH_SIZE } = mapping;
    const messages = visibleOf(arn);
    while (messages.length > 0) {
      const now = options.clock.now();
      const candidates = messages
        .slice(0, BatchSize)
        .map((message) => recordOf(arn, { ...message, received: message.received + 1 }, now));
      const records = candidates.slice(0, recordsThatFit(candidates));
      const batch = messages.splice(0, records.length);
      for (const message of batch) {
        message.hiddenUntil = IN_FLIGHT;
        message.received += 1;
        message.firstReceivedAt ??= now;
      }
      deliver(arn, mapping, batch, records).catch((error: unknown) => options.log('sqs', String(error)));
    }
  }

  async function deliver(
    arn: string,
    mapping: EventSourceMapping,
    batch: readonly Message[],
    Records: readonly SqsRecord[],
  ): Promise<void> {
    const invocation = unlessThrottled(options.invoke(mapping.FunctionName, { Records }));
    const result = await invocation.catch(asFailedResult(mapping.FunctionName, options.log));
    // A throttled invocation has no result. Its messages count as received, although the function did not run.
    const failed = result === undefined ? batch : failedIn(batch, result, mapping);
    // An operator may have deleted messages meanwhile.
    const left = batch.filter((message) => messagesOf(arn).includes(message));
    for (const message of left) if (!failed.includes(message)) remove(arn, message);
    retry(
      arn,
      left.filter((message) => failed.includes(message)),
    );
  }

  /**
   * Hides failed messages until their next attempt, or moves them to the dead-letter queue after `maxReceiveCount`
   * receives. A moved message keeps its id and the time at which it was sent.
   * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/setting-up-dead-letter-queue-retention.html
   */
  function retry(arn: string, failed: readonly Message[]): void {
    const redrive = options.queues[arn]?.RedrivePolicy;
    const mostReceived = redrive?.maxReceiveCount ?? Number.POSITIVE_INFINITY;
    for (const message of failed)
      if (redrive && message.received >= mostReceived) {
        remove(arn, message);
        options.log('sqs', `a message moved to ${redrive.deadLetterTargetArn}`);
        const { messageId, body, sentAt } = message;
        add(redrive.deadLetterTargetArn, { messageId, body, sentAt, received: 0 });
      }
    const kept = failed.filter(({ received }) => received < mostReceived);
    hide(arn, kept, options.retryDelayMs ?? visibilityOf(arn) * 1_000);
  }

  function send(arn: string, body: string): void {
    add(arn, { messageId: randomUUID(), body, sentAt: options.clock.now(), received: 0 });
  }

  function add(arn: string, message: Message): void {
    messagesOf(arn).push(message);
    setImmediate(() => poll(arn));
  }

  function receive(arn: string, most: number, seconds = visibilityOf(arn)): Received[] {
    const messages = visibleOf(arn).slice(0, most);
    hide(arn, messages, seconds * 1_000);
    return messages.map((message) => {
      const receiptHandle = randomUUID();
      message.received += 1;
      message.firstReceivedAt ??= options.clock.now();
      message.receiptHandle = receiptHandle;
      return { messageId: message.messageId, receiptHandle, body: message.body };
    });
  }

  return {
    send,
    receive,
    remove(arn, receiptHandle) {
      const found = messagesOf(arn).find((message) => message.receiptHandle === receiptHandle);
      if (found) remove(arn, found);
      return found !== undefined;
    },
    purge: (arn) => void messagesOf(arn).splice(0),
    messages: (arn) => messagesOf(arn).map(({ body }) => body),
    visible: (arn) => visibleOf(arn).length,
    due() {
      const consumed = [...waiting.keys()].filter(consumerOf);
      const inFlight = (arn: string) =>
        messagesOf(arn).filter(({ hiddenUntil }) => hiddenUntil === IN_FLIGHT);
      return consumed.flatMap((arn) => [...visibleOf(arn), ...inFlight(arn)]).length;
    },
    close: delays.close,
  };
}

/**
 * Returns the failed messages of a batch. With ReportBatchItemFailures, the function lists them. If an entry of its
 * list names no message of the batch, the whole batch fails.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
 */
function failedIn(
  batch: readonly Message[],
  result: InvokeResult,
  mapping: EventSourceMapping,
): readonly Message[] {
  if (result.functionError) return batch;
  if (!mapping.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return [];
  const answer = result.payload as { batchItemFailures?: unknown } | null;
  const entries = answer?.batchItemFailures ?? [];
  if (!Array.isArray(entries)) return batch;
  const named = entries.map((entry: { itemIdentifier?: unknown } | null) =>
    batch.find(({ messageId }) => messageId === entry?.itemIdentifier),
  );
  return named.includes(undefined) ? batch : batch.filter((message) => named.includes(message));
}

type SqsRecord = ReturnType<typeof recordOf>;

/** Builds a message's record in a function's event. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function recordOf(arn: string, { messageId, body, sentAt, received, firstReceivedAt }: Message, now: number) {
  return {
    messageId,
    receiptHandle: randomUUID(),
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(sentAt),
      SenderId: ACCOUNT,
      ApproximateFirstReceiveTimestamp: String(firstReceivedAt ?? now),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: REGION,
  };
}
