/** Metrics of a reply. The turn itself is faked. */
import type { Context } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { DEFAULT_MODELS } from '../../lib/config-defaults.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import type { ReplyPorts } from '../domain/turn/reply-worker.ts';

const [model, other] = DEFAULT_MODELS;
if (!model || !other) throw new Error('There are no two models');
vi.mock('../runtime/deployment-config.ts', () => ({
  models: () => [model],
  assistant: () => ({ systemPrompt: '' }),
  productName: () => 'Product',
  metricNamespace: () => 'Product/dev',
}));
const turn = vi.hoisted(() => ({ write: (_: ReplyPorts): void => undefined }));
vi.mock('../domain/turn/reply-worker.ts', () => ({
  writeReply: async (_: ReplyJob, ports: ReplyPorts) => turn.write(ports),
}));
const printed = vi.spyOn(console, 'log').mockReturnValue(undefined);
const { handler } = await import('./reply.ts');

const job: ReplyJob = {
  ...{ owner: 'ada', chatId: 'chat', messageIndex: 3, requestId: 'mine', version: 2, userText: 'Why?' },
  ...{ model: model.id, reason: '', messages: [], maxOutputTokens: 100, charges: [], isGuest: false },
  ...{ userAt: new Date().toISOString(), quota: { limit: 1, left: 1, resetsAt: '' } },
};
const measured = { firstTokenMs: 1, ms: 2, attempt: 1, cost: 0 };
const counts = { inputTokens: 1, outputTokens: 1 };

/** Runs the worker for a turn, and returns the sum of each metric that it published. */
async function sumsOf(write: (ports: ReplyPorts) => void): Promise<Record<string, number>> {
  printed.mockClear();
  turn.write = write;
  await handler(job, { getRemainingTimeInMillis: () => 1 } as Context);
  const sums: Record<string, number> = {};
  for (const [text] of printed.mock.calls) {
    const line = JSON.parse(String(text));
    for (const { Metrics } of line._aws?.CloudWatchMetrics ?? [])
      for (const { Name } of Metrics) sums[Name] = (sums[Name] ?? 0) + line[Name];
  }
  return sums;
}

it('counts each throttled call of a model, also where another model answers', async () => {
  const sums = await sumsOf(({ onOutcome, onMeasured }) => {
    onOutcome?.(model.id, 'throttled');
    onOutcome?.(model.id, 'throttled');
    onOutcome?.(other.id, 'answered');
    onMeasured?.({ ...measured, model: other.id, outcome: { ...counts, status: 'complete' } });
  });
  expect(sums).toMatchObject({ ModelThrottled: 2, ModelFailed: 0 });
});

it('counts no throttled call where models are down, and the reply as failed', async () => {
  const sums = await sumsOf(({ onOutcome, onMeasured }) => {
    onOutcome?.(model.id, 'failed');
    const outcome = { ...counts, status: 'failed', error: 'model_unavailable' } as const;
    onMeasured?.({ ...measured, model: model.id, outcome });
  });
  expect(sums).toMatchObject({ ModelFailed: 1 });
  expect(sums).not.toHaveProperty('ModelThrottled');
});
