/** Models behind any endpoint that speaks OpenAI's chat completions, streamed as server-sent events. */
import type { ModelSpec } from '#contract/config';
import { log } from '../runtime/log.ts';
import { ModelError, type ModelEvent, type ModelRequest, type StreamReply } from './model-port.ts';
import { forgetKey, readKey } from './openai-key.ts';
import { CompletionReader, failureOfStatus, isFiltered, parseError } from './openai-stream.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** Until the endpoint begins to answer, and between two pieces of its answer. */
export const CONNECT_LIMIT_MS = 30_000;
export const SILENCE_LIMIT_MS = 45_000;
/** Most characters of an error's body that are looked at. */
const ERROR_LENGTH = 10_000;

type OpenAiProvider = Extract<ModelSpec['provider'], { kind: 'openai' }>;

/** {@link StreamReply} for an `openai` model. */
export const streamReply: StreamReply = async function* (request) {
  const { provider } = request.model;
  if (provider.kind !== 'openai') throw new Error('Not a model of an OpenAI-compatible endpoint');
  const limit = new Limit();
  try {
    limit.start(CONNECT_LIMIT_MS);
    const response = await post(provider, request, AbortSignal.any([request.signal, limit.signal]));
    if (!response.ok) {
      yield* refused(response, provider, request.model.id);
      return;
    }
    const events = serverSentEvents(limit.watch(response.body ?? [], SILENCE_LIMIT_MS));
    yield* new CompletionReader(request).read(events);
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError(limit.failure, error);
  } finally {
    limit.end();
  }
};

async function post(provider: OpenAiProvider, request: ModelRequest, signal: AbortSignal): Promise<Response> {
  const { baseUrl, model, secretArn, maxTokensField = 'max_tokens' } = provider;
  const key = secretArn && (await readKey(secretArn));
  signal.throwIfAborted();
  return fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(key && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      stream: true,
      stream_options: { include_usage: true },
      [maxTokensField]: request.maxOutputTokens,
      messages: [
        { role: 'system', content: request.system },
        ...request.messages.map(({ role, text }) => ({ role, content: text })),
      ],
    }),
    signal,
    // A redirect would take the key and the conversation elsewhere.
    redirect: 'error',
  });
}

/** An answer that is no stream. Filtered input is an end; everything else is thrown. */
async function* refused(
  response: Response,
  { secretArn }: OpenAiProvider,
  model: string,
): AsyncGenerator<ModelEvent> {
  const { status } = response;
  const error = parseError((await response.text()).slice(0, ERROR_LENGTH));
  if (isFiltered(error)) {
    yield { type: 'end', status: 'filtered' };
    return;
  }
  if (status === 401 || status === 403) {
    if (secretArn) forgetKey(secretArn);
    log('ERROR', 'model endpoint refused its key', { model, status });
  }
  throw new ModelError(failureOfStatus(status, error), new Error(`The endpoint answered ${status}`));
}

/** Ends a call that takes too long. */
class Limit {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Meaning of an error: before the answer has begun, the endpoint is not there. */
  get failure(): 'broken' | 'unavailable' {
    return this.#isReading ? 'broken' : 'unavailable';
  }

  start(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#abort.abort(new Error('The endpoint took too long')), ms);
  }

  async *watch(bytes: AsyncIterable<Uint8Array> | Uint8Array[], ms: number): AsyncGenerator<Uint8Array> {
    this.start(ms);
    for await (const chunk of bytes) {
      this.#isReading = true;
      this.start(ms);
      yield chunk;
    }
  }

  /** Also lets go of a body that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
