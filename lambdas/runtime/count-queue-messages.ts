import { credentials, timeouts } from './aws-client-settings.ts';
import { once } from './once.ts';

const queues = once(async () => {
  const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
  const client = new SQSClient({
    credentials,
    // By default, the SDK calls the host in the queue's URL even if `AWS_ENDPOINT_URL` sets another endpoint.
    useQueueUrlAsEndpoint: false,
    ...timeouts({ requestMs: 2_000 }),
  });
  return { GetQueueAttributesCommand, client };
});

/**
 * Returns the approximate number of messages that a consumer could receive from a queue.
 * @throws Error when the call fails, or SQS gives no number
 */
export async function messagesIn(queueUrl: string): Promise<number> {
  const { GetQueueAttributesCommand, client } = await queues();
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  const count = Number(Attributes.ApproximateNumberOfMessages);
  if (!Number.isInteger(count)) throw new Error('SQS gave no number of messages');
  return count;
}
