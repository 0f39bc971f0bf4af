import { ServiceFault } from '../faults/faults.ts';
import { type Block, type Message, type ReplyChunk, type ReplySource, textOf } from './bedrock-types.ts';
import { serverSentEvents } from './read-server-sent-events.ts';

export interface OpenAiOptions {
  /** For example `http://localhost:11434/v1`. */
  readonly baseUrl: string;
  /** @default the first model that the server lists */
  readonly model?: string;
  readonly apiKey?: string;
}

const MODELS_MS = 10_000;

const STOPS: Readonly<Record<string, ReplyChunk>> = {
  length: { stop: 'max_tokens' },
  content_filter: { stop: 'content_filtered' },
};

interface Completion {
  readonly choices?: readonly {
    /** Servers send the thoughts of a reasoning model as `reasoning_content` or as `reasoning`. */
    readonly delta?: {
      readonly content?: string;
      readonly reasoning_content?: string;
      readonly reasoning?: string;
    };
    readonly finish_reason?: string | null;
  }[];
}

/**
 * Calls an OpenAI-compatible server, such as Ollama or vLLM. Reading a reply throws ServiceUnavailableException if the
 * server cannot be reached, refuses the call, or lists no model.
 */
export function openAiSource(options: OpenAiOptions): ReplySource {
  const base = options.baseUrl.replace(/\/$/, '');
  const headers = {
    'content-type': 'application/json',
    ...(options.apiKey && { authorization: `Bearer ${options.apiKey}` }),
  };
  const call = async (path: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(`${base}${path}`, { ...init, headers }).catch((error: unknown) => {
      throw unavailable(`${base} cannot be reached: ${String(error)}`);
    });
    if (!response.ok) throw unavailable(`${base} answered ${response.status}: ${await response.text()}`);
    return response;
  };

  async function firstModel(caller: AbortSignal): Promise<string> {
    const signal = AbortSignal.any([caller, AbortSignal.timeout(MODELS_MS)]);
    const response = await call('/models', { signal });
    const { data } = (await response.json()) as { data?: { id: string }[] }; // shape documented by OpenAI
    const id = data?.[0]?.id;
    if (!id) throw unavailable(`${base} lists no model`);
    return id;
  }

  return async function* (request, { signal }) {
    const body = {
      model: options.model ?? (await firstModel(signal)),
      stream: true,
      messages: [
        // Leaves out cache points, which are blocks without text. The server's API has no cache points.
        ...(request.system ?? []).flatMap(({ text }) => (text ? [{ role: 'system', content: text }] : [])),
        ...request.messages.map((message) => ({ role: message.role, content: contentOf(message) })),
      ],
      ...(request.inferenceConfig?.maxTokens && { max_tokens: request.inferenceConfig.maxTokens }),
    };
    const response = await call('/chat/completions', { method: 'POST', body: JSON.stringify(body), signal });
    for await (const data of serverSentEvents(response)) {
      if (data === '[DONE]') return;
      const choice = (JSON.parse(data) as Completion).choices?.[0]; // shape documented by OpenAI
      const { content, reasoning_content, reasoning } = choice?.delta ?? {};
      const thinking = reasoning_content ?? reasoning;
      if (thinking) yield { thinking };
      if (content) yield content;
      const stop = STOPS[choice?.finish_reason ?? ''];
      if (stop) yield stop;
    }
  };
}

const unavailable = (message: string): ServiceFault =>
  new ServiceFault({ code: 'ServiceUnavailableException', status: 503, message });

const contentOf = (message: Message) =>
  message.content.some(({ image, document }) => image || document)
    ? message.content.flatMap(toPart)
    : textOf(message);

function toPart({ text, image, document }: Block): object[] {
  if (image) {
    const url = `data:image/${image.format};base64,${image.source?.bytes ?? ''}`;
    return [{ type: 'image_url', image_url: { url } }];
  }
  if (document)
    return [{ type: 'text', text: `(${document.name} is a PDF, which this server cannot read.)` }];
  return text === undefined ? [] : [{ type: 'text', text }];
}
