/**
 * Reply source that calls the real `bedrock-mantle` with the developer's own credentials (`npm start -- --bedrock`).
 * The emulator has already checked the function's call.
 * https://docs.aws.amazon.com/bedrock/latest/userguide/inference-responses-api.html
 */
import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime';
import { Sha256 } from '@smithy/core/checksum';
import { SignatureV4 } from '@smithy/signature-v4';
import type {
  Block,
  ConverseRequest,
  MantleCall,
  ReplyChunk,
  ReplySource,
} from '../bedrock/bedrock-types.ts';
import { serverSentEvents } from '../bedrock/read-server-sent-events.ts';
import { ServiceFault } from '../faults/faults.ts';
import { REGION } from '../region-and-account.ts';

type Credentials = ConstructorParameters<typeof SignatureV4>[0]['credentials'];

export interface RealMantleOptions {
  /** @default `awsEndpointOf` */
  readonly endpointOf?: (region: string) => string;
  /** @default the credentials that the SDK finds in the environment or in the files of the AWS CLI */
  readonly credentials?: Credentials;
}

/** Names of exceptions by HTTP status. The emulator turns each name into an error code (`ERRORS` in `mantle.ts`). */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: 'ValidationException',
  401: 'UnrecognizedClientException',
  403: 'AccessDeniedException',
  404: 'ResourceNotFoundException',
  429: 'ThrottlingException',
};

const STOPS: Readonly<Record<string, ReplyChunk>> = {
  max_output_tokens: { stop: 'max_tokens' },
  content_filter: { stop: 'content_filtered' },
};

interface ResponseEvent {
  readonly type: string;
  readonly delta?: string;
  readonly summary_index?: number;
  readonly code?: string | null;
  readonly message?: string;
  readonly response?: {
    readonly error?: { readonly code?: string; readonly message?: string } | null;
    readonly incomplete_details?: { readonly reason?: string } | null;
  };
}

/**
 * Creates the reply source. If the endpoint refuses a call, the source throws a fault with the endpoint's HTTP status
 * and message. Any other failure becomes a fault with status 503, or 429 if the stream reports throttling.
 * The emulator sends status 200 to the function before it calls the source. A fault can no longer change this status,
 * so the emulator writes the fault into the stream of its response.
 */
export function realMantle(options: RealMantleOptions = {}): ReplySource {
  const { endpointOf = awsEndpointOf } = options;
  const credentials = options.credentials ?? new BedrockRuntimeClient({ region: REGION }).config.credentials;
  return async function* (request, { modelId, signal, mantle }) {
    if (!mantle) throw new Error(`${modelId} was not called through bedrock-mantle`);
    const url = new URL(`${mantle.path}/responses`, endpointOf(mantle.region));
    const body = JSON.stringify(bodyOf(request, modelId, mantle));
    try {
      const headers = await sign(url, body, mantle.region, credentials);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      if (!response.ok) throw await faultOf(response);
      yield* readReply(response);
    } catch (error) {
      throw error instanceof ServiceFault ? error : fault(503, `${url.host}: ${error}`);
    }
  };
}

const awsEndpointOf = (region: string): string =>
  process.env.AWS_ENDPOINT_URL_BEDROCK_MANTLE ?? `https://bedrock-mantle.${region}.api.aws`;

/** Builds the body of a Responses call. The emulator has converted the function's call into a Converse request. */
const bodyOf = (
  { system, messages, inferenceConfig: { maxTokens } = {} }: ConverseRequest,
  model: string,
  { reasoning }: MantleCall,
) => ({
  ...{ model, stream: true, store: false },
  ...(system && { instructions: system.map(({ text = '' }) => text).join('\n') }),
  input: messages.map(({ role, content }) => ({ role, content: inputOf(content) })),
  ...(maxTokens !== undefined && { max_output_tokens: maxTokens }),
  ...(reasoning && { reasoning }),
});

function inputOf(content: readonly Block[]) {
  const [first] = content;
  if (content.length === 1 && first?.text !== undefined) return first.text;
  return content.map(({ text, image, document }) => {
    if (image)
      return {
        type: 'input_image',
        image_url: `data:image/${image.format};base64,${image.source?.bytes ?? ''}`,
      };
    return document
      ? {
          type: 'input_file',
          filename: `${document.name}.pdf`,
          file_data: `data:application/pdf;base64,${document.source?.bytes ?? ''}`,
        }
      : { type: 'input_text', text };
  });
}

async function sign(url: URL, body: string, region: string, credentials: Credentials) {
  const signer = new SignatureV4({ service: 'bedrock-mantle', region, credentials, sha256: Sha256 });
  const { protocol, hostname, host, pathname: path } = url;
  const headers = { host, 'content-type': 'application/json', accept: 'text/event-stream' };
  const signed = await signer.sign({ method: 'POST', protocol, hostname, path, query: {}, headers, body });
  return signed.headers;
}

async function* readReply(response: Response): AsyncGenerator<ReplyChunk> {
  for await (const data of serverSentEvents(response)) {
    const event = JSON.parse(data) as ResponseEvent; // documented by OpenAI
    yield* chunksOf(event);
    if (event.type === 'response.completed') return;
  }
  throw fault(503, 'The stream ended without an end');
}

function* chunksOf({
  type,
  delta = '',
  summary_index: part,
  code,
  message,
  response,
}: ResponseEvent): Generator<ReplyChunk> {
  switch (type) {
    case 'response.output_text.delta':
      yield delta;
      break;
    case 'response.refusal.delta':
      yield { refusal: delta };
      break;
    case 'response.reasoning_summary_text.delta':
    case 'response.reasoning_text.delta':
      yield { thinking: delta };
      break;
    case 'response.reasoning_summary_part.added':
      if (part) yield { thinking: '\n\n' };
      break;
    case 'response.incomplete':
      yield STOPS[response?.incomplete_details?.reason ?? ''] ?? { stop: 'max_tokens' };
      break;
    case 'error':
    case 'response.failed': {
      const isThrottled = /rate_limit|throttl/.test(response?.error?.code ?? code ?? '');
      throw fault(isThrottled ? 429 : 503, response?.error?.message ?? message);
    }
  }
}

async function faultOf(response: Response): Promise<ServiceFault> {
  const text = await response.text();
  try {
    return fault(response.status, JSON.parse(text).error.message); // as documented by OpenAI
  } catch {
    return fault(response.status, text);
  }
}

const fault = (status: number, message = 'no message') =>
  new ServiceFault({ code: EXCEPTIONS[status] ?? 'ServiceUnavailableException', status, message });
