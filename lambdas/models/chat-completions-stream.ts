/** Converts stream events of OpenAI-compatible endpoints to those of `model-port.ts`. */
import * as z from 'zod/mini';
import { type EndpointError, endpointError, errorOfEvent, isFiltered } from './chat-completions-errors.ts';
import { estimateInput, estimateTokens } from './estimate-tokens.ts';
import { ModelError, type ModelEvent, type ModelRequest } from './model-port.ts';
import type { ServerSentEvent } from './server-sent-events.ts';
import type { TokenCounts } from './token-counts.ts';

const text = z.optional(z.nullable(z.string()));
const count = z.optional(z.nullable(z.number()));
const completionUsage = z.object({
  prompt_tokens: count,
  prompt_tokens_details: z.optional(z.nullable(z.object({ cached_tokens: count }))),
  completion_tokens: count,
});
const completionChunk = z.object({
  error: z.optional(z.nullable(endpointError)),
  choices: z.optional(
    z.array(
      z.object({
        // Servers of reasoning models send the thoughts as `reasoning_content` or as `reasoning`.
        delta: z.optional(
          z.nullable(z.object({ content: text, refusal: text, reasoning_content: text, reasoning: text })),
        ),
        finish_reason: text,
      }),
    ),
  ),
  usage: z.optional(z.nullable(completionUsage)),
});
type Chunk = z.infer<typeof completionChunk>;
type EndStatus = Extract<ModelEvent, { type: 'end' }>['status'];

/** Finish reasons that DeepSeek and some gateways send for a reply that they broke off. */
const FAILURES: ReadonlySet<string> = new Set(['insufficient_system_resource', 'error']);

const ENDS: Readonly<Record<string, EndStatus>> = { length: 'truncated', content_filter: 'filtered' };

/** The endpoint's `prompt_tokens` include the tokens that were read from the cache. */
function countsOf(usage: z.infer<typeof completionUsage>): TokenCounts {
  const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
  return {
    inputTokens: Math.max(0, (usage.prompt_tokens ?? 0) - cached),
    ...(cached > 0 && { cachedReadTokens: cached }),
    outputTokens: usage.completion_tokens ?? 0,
  };
}

/** Reads one reply from the events of a stream. Throws `ModelError`, and any error of the events unchanged. */
export class CompletionReader {
  readonly #request: ModelRequest;
  #said = '';
  #thought = '';
  #refused = false;
  #end: EndStatus | undefined;
  #usage: TokenCounts | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  async *read(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<ModelEvent> {
    let isDone = false;
    for await (const { event, data } of events) {
      if (data.trim() === '[DONE]') {
        isDone = true;
        break;
      }
      yield* this.#take(parseChunk(data), event);
    }
    // Some servers send no finish reason. `[DONE]` proves too that the stream was not cut off.
    if (!this.#end && !isDone)
      throw new ModelError(
        this.#said ? 'broken' : 'unavailable',
        new Error('The stream ended without an end'),
      );
    yield { type: 'end', status: this.#refused ? 'filtered' : (this.#end ?? 'complete') };
    yield this.#usage ? { type: 'usage', ...this.#usage } : this.#estimate();
  }

  *#take({ error, choices, usage }: Chunk, event: string): Generator<ModelEvent> {
    if (error || event === 'error') this.#fail(error ?? {});
    const [choice] = choices ?? [];
    const { content, refusal, reasoning_content, reasoning } = choice?.delta ?? {};
    const thought = reasoning_content ?? reasoning;
    if (thought) {
      this.#thought += thought;
      yield { type: 'thinking', text: thought };
    }
    if (refusal) this.#refused = true;
    for (const piece of [content, refusal]) {
      if (!piece) continue;
      this.#said += piece;
      yield { type: 'text', text: piece };
    }
    const reason = choice?.finish_reason;
    if (reason && FAILURES.has(reason)) this.#fail({});
    if (reason && this.#end !== 'filtered') this.#end = ENDS[reason] ?? 'complete';
    // Some servers send running totals in every chunk, so later totals replace earlier ones.
    if (usage) this.#usage = countsOf(usage);
  }

  /**
   * Throws the failure that an error means. A refusal by the content filter is no failure: the reply ends as
   * `filtered`. Later errors are then ignored, because some gateways send more errors after a refusal.
   */
  #fail(error: EndpointError): void {
    if (this.#end === 'filtered' || isFiltered(error)) {
      this.#end = 'filtered';
      return;
    }
    throw this.#said ? new ModelError('broken', new Error('An error in the stream')) : errorOfEvent(error);
  }

  #estimate(): ModelEvent {
    return {
      type: 'usage',
      ...estimateInput(this.#request),
      outputTokens: estimateTokens(this.#thought + this.#said),
      isEstimate: true,
    };
  }
}

function parseChunk(data: string): Chunk {
  try {
    return completionChunk.parse(JSON.parse(data));
  } catch {
    // The parser's error is not kept as the cause, because its message quotes the chunk, and so the reply.
    throw new ModelError('broken', new Error('A chunk is not a chat completion'));
  }
}
