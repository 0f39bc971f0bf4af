/**
 * Emulates SQS queues in memory, and the event source mappings that deliver their messages to functions. Every batch is
 * a single message, whatever `BatchSize` says.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { MovableClock } from '../faults/index.ts';
import { ACCOUNT, type InvokeResult, type Log, REGION } from '../types.ts';
import { createDelays } from './clock-delays.ts';
import { asFailedResult } from './rejected-invocation.ts';
import { unlessThrottled } from './throttling-error.ts';

/** Properties of an AWS::SQS::Queue, with references resolved. */
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
  /** Queues' properties by ARN. */
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
  /** Sends a message. Throws for a queue that the templates do not define. */
  send(queueArn: string, body: string): void;
  /** Returns the bodies of all messages of a queue, those in flight included. */
  messages(queueArn: string): readonly string[];
  /**
   * Number of messages that a consumer is processing or gets as soon as it can. The others wait for the clock or have
   * no consumer.
   */
  due(): number;
  /**
   * Receives at most `most` visible messages and hides them for a while.
   * @param seconds for which they are hidden. @default the queue's visibility timeout
   */
  receive(queueArn: string, most: number, seconds?: number): readonly Received[];
  /** Number of messages that could be received now. */
  visible(queueArn: string): number;
  /** Deletes a message. Returns false when no message has this handle. */
  remove(queueArn: string, receiptHandle: string): boolean;
  purge(queueArn: string): void;
  close(): void;
}

export interface Received {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
}

/**
 * Default visibility timeout of a queue.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_CreateQueue.html
 */
const VISIBILITY_SECONDS = 30;

interface Message {
  readonly messageId: string;
  readonly body: string;
  readonly sentAt: number;
  received: number;
  /** Handle that the latest `receive` of the message returned. */
  receiptHandle?: string;
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

  /** Returns a queue's visibility timeout in seconds. */
  const visibilityOf = (arn: string): number => options.queues[arn]?.VisibilityTimeout ?? VISIBILITY_SECONDS;

  function remove(arn: string, message: Message): void {
    const messages = messagesOf(arn);
    messages.splice(messages.indexOf(message), 1);
  }

  async function deliver(arn: string, message: Message): Promise<void> {
    const mapping = consumerOf(arn);
    // An operator may have deleted the message while it was hidden, or during its delivery.
    const isThere = () => messagesOf(arn).includes(message);
    if (!mapping || !isThere()) return;
    message.received += 1;
    const event = { Records: [recordOf(arn, message, options.clock.now())] };
    const invocation = unlessThrottled(options.invoke(mapping.FunctionName, event));
    const result = await invocation.catch(asFailedResult(mapping.FunctionName, options.log));
    if (!isThere()) return;
    // A message that was read for a throttled function counts as received, although the function did not run.
    if (result !== undefined && succeeded(result, message, mapping)) return remove(arn, message);
    const redrive = options.queues[arn]?.RedrivePolicy;
    if (redrive && message.received >= redrive.maxReceiveCount) {
      remove(arn, message);
      options.log('sqs', `a message moved to ${redrive.deadLetterTargetArn}`);
      send(redrive.deadLetterTargetArn, message.body);
    } else delays.schedule(options.retryDelayMs ?? visibilityOf(arn) * 1_000, () => begin(arn, message));
  }

  function begin(arn: string, message: Message): void {
    deliver(arn, message).catch((error: unknown) => options.log('sqs', String(error)));
  }

  function send(arn: string, body: string): void {
    const message = { messageId: randomUUID(), body, sentAt: options.clock.now(), received: 0 };
    messagesOf(arn).push(message);
    setImmediate(() => begin(arn, message));
  }

  function receive(arn: string, most: number, seconds?: number): Received[] {
    const now = options.clock.now();
    const visible = messagesOf(arn).filter(({ hiddenUntil = 0 }) => hiddenUntil <= now);
    const hidden = seconds ?? visibilityOf(arn);
    return visible.slice(0, most).map((message) => {
      const receiptHandle = randomUUID();
      message.received += 1;
      message.receiptHandle = receiptHandle;
      message.hiddenUntil = now + hidden * 1000;
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
    visible(arn) {
      const now = options.clock.now();
      return messagesOf(arn).filter(({ hiddenUntil = 0 }) => hiddenUntil <= now).length;
    },
    due() {
      const consumed = [...waiting].filter(([arn]) => consumerOf(arn)).flatMap(([, messages]) => messages);
      return Math.max(0, consumed.length - delays.waiting());
    },
    close: delays.close,
  };
}

/**
 * Returns true when the function processed the message. With ReportBatchItemFailures, the function's result names the
 * messages that failed. Without, the whole batch fails when the function fails.
 */
function succeeded(result: InvokeResult, { messageId }: Message, mapping: EventSourceMapping): boolean {
  if (result.functionError) return false;
  if (!mapping.FunctionResponseTypes?.includes('ReportBatchItemFailures')) return true;
  const answer = result.payload as { batchItemFailures?: readonly { itemIdentifier: string }[] } | null;
  return !answer?.batchItemFailures?.some(({ itemIdentifier }) => itemIdentifier === messageId);
}

/** Builds a message's record in a function's event. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
function recordOf(arn: string, { messageId, body, sentAt, received }: Message, now: number) {
  return {
    messageId,
    receiptHandle: randomUUID(),
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(sentAt),
      SenderId: ACCOUNT,
      ApproximateFirstReceiveTimestamp: String(now),
    },
    messageAttributes: {},
    md5OfBody: createHash('md5').update(body).digest('hex'),
    eventSource: 'aws:sqs',
    eventSourceARN: arn,
    awsRegion: REGION,
  };
}
