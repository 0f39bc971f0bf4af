/** Runs one conversation: counts tokens, keeps the limit, and reports pieces and the end. */
import { type Faults, ServiceFault } from '../faults/index.ts';
import type { ConverseRequest, ReplySource, StopReason } from './types.ts';

/** Characters that count as one token; real tokenizers give about this for English. */
const CHARACTERS_PER_TOKEN = 4;
const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_PER_TOKEN);

export interface Outcome {
  readonly stopReason: StopReason;
  readonly usage: {
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly totalTokens: number;
  };
}

export interface Run {
  readonly request: ConverseRequest;
  readonly modelId: string;
  readonly source: ReplySource;
  readonly faults: Faults;
  readonly caller: string | undefined;
  readonly signal: AbortSignal;
  /** A piece of the reply. Waited for, so that a slow client slows the model. */
  readonly onText: (text: string) => void | Promise<void>;
}

/** Rejects with what the source or a fault throws. */
export async function runConversation(run: Run): Promise<Outcome> {
  const { request, modelId, source, faults, caller, signal, onText } = run;
  const limit = (request.inferenceConfig?.maxTokens ?? Number.POSITIVE_INFINITY) * CHARACTERS_PER_TOKEN;
  let sent = '';
  let stopReason: StopReason = 'end_turn';
  for await (const chunk of source(request, { modelId, signal })) {
    if (signal.aborted) break;
    if (typeof chunk !== 'string') {
      stopReason = chunk.stop;
      break;
    }
    await faults.strike({ service: 'bedrock', action: 'chunk', caller });
    const text = chunk.slice(0, Math.max(0, limit - sent.length));
    if (text) await onText(text);
    sent += text;
    if (text.length < chunk.length) {
      stopReason = 'max_tokens';
      break;
    }
  }
  const inputTokens = tokensIn(JSON.stringify([request.system, request.messages]));
  const outputTokens = tokensIn(sent);
  return { stopReason, usage: { inputTokens, outputTokens, totalTokens: inputTokens + outputTokens } };
}

/** The failure a source reports when what it asks cannot be reached. */
export const unavailable = (message: string): ServiceFault =>
  new ServiceFault({ code: 'ServiceUnavailableException', status: 503, message });
