/** Calls each model once, through the adapters that write replies, and reports how it answers. */
import type { ModelSpec } from '#contract/deployment-config';
import { ModelError } from '../../lambdas/models/model-port.ts';
import { ModelRefusal } from '../../lambdas/models/recognise-lasting-refusals.ts';
import { streamReply } from '../../lambdas/models/stream-reply.ts';
import { adoptCredentials } from '../set-aws-environment.ts';
import { MENDS, type Outcome, RETRY } from './refusal-advice.ts';

const LIMIT_MS = 60_000;
/**
 * Limit of output tokens for an endpoint that counts the tokens of thoughts, too (`max_completion_tokens`). OpenAI
 * answers with an error if the thoughts exceed the limit. https://github.com/grafana/grafana-llm-app/pull/780
 */
const TOKENS_FOR_THOUGHTS = 512;

export interface CallResult {
  readonly model: string;
  readonly name: string;
  readonly outcome: Outcome;
  readonly latencyMs: number;
  /** Name and message of the error, in one line; absent for a model that answers. */
  readonly why?: string;
  readonly mend?: string;
}

interface Settings {
  readonly region: string;
  readonly credentials: Parameters<typeof adoptCredentials>[0]['credentials'];
}

export async function callModels(
  models: readonly ModelSpec[],
  { region, credentials }: Settings,
): Promise<CallResult[]> {
  await adoptCredentials({ credentials, region: async () => region });
  return Promise.all(models.map(call));
}

async function call(model: ModelSpec): Promise<CallResult> {
  const { id, displayName: name, provider } = model;
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  const countsThoughts = provider.kind === 'openai' && provider.maxTokensField === 'max_completion_tokens';
  try {
    const reply = streamReply({
      model,
      system: 'You answer with one word.',
      messages: [{ role: 'user', text: 'Hello' }],
      maxOutputTokens: countsThoughts ? TOKENS_FOR_THOUGHTS : 1,
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    for await (const _ of reply);
    return { model: id, name, outcome: 'answers', latencyMs: latencyMs() };
  } catch (error) {
    const cause = error instanceof ModelError ? error.cause : error;
    const { name: exception, message } = cause instanceof Error ? cause : new Error(String(cause));
    const why = `${exception}: ${message}`.replace(/[\s\p{C}]+/gu, ' ');
    return { model: id, name, latencyMs: latencyMs(), why, ...adviceOn(error) };
  }
}

function adviceOn(error: unknown): { readonly outcome: Outcome; readonly mend: string } {
  if (error instanceof ModelRefusal) return MENDS[error.code];
  const isThrottled = error instanceof ModelError && error.failure === 'throttled';
  return { outcome: isThrottled ? 'throttled' : 'fails', mend: RETRY };
}
