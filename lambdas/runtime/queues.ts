/** Reads the state of SQS queues. The client is loaded with the first queue. */
import { credentials, timeouts } from './aws-clients.ts';
import { once } from './once.ts';

const queues = once(async () => {
  const { GetQueueAttributesCommand, SQSClient } = await import('@aws-sdk/client-sqs');
  const client = new SQSClient({
    credentials,
    // The configured endpoint, and not the host of the queue's URL.
    useQueueUrlAsEndpoint: false,
    ...timeouts({ requestMs: 2_000 }),
  });
  return { GetQueueAttributesCommand, client };
});

/** Returns about how many messages a consumer could receive from a queue. @throws when SQS gives no number */
export async function messagesIn(queueUrl: string): Promise<number> {
  const { GetQueueAttributesCommand, client } = await queues();
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['ApproximateNumberOfMessages'] }),
  );
  const count = Number(Attributes.ApproximateNumberOfMessages);
  if (!Number.isInteger(count)) throw new Error('SQS gave no number of messages');
  return count;
}
