/** The events and the errors of OpenAI-compatible endpoints, turned into those of the port. */
import * as z from 'zod/mini';
import {
  estimateTokens,
  ModelError,
  type ModelEvent,
  type ModelFailure,
  type ModelRequest,
} from './model-port.ts';
import type { ServerSentEvent } from './server-sent-events.ts';

/** As they are in the wild: `code` is a number with some servers, and anything may be missing. */
const endpointError = z.object({
  code: z.optional(z.nullable(z.union([z.string(), z.number()]))),
  type: z.optional(z.nullable(z.string())),
});
type EndpointError = z.infer<typeof endpointError>;

const errorBody = z.object({ error: endpointError });

/** Only names: an error's message may quote what the user wrote. */
export function parseError(text: string): EndpointError {
  try {
    return errorBody.parse(JSON.parse(text)).error;
  } catch {
    return {};
  }
}

const hasName = ({ code, type }: EndpointError, name: RegExp): boolean => name.test(`${code} ${type}`);

/** The endpoint would not take this text, or would not have the model say what it was about to. */
export const isFiltered = (error: EndpointError): boolean => hasName(error, /content_filter|content_policy/);

/** A budget that is used up does not come back by waiting. */
const isUsedUp = (error: EndpointError): boolean => hasName(error, /insufficient_quota|billing/);

export function failureOfStatus(status: number, error: EndpointError): ModelFailure {
  if (status === 429) return isUsedUp(error) ? 'rejected' : 'throttled';
  return status >= 500 || status === 408 ? 'unavailable' : 'rejected';
}

/** Maps an error that comes as an event of a stream. */
function failureOfEvent(error: EndpointError): ModelFailure {
  if (isUsedUp(error)) return 'rejected';
  if (hasName(error, /rate_limit|throttl|429/)) return 'throttled';
  return hasName(error, /invalid|not_found|authentication|permission/) ? 'rejected' : 'unavailable';
}

const text = z.optional(z.nullable(z.string()));
const count = z.optional(z.nullable(z.number()));
const completionChunk = z.object({
  error: z.optional(z.nullable(endpointError)),
  choices: z.optional(
    z.array(
      z.object({
        delta: z.optional(z.nullable(z.object({ content: text, refusal: text }))),
        finish_reason: text,
      }),
    ),
  ),
  usage: z.optional(z.nullable(z.object({ prompt_tokens: count, completion_tokens: count }))),
});
type Chunk = z.infer<typeof completionChunk>;
type EndStatus = Extract<ModelEvent, { type: 'end' }>['status'];

const ENDS: Readonly<Record<string, EndStatus>> = { length: 'truncated', content_filter: 'filtered' };

/** Reads one reply. Throws `ModelError`. */
export class CompletionReader {
  readonly #request: ModelRequest;
  #said = '';
  #refused = false;
  #end: EndStatus | undefined;
  #usage: { inputTokens: number; outputTokens: number } | undefined;

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
    // Some servers leave out the reason, but a stream that says that it is done was not cut off.
    if (!this.#end && !isDone) throw new ModelError('broken', new Error('The stream ended without an end'));
    yield { type: 'end', status: this.#refused ? 'filtered' : (this.#end ?? 'complete') };
    yield this.#usage ? { type: 'usage', ...this.#usage } : this.#estimate();
  }

  *#take({ error, choices, usage }: Chunk, event: string): Generator<ModelEvent> {
    if (error || event === 'error') this.#fail(error ?? {});
    const [choice] = choices ?? [];
    const { content, refusal } = choice?.delta ?? {};
    if (refusal) this.#refused = true;
    for (const piece of [content, refusal]) {
      if (!piece) continue;
      this.#said += piece;
      yield { type: 'text', text: piece };
    }
    const reason = choice?.finish_reason;
    if (reason) this.#end = ENDS[reason] ?? 'complete';
    // Some servers count in every chunk: the last one holds.
    if (usage)
      this.#usage = { inputTokens: usage.prompt_tokens ?? 0, outputTokens: usage.completion_tokens ?? 0 };
  }

  #fail(error: z.infer<typeof endpointError>): void {
    if (isFiltered(error)) {
      this.#end = 'filtered';
      return;
    }
    throw new ModelError(this.#said ? 'broken' : failureOfEvent(error), new Error('An error in the stream'));
  }

  #estimate(): ModelEvent {
    const { system, messages } = this.#request;
    const sent = [system, ...messages.map((message) => message.text)];
    const inputTokens = sent.reduce((sum, part) => sum + estimateTokens(part), 0);
    return { type: 'usage', inputTokens, outputTokens: estimateTokens(this.#said), isEstimate: true };
  }
}

function parseChunk(data: string): Chunk {
  try {
    return completionChunk.parse(JSON.parse(data));
  } catch {
    // The cause would quote the reply.
    throw new ModelError('broken', new Error('A chunk is not a chat completion'));
  }
}
