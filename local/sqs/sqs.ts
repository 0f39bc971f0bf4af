/** Emulates SQS's API. Functions get their messages from `./queues-and-event-source-mappings.ts` instead. */
import { createHash } from 'node:crypto';
import { AwsError, awsJsonService, type JsonCall, type JsonObject } from '../aws-json/aws-json-service.ts';
import type { Authorize, Clock } from '../emulator-types.ts';
import type { Faults } from '../faults/faults.ts';
import type { Queues } from '../lambda/lambda-exports.ts';
import { ACCOUNT, REGION } from '../region-and-account.ts';

export interface SqsApiOptions {
  readonly queues: Pick<Queues, 'receive' | 'remove' | 'purge' | 'visible'>;
  readonly arns: readonly string[];
  readonly authorize: Authorize;
  readonly clock: Clock;
  readonly faults: Faults;
  readonly callerOf: (accessKeyId: string) => string | undefined;
}

/**
 * Largest number of messages that one ReceiveMessage returns.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_ReceiveMessage.html
 */
const MOST_MESSAGES = 10;
/**
 * Shortest time between two PurgeQueue calls of one queue.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_PurgeQueue.html
 */
const PURGE_MS = 60_000;

const nameOf = (arn: string): string => arn.split(':').at(-1) ?? '';
const urlOf = (arn: string): string => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${nameOf(arn)}`;

export function createSqsApi({ queues, arns, authorize, clock, faults, callerOf }: SqsApiOptions) {
  const purged = new Map<string, number>();

  const actions: Readonly<Record<string, (arn: string, input: JsonObject) => JsonObject>> = {
    ReceiveMessage(arn, { MaxNumberOfMessages = 1, VisibilityTimeout }) {
      const most = Number(MaxNumberOfMessages);
      if (!(most >= 1 && most <= MOST_MESSAGES))
        throw new AwsError('InvalidParameterValue', 'MaxNumberOfMessages is between 1 and 10.');
      const seconds = VisibilityTimeout === undefined ? undefined : Number(VisibilityTimeout);
      const found = queues.receive(arn, most, seconds);
      if (found.length === 0) return {};
      const Messages = found.map(({ messageId, receiptHandle, body }) => ({
        MessageId: messageId,
        ReceiptHandle: receiptHandle,
        MD5OfBody: createHash('md5').update(body).digest('hex'),
        Body: body,
      }));
      return { Messages };
    },
    GetQueueAttributes(arn, { AttributeNames }) {
      const names = Array.isArray(AttributeNames) ? AttributeNames : [];
      if (names.some((name) => name !== 'ApproximateNumberOfMessages'))
        throw new AwsError('InvalidAttributeName', 'Only ApproximateNumberOfMessages is emulated.');
      return { Attributes: { ApproximateNumberOfMessages: String(queues.visible(arn)) } };
    },
    DeleteMessage(arn, { ReceiptHandle }) {
      if (!queues.remove(arn, String(ReceiptHandle)))
        throw new AwsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.');
      return {};
    },
    PurgeQueue(arn) {
      if (clock.now() - (purged.get(arn) ?? -PURGE_MS) < PURGE_MS)
        throw new AwsError(
          'PurgeQueueInProgress',
          'Only one PurgeQueue operation is allowed every 60 seconds.',
          403,
        );
      purged.set(arn, clock.now());
      queues.purge(arn);
      return {};
    },
  };

  function list({ QueueNamePrefix = '' }: JsonObject): JsonObject {
    const QueueUrls = arns.filter((arn) => nameOf(arn).startsWith(String(QueueNamePrefix))).map(urlOf);
    return QueueUrls.length > 0 ? { QueueUrls } : {};
  }

  function answer({ action, input, accessKeyId }: JsonCall): JsonObject {
    if (action === 'ListQueues') {
      authorize(accessKeyId, 'sqs:ListQueues', '*');
      return list(input);
    }
    const act = actions[action];
    if (!act) throw new AwsError('UnknownOperationException', `SQS's ${action} is not emulated`);
    const arn = arns.find((one) => urlOf(one) === input.QueueUrl);
    if (arn === undefined) throw new AwsError('QueueDoesNotExist', 'The specified queue does not exist.');
    authorize(accessKeyId, `sqs:${action}`, arn);
    return act(arn, input);
  }

  return awsJsonService(
    (call) => {
      const { action, input, accessKeyId } = call;
      const step = { service: 'sqs', action, caller: callerOf(accessKeyId) } as const;
      return faults.around({ ...step, request: () => JSON.stringify(input) }, () => answer(call));
    },
    () => 'com.amazonaws.sqs#',
  );
}
