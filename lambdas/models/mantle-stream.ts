import * as z from 'zod/mini';
import { isFiltered, type MantleError, mantleError, modelErrorOf } from './mantle-errors.ts';
import { ModelError, type ModelEvent } from './model-port.ts';
import type { ServerSentEvent } from './server-sent-events.ts';
import type { TokenCounts } from './token-counts.ts';

const count = z.optional(z.nullable(z.number()));
const usage = z.object({
  input_tokens: count,
  input_tokens_details: z.optional(z.nullable(z.object({ cached_tokens: count, cache_write_tokens: count }))),
  output_tokens: count,
});
const responseEvent = z.object({
  type: z.string(),
  delta: z.optional(z.unknown()),
  summary_index: count,
  item: z.optional(z.object({ type: z.string() })),
  code: z.optional(z.nullable(z.string())),
  message: z.optional(z.nullable(z.string())),
  error: z.optional(z.nullable(mantleError)),
  response: z.optional(
    z.object({
      error: z.optional(z.nullable(mantleError)),
      incomplete_details: z.optional(z.nullable(z.object({ reason: z.optional(z.string()) }))),
      usage: z.optional(z.nullable(usage)),
    }),
  ),
});
type ResponseEvent = z.infer<typeof responseEvent>;

/**
 * Yields one reply from the events of OpenAI's Responses API.
 * @throws ModelError if the reply fails, has an invalid event or has no end; any error of `events` unchanged
 */
export async function* readResponse(events: AsyncIterable<ServerSentEvent>): AsyncGenerator<ModelEvent> {
  const seen = { hasText: false, isRefused: false };
  for await (const { data } of events) {
    const event = parseEvent(data);
    yield* deltasOf(event, seen);
    const status = endOf(event, seen.isRefused);
    if (status === undefined) continue;
    yield { type: 'end', status };
    const counted = event.response?.usage;
    if (counted) yield { type: 'usage', ...countsOf(counted) };
    return;
  }
  throw new ModelError(seen.hasText ? 'broken' : 'unavailable', new Error('The stream ended without an end'));
}

function* deltasOf(
  event: ResponseEvent,
  seen: { hasText: boolean; isRefused: boolean },
): Generator<ModelEvent> {
  const { type, summary_index: part, item } = event;
  const text = typeof event.delta === 'string' ? event.delta : '';
  switch (type) {
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      if (type === 'response.refusal.delta') seen.isRefused = true;
      seen.hasText ||= text !== '';
      if (text) yield { type: 'text', text };
      break;
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      yield { type: 'thinking', text };
      break;
    case 'response.reasoning_summary_part.added':
      if (part) yield { type: 'thinking', text: '\n\n' };
      break;
    case 'response.output_item.added':
    case 'response.output_item.done':
      // Some models send this item, but no thoughts. The empty text tells the caller that the model is thinking.
      if (item?.type === 'reasoning') yield { type: 'thinking', text: '' };
      break;
    case 'error':
    case 'response.failed':
      if (!isFiltered(errorOf(event))) throw failureOf(event, seen.hasText);
  }
}

function endOf(event: ResponseEvent, isRefused: boolean) {
  // The content filter caused this failure. For any other failure, `deltasOf` has thrown.
  if (event.type === 'response.failed' || event.type === 'error') return 'filtered';
  if (event.type === 'response.completed') return isRefused ? 'filtered' : 'complete';
  if (event.type !== 'response.incomplete') return undefined;
  return isRefused || event.response?.incomplete_details?.reason === 'content_filter'
    ? 'filtered'
    : 'truncated';
}

const errorOf = ({ error, response, code, message }: ResponseEvent): MantleError =>
  response?.error ?? error ?? { code, message };

function failureOf(event: ResponseEvent, hasText: boolean): ModelError {
  const known = modelErrorOf(errorOf(event));
  return hasText ? new ModelError('broken', known.cause) : known;
}

/**
 * Converts the API's counts: `input_tokens` include the tokens of the cache, `TokenCounts.inputTokens` excludes them.
 */
function countsOf({ input_tokens, input_tokens_details, output_tokens }: z.infer<typeof usage>): TokenCounts {
  const read = input_tokens_details?.cached_tokens ?? 0;
  const written = input_tokens_details?.cache_write_tokens ?? 0;
  return {
    inputTokens: Math.max(0, (input_tokens ?? 0) - read - written),
    ...(read > 0 && { cachedReadTokens: read }),
    ...(written > 0 && { cachedWriteTokens: written }),
    outputTokens: output_tokens ?? 0,
  };
}

function parseEvent(data: string): ResponseEvent {
  try {
    return responseEvent.parse(JSON.parse(data));
  } catch {
    // The parser's error is not kept as the cause, because its message may quote the reply, which must not be logged.
    throw new ModelError('broken', new Error('An event is none of the Responses API'));
  }
}
