/** Adapter for models behind any endpoint with OpenAI's chat completions API, streamed as server-sent events. */
import type { ModelSpec } from '#contract/config';
import { log } from '../runtime/log.ts';
import { ModelError, type ModelEvent, type ModelRequest, type StreamReply } from './model-port.ts';
import { forgetKey, readKey } from './openai-key.ts';
import { CompletionReader, errorOfStatus, isFiltered, parseError } from './openai-stream.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** Milliseconds within which the endpoint must begin its response. */
export const CONNECT_LIMIT_MS = 30_000;
/** Milliseconds that may pass before the first chunk of the response, and between two chunks. */
export const SILENCE_LIMIT_MS = 45_000;
/** Most characters of an error's body that are parsed. */
const ERROR_LENGTH = 10_000;

type OpenAiProvider = Extract<ModelSpec['provider'], { kind: 'openai' }>;

/** Streams a reply from an `openai` model, as {@link StreamReply} defines. */
export const streamReply: StreamReply = async function* (request) {
  const { provider } = request.model;
  if (provider.kind !== 'openai') throw new Error('Not a model of an OpenAI-compatible endpoint');
  const limit = new Limit();
  try {
    limit.start(CONNECT_LIMIT_MS);
    const signal = AbortSignal.any([request.signal, limit.signal]);
    let response = await post(provider, request, signal);
    if (isKeyRefused(response) && provider.secretArn) {
      // The key may have been replaced since it was cached.
      forgetKey(provider.secretArn);
      await response.body?.cancel();
      response = await post(provider, request, signal);
    }
    if (!response.ok) {
      yield* refused(response, request.model.id);
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
    // Following a redirect would send the key and the conversation to another server.
    redirect: 'error',
  });
}

const isKeyRefused = ({ status }: Response): boolean => status === 401 || status === 403;

/** Handles an error response. Refusal by the content filter yields the end `filtered`; any other error is thrown. */
async function* refused(response: Response, model: string): AsyncGenerator<ModelEvent> {
  const { status } = response;
  const error = parseError((await response.text()).slice(0, ERROR_LENGTH));
  if (isFiltered(error)) {
    yield { type: 'end', status: 'filtered' };
    return;
  }
  if (isKeyRefused(response)) log('ERROR', 'model endpoint refused its key', { model, status });
  throw errorOfStatus(status, error, new Error(`The endpoint answered ${status}`));
}

/** Aborts a call that takes too long. */
class Limit {
  readonly #abort = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #isReading = false;

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Kind of failure that an error now means: `unavailable` before the first chunk of the body, `broken` after it. */
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

  /** Stops the timer and cancels a response body that was not read to its end. */
  end(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
  }
}
