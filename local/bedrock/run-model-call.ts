import type { Faults } from '../faults/faults.ts';
import type { ConverseRequest, MantleCall, ReplyChunk, ReplySource, StopReason } from './bedrock-types.ts';
import { modelOf } from './model-of-profile-or-arn.ts';
import type { CacheUse, PromptCache } from './prompt-cache.ts';
import { CHARACTERS_PER_TOKEN, tokensIn } from './tokens-of-text-and-files.ts';

export interface Outcome {
  readonly stopReason: StopReason;
  readonly usage: CacheUse & {
    readonly outputTokens: number;
    readonly totalTokens: number;
  };
}

/** Kind of output. Output of all kinds is billed, and `maxTokens` limits the sum. */
export type ChunkKind = 'thinking' | 'reply' | 'refusal';

export interface Run {
  readonly request: ConverseRequest;
  readonly modelId: string;
  readonly source: ReplySource;
  readonly cache: PromptCache;
  readonly faults: Faults;
  readonly caller: string | undefined;
  readonly signal: AbortSignal;
  readonly mantle?: MantleCall;
  /** The next chunk is requested only after the returned promise has resolved. */
  readonly onText: (text: string, kind: ChunkKind) => void | Promise<void>;
}

/**
 * Runs a model call and cuts the output at `maxTokens`. When `signal` aborts, resolves with the outcome so far, unless
 * the source throws. Rejects with the error of the source, of a fault or of `onText`.
 */
export async function runModelCall(run: Run): Promise<Outcome> {
  const { request, modelId, source, cache, faults, caller, signal, mantle, onText } = run;
  const limit = (request.inferenceConfig?.maxTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN;
  const { use, store } = cache.lookUp(request, modelOf(modelId).model);
  let hasBegun = false;
  let sent = '';
  let stopReason: StopReason = 'end_turn';
  for await (const chunk of source(request, { modelId, signal, mantle })) {
    if (signal.aborted) break;
    if (!hasBegun) store();
    hasBegun = true;
    if (typeof chunk !== 'string' && 'stop' in chunk) {
      stopReason = chunk.stop;
      break;
    }
    const [piece, kind] = pieceOf(chunk);
    await faults.strike({ service: 'bedrock', action: 'chunk', caller });
    const text = piece.slice(0, Math.max(0, limit - sent.length));
    if (text) await onText(text, kind);
    sent += text;
    if (text.length < piece.length) {
      stopReason = 'max_tokens';
      break;
    }
  }
  const outputTokens = tokensIn(sent.length);
  const input = use.inputTokens + use.cacheReadInputTokens + use.cacheWriteInputTokens;
  return { stopReason, usage: { ...use, outputTokens, totalTokens: input + outputTokens } };
}

function pieceOf(chunk: Exclude<ReplyChunk, { stop: StopReason }>) {
  if (typeof chunk === 'string') return [chunk, 'reply'] as const;
  return 'thinking' in chunk
    ? ([chunk.thinking, 'thinking'] as const)
    : ([chunk.refusal, 'refusal'] as const);
}
