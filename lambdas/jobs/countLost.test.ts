import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, expect, it, vi } from 'vitest';

const sqs = mockClient(SQSClient);
vi.stubEnv('METRIC_NAMESPACE', 'Product/dev');
vi.stubEnv('LOST_QUEUES', '["https://sqs/one","https://sqs/two"]');
const { handler } = await import('./countLost.ts');
const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
afterEach(() => printed.mockClear());

it('publishes how many messages all dead-letter queues hold, as one metric', async () => {
  sqs.on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/one' }).resolves({
    Attributes: { ApproximateNumberOfMessages: '2' },
  });
  sqs.on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/two' }).resolves({
    Attributes: { ApproximateNumberOfMessages: '1' },
  });
  await handler();
  const [line] = printed.mock.calls.map(([text]) => JSON.parse(String(text)));
  expect(line).toMatchObject({
    LostWork: 3,
    _aws: { CloudWatchMetrics: [{ Namespace: 'Product/dev', Dimensions: [[]] }] },
  });
});

it('fails, and publishes nothing, where a queue gives no number', async () => {
  sqs.on(GetQueueAttributesCommand, { QueueUrl: 'https://sqs/two' }).resolves({});
  await expect(handler()).rejects.toThrow('The job failed');
  expect(printed.mock.calls.map(([text]) => JSON.parse(String(text)))).toMatchObject([
    { event: 'job failed' },
  ]);
});
