/** Runs one model call: counts tokens, enforces the limit, and reports chunks and the end. */
import { type Faults, ServiceFault } from '../faults/index.ts';
import type { ConverseRequest, ReplySource, StopReason } from './types.ts';

/** Characters that count as one token, about as real tokenizers count English. */
const CHARACTERS_PER_TOKEN = 4;
const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

export const inputTokensOf = ({ system, messages }: ConverseRequest): number =>
  tokensIn(JSON.stringify([system, messages]));

export interface Outcome {
  readonly stopReason: StopReason;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
  };
}

/** A reasoning model thinks before it replies. Thoughts are output too: they are billed, and `maxTokens` limits both. */
export type ChunkKind = 'thinking' | 'reply';

export interface Run {
  readonly request: ConverseRequest;
  readonly modelId: string;
  readonly source: ReplySource;
  readonly faults: Faults;
  readonly caller: string | undefined;
  readonly signal: AbortSignal;
  /** Called with each chunk, and awaited, so that a slow client slows the model. */
  readonly onText: (text: string, kind: ChunkKind) => void | Promise<void>;
}

/** Runs a model call. Rejects with the error of the source or of a fault. */
export async function runConversation(run: Run): Promise<Outcome> {
  const { request, modelId, source, faults, caller, signal, onText } = run;
  const limit = (request.inferenceConfig?.maxTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN;
  let sent = '';
  let stopReason: StopReason = 'end_turn';
  for await (const chunk of source(request, { modelId, signal })) {
    if (signal.aborted) break;
    if (typeof chunk !== 'string' && 'stop' in chunk) {
      stopReason = chunk.stop;
      break;
    }
    const [piece, kind] =
      typeof chunk === 'string' ? ([chunk, 'reply'] as const) : ([chunk.thinking, 'thinking'] as const);
    await faults.strike({ service: 'bedrock', action: 'chunk', caller });
    const text = piece.slice(0, Math.max(0, limit - sent.length));
    if (text) await onText(text, kind);
    sent += text;
    if (text.length < piece.length) {
      stopReason = 'max_tokens';
      break;
    }
  }
  const inputTokens = inputTokensOf(request);
  const outputTokens = tokensIn(sent);
  return { stopReason, usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } };
}

/** Returns the error of a source whose server cannot be reached. */
export const unavailable = (message: string): ServiceFault =>
  new ServiceFault({ code: 'ServiceUnavailableException', status: 503, message });
