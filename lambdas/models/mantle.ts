/**
 * Adapter for models on Bedrock's endpoint `bedrock-mantle`, through OpenAI's Responses API. The function's own role
 * signs each request.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html
 */
import type { ModelSpec } from '#contract/deployment-config';
import { ENV } from '../runtime/env-names.ts';
import { levelOf } from './effort-parameters.ts';
import { EndpointTimeout } from './endpoint-timeout.ts';
import { isFiltered, modelErrorOf, readError } from './mantle-errors.ts';
import { readResponse } from './mantle-stream.ts';
import { dataUrl, hasFiles, type MessagePart, partsOf } from './message-parts.ts';
import { ModelError, type ModelMessage, type ModelRequest, type StreamReply } from './model-port.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { signedHeaders } from './sign-aws-request.ts';

const SERVICE = 'bedrock-mantle';
/** Smallest limit of output tokens that the API accepts. */
const LEAST_TOKENS = 16;

type MantleProvider = Extract<ModelSpec['provider'], { kind: 'mantle' }>;

export const streamReply: StreamReply = async function* (request) {
  const { provider } = request.model;
  if (provider.kind !== 'mantle') throw new Error('Not a model of bedrock-mantle');
  const timeout = new EndpointTimeout(request.model);
  try {
    timeout.start();
    const response = await post(provider, request, AbortSignal.any([request.signal, timeout.signal]));
    if (!response.ok) {
      const error = await readError(response);
      if (!isFiltered(error)) throw modelErrorOf(error, response.status);
      yield { type: 'end', status: 'filtered' };
      return;
    }
    yield* timeout.events(readResponse(serverSentEvents(timeout.watch(response.body ?? []))));
  } catch (error) {
    throw error instanceof ModelError ? error : new ModelError(timeout.failure, error);
  } finally {
    timeout.end();
  }
};

async function post(provider: MantleProvider, request: ModelRequest, signal: AbortSignal): Promise<Response> {
  const { region, path = '/openai/v1' } = provider;
  const url = new URL(`${path}/responses`, endpointOf(region));
  const body = JSON.stringify(bodyOf(provider, request));
  const project = region === process.env.AWS_REGION ? process.env[ENV.mantleProject] : undefined;
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(project && { 'openai-project': project }),
  };
  const signed = await signedHeaders({ url, headers, body }, { service: SERVICE, region });
  signal.throwIfAborted();
  // A redirect would send the conversation to another server.
  return fetch(url, { method: 'POST', headers: signed, body, signal, redirect: 'error' });
}

/**
 * Returns the endpoint's address, which an environment variable may replace, as for the SDK's clients.
 * https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
const endpointOf = (region: string): string =>
  process.env.AWS_ENDPOINT_URL_BEDROCK_MANTLE ?? `https://${SERVICE}.${region}.api.aws`;

function bodyOf({ modelId, reasoningEffort }: MantleProvider, request: ModelRequest) {
  const level = levelOf(request, reasoningEffort);
  return {
    model: modelId,
    stream: true,
    // By default, the API would keep each response for thirty days.
    store: false,
    instructions: request.system,
    input: request.messages.map((message) => ({ role: message.role, content: contentOf(message) })),
    max_output_tokens: Math.max(LEAST_TOKENS, request.maxOutputTokens),
    ...(level && { reasoning: { effort: level, summary: 'auto' } }),
  };
}

/**
 * Returns the content of a message, with the bytes of its files: the endpoint fetches no files from addresses.
 * https://developers.openai.com/api/docs/guides/file-inputs
 */
const contentOf = (message: ModelMessage) =>
  hasFiles(message) ? partsOf(message).map(toInput) : message.text;

function toInput(part: MessagePart) {
  switch (part.kind) {
    case 'text':
      return { type: 'input_text', text: part.text };
    case 'image':
      return { type: 'input_image', image_url: dataUrl(part) };
    case 'document':
      return { type: 'input_file', filename: `${part.name}.pdf`, file_data: dataUrl(part) };
  }
}
