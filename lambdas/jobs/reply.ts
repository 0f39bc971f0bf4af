/** Entry of the reply worker. The socket handler `chat` invokes it asynchronously with a job. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { chooseModel, type Route } from '../domain/routing/choose-model.ts';
import { HealthMemory, type ModelOutcome } from '../domain/routing/model-health.ts';
import type { FileLoader } from '../domain/turn/load-files.ts';
import type { ModelCallPorts } from '../domain/turn/model-call.ts';
import type { ReplyJob } from '../domain/turn/reply-job.ts';
import { type ReplyMeasured, writeReply } from '../domain/turn/reply-worker.ts';
import { systemPrompt } from '../domain/turn/system-prompt.ts';
import { findModel } from '../models/find-model-spec.ts';
import type { RefusalCode } from '../models/recognise-lasting-refusals.ts';
import { streamReply } from '../models/stream-reply.ts';
import { assistant, metricNamespace, models, productName } from '../runtime/deployment-config.ts';
import { jobHandler } from '../runtime/job-handler.ts';
import { log } from '../runtime/log.ts';
import { publishMetrics, publishMetricsOfModel } from '../runtime/publish-metrics.ts';

/** Outcomes of recent model calls in this execution environment. */
const health = new HealthMemory();

export const handler = jobHandler(async (job: ReplyJob, context: Context) => {
  await writeReply(job, {
    route: routeOf(job),
    findModel: (id) => findModel(models(), id),
    system: systemPrompt(assistant().systemPrompt.replaceAll('{product}', productName()), job),
    streamReply,
    remainingMs: () => context.getRemainingTimeInMillis(),
    onOutcome: remember,
    wait: (ms, signal) => sleep(ms, undefined, { signal }),
    promptFor: promptsOf(job),
    onMeasured: (measured) => report(job, measured),
  });
}, traceOf);

function traceOf({ requestId, model }: ReplyJob) {
  return { requestId, model };
}

/**
 * Remembers the outcome of a model call. A refusing model is left out of routing for ten minutes (`model-health.ts`)
 * and reported to the operator. A model of which all calls were throttled for some time (`isOnlyThrottled`) counts as
 * refusing, because its quota is probably 0.
 */
function remember(model: string, outcome: ModelOutcome, refusal?: RefusalCode): void {
  const now = Date.now();
  // Counts the throttled call here. `report` names only the last model that was called for the reply, and that may be
  // another model.
  if (outcome === 'throttled') publishMetrics(metricNamespace(), { ModelThrottled: [1, 'Count'] }, { model });
  health.record(model, outcome, now);
  const code = refusal ?? (health.isOnlyThrottled(model, now) ? 'quota_used_up' : undefined);
  if (code === undefined) return;
  health.record(model, 'refused', now);
  log('ERROR', 'model refuses its calls', { model, code });
  publishMetricsOfModel(metricNamespace(), { ModelRefused: [1, 'Count'] }, { model, code });
}

/**
 * Returns a function that builds prompts with files. The first call of the function imports the code that loads files,
 * so a job without files never imports this code.
 */
function promptsOf(job: ReplyJob): NonNullable<ModelCallPorts['promptFor']> {
  let loader: Promise<FileLoader> | undefined;
  return async (model, messages) => {
    loader ??= loaderFor(job);
    return (await loader).promptFor(model, messages);
  };
}

async function loaderFor({ owner, fileTokens }: ReplyJob): Promise<FileLoader> {
  const [{ FileLoader: Loader }, { fileKey, readObject, textKey }] = await Promise.all([
    import('../domain/turn/load-files.ts'),
    import('../runtime/file-objects.ts'),
  ]);
  const read = ({ fileId }: { readonly fileId: string }, form: 'bytes' | 'text') =>
    readObject(form === 'text' ? textKey(owner, fileId) : fileKey(owner, fileId));
  return new Loader(read, fileTokens);
}

function routeOf({ routing, model: id, reason }: ReplyJob): Route {
  if (routing) return chooseModel(models(), routing, health.at(Date.now()));
  const model = findModel(models(), id);
  if (!model) throw new Error(`The catalogue has no model ${id}`);
  return { model, reason, others: [] };
}

function report({ requestId }: ReplyJob, measured: ReplyMeasured): void {
  const { model, firstTokenMs, ms, attempt, cost, outcome } = measured;
  const { status, error } = outcome;
  const more = { ...(attempt > 1 && { attempt }), ...(error && { code: error }) };
  log('INFO', 'reply ended', { model, requestId, status, ms: Math.round(ms), ...more });
  publishMetrics(
    metricNamespace(),
    {
      ...(firstTokenMs !== undefined && { ReplyFirstTokenMs: [firstTokenMs, 'Milliseconds'] as const }),
      ReplyMs: [ms, 'Milliseconds'],
      ReplyCostUsd: [cost, 'None'],
      ModelFailed: [status === 'failed' ? 1 : 0, 'Count'],
    },
    { model },
  );
}
