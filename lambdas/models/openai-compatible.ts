/** Adapter for models behind any endpoint with OpenAI's chat completions API, streamed as server-sent events. */
import type { ModelSpec } from '#contract/deployment-config';
import { log } from '../runtime/log.ts';
import { errorOfStatus, isFiltered, parseError } from './chat-completions-errors.ts';
import { CompletionReader } from './chat-completions-stream.ts';
import { levelOf } from './effort-parameters.ts';
import { forgetKey, readKey } from './endpoint-keys.ts';
import { EndpointTimeout } from './endpoint-timeout.ts';
import { dataUrl, hasFiles, type MessagePart, partsOf } from './message-parts.ts';
import {
  ModelError,
  type ModelEvent,
  type ModelMessage,
  type ModelRequest,
  type StreamReply,
} from './model-port.ts';
import { readErrorBody } from './read-error-body.ts';
import { serverSentEvents } from './server-sent-events.ts';

type OpenAiProvider = Extract<ModelSpec['provider'], { kind: 'openai' }>;

export const streamReply: StreamReply = async function* (request) {
  const { provider } = request.model;
  if (provider.kind !== 'openai') throw new Error('Not a model of an OpenAI-compatible endpoint');
  const timeout = new EndpointTimeout(request.model);
  try {
    timeout.start();
    const signal = AbortSignal.any([request.signal, timeout.signal]);
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
    const events = serverSentEvents(timeout.watch(response.body ?? []));
    yield* timeout.events(new CompletionReader(request).read(events));
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError(timeout.failure, error);
  } finally {
    timeout.end();
  }
};

async function post(provider: OpenAiProvider, request: ModelRequest, signal: AbortSignal): Promise<Response> {
  const { baseUrl, model, secretArn, maxTokensField = 'max_tokens' } = provider;
  const level = levelOf(request);
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
      ...(level && { reasoning_effort: level }),
      messages: [
        { role: 'system', content: request.system },
        ...request.messages.map((message) => ({ role: message.role, content: contentOf(message) })),
      ],
    }),
    signal,
    // Following a redirect could send the conversation to another server.
    redirect: 'error',
  });
}

/** Status 403 does not count: some endpoints send 403 to refuse a message. */
const isKeyRefused = ({ status }: Response): boolean => status === 401;

async function* refused(response: Response, model: string): AsyncGenerator<ModelEvent> {
  const { status } = response;
  const error = parseError(await readErrorBody(response));
  if (isFiltered(error)) {
    yield { type: 'end', status: 'filtered' };
    return;
  }
  if (isKeyRefused(response)) log('ERROR', 'model endpoint refused its key', { model, status });
  throw errorOfStatus(status, error, new Error(`The endpoint answered ${status}`));
}

/** Returns a string for a message without files, because some servers accept no other form. */
const contentOf = (message: ModelMessage) =>
  hasFiles(message) ? partsOf(message).map(toContent) : message.text;

function toContent(part: MessagePart) {
  switch (part.kind) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'image_url', image_url: { url: dataUrl(part) } };
    case 'document':
      return { type: 'file', file: { filename: `${part.name}.pdf`, file_data: dataUrl(part) } };
  }
}
