/** The reply worker's entry: invoked asynchronously by `chat` with a job. */
import type { Context } from 'aws-lambda';
import { type ReplyMeasured, writeReply } from '../domain/reply.ts';
import type { ReplyJob } from '../domain/reply-job.ts';
import { findModel, streamReply } from '../models/catalogue.ts';
import { assistant, models, productName } from '../runtime/config.ts';
import { log, publish } from '../runtime/log.ts';
import { post } from '../runtime/post.ts';

export const handler = async (job: ReplyJob, context: Context): Promise<void> => {
  const model = findModel(models(), job.model);
  if (!model) throw new Error(`The catalogue has no model ${job.model}`);
  await writeReply(job, {
    model,
    system: assistant().systemPrompt.replaceAll('{product}', productName()),
    streamReply,
    post,
    remainingMs: () => context.getRemainingTimeInMillis(),
    onMeasured: (measured) => report(job, measured),
  });
};

function report({ model, requestId }: ReplyJob, { firstTokenMs, ms, cost, outcome }: ReplyMeasured): void {
  const { status, error } = outcome;
  log('INFO', 'reply ended', { model, requestId, status, ms: Math.round(ms), ...(error && { code: error }) });
  publish(productName(), model, {
    ...(firstTokenMs !== undefined && { ReplyFirstTokenMs: [firstTokenMs, 'Milliseconds'] as const }),
    ReplyMs: [ms, 'Milliseconds'],
    ReplyCostUsd: [cost, 'None'],
    ModelThrottled: [error === 'model_unavailable' ? 1 : 0, 'Count'],
    ModelFailed: [status === 'failed' ? 1 : 0, 'Count'],
  });
}
