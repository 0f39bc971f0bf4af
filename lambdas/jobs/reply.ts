/** Entry of the reply worker. The socket handler `chat` invokes it asynchronously with a job. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { chooseModel, type Route } from '../domain/routing/choose-model.ts';
import { HealthMemory } from '../domain/routing/model-health.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import { type ReplyMeasured, writeReply } from '../domain/turn/reply-worker.ts';
import { findModel } from '../models/catalogue.ts';
import { streamReply } from '../models/stream-reply.ts';
import { assistant, metricNamespace, models, productName } from '../runtime/deployment-config.ts';
import { log } from '../runtime/log.ts';
import { publishMetrics } from '../runtime/publish-metrics.ts';

/** Outcomes of recent model calls in this execution environment. */
const health = new HealthMemory();

export const handler = async (job: ReplyJob, context: Context): Promise<void> => {
  await writeReply(job, {
    route: routeOf(job),
    findModel: (id) => findModel(models(), id),
    system: assistant().systemPrompt.replaceAll('{product}', productName()),
    streamReply,
    remainingMs: () => context.getRemainingTimeInMillis(),
    onOutcome: (model, outcome) => health.record(model, outcome, Date.now()),
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    onMeasured: (measured) => report(job, measured),
  });
};

function routeOf({ routing, model: id, reason }: ReplyJob): Route {
  if (routing) return chooseModel(models(), routing, health.at(Date.now()));
  const model = findModel(models(), id);
  if (!model) throw new Error(`The catalogue has no model ${id}`);
  return { model, reason, others: [] };
}

function report({ requestId }: ReplyJob, measured: ReplyMeasured): void {
  const { model, firstTokenMs, ms, cost, outcome } = measured;
  const { status, error } = outcome;
  log('INFO', 'reply ended', { model, requestId, status, ms: Math.round(ms), ...(error && { code: error }) });
  publishMetrics(
    metricNamespace(),
    {
      ...(firstTokenMs !== undefined && { ReplyFirstTokenMs: [firstTokenMs, 'Milliseconds'] as const }),
      ReplyMs: [ms, 'Milliseconds'],
      ReplyCostUsd: [cost, 'None'],
      ModelThrottled: [error === 'model_unavailable' ? 1 : 0, 'Count'],
      ModelFailed: [status === 'failed' ? 1 : 0, 'Count'],
    },
    { model },
  );
}
